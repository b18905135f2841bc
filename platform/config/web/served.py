"""What granian serves. Its import sets up Django for a web process, limits of the database included (config.wsgi)."""

from config.web.application import Application
from config.wsgi import application as wsgi_application

application = Application(wsgi_application)
