"""The WSGI application, which the web server runs (server)."""

import os

from django.core.wsgi import get_wsgi_application

from config.observing import begin_reports

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
begin_reports()
