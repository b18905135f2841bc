"""The WSGI application, which the web server runs (server)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# a runaway statement must not hold its worker and its locks
os.environ.setdefault("DOCKET_STATEMENT_TIMEOUT_MS", "30000")
application = get_wsgi_application()
