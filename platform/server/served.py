"""The application that granian serves. The import sets up Django for a web process, with its database limits."""

from config.wsgi import application as wsgi_application
from server.application import Application

application = Application(wsgi_application)
