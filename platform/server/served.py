"""What granian serves. Its import sets up Django for a web process, limits of the database included (config.wsgi)."""

from config.wsgi import application as wsgi_application
from server.application import Application

application = Application(wsgi_application)
