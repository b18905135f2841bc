"""Everything below /api is the API; every other path is the console's, which does its own routing."""

from django.urls import path, re_path

from api.routes import api
from config.console import console_page

urlpatterns = [
    path("api/", api.urls),
    re_path(r"^(?!api/|api$|assets/).*$", console_page),
]
