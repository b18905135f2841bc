"""Paths below /api belong to the API and its page. Every other path serves the console's single page, which does its
own routing.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path, re_path
from django.views.decorators.http import require_safe

from api.accounts.provider import provider_callback, provider_logout
from api.routes import api
from api.scim.view import scim


@require_safe
def console_page(request: HttpRequest) -> HttpResponse:
    """The console. After a new build the server must be restarted, because it lists the static files at its start."""
    return _built("index.html")


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    """The API's description for people, by Redoc (console/src/app/api-page.ts), which checks the session."""
    response = _built("api-page.html")
    response["Cache-Control"] = "no-store"  # like everything below /api
    return response


def _built(name: str) -> HttpResponse:
    page = settings.CONSOLE_DIST / name
    if not page.is_file():
        return HttpResponse("The console is not built. Run: make up", status=503, content_type="text/plain")
    response = HttpResponse(page.read_bytes(), content_type="text/html; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


urlpatterns = [
    path("api/docs", api_page),
    path("api/auth/provider/callback", provider_callback),
    path("api/auth/provider/logout", provider_logout),
    path("api/", api.urls),
    path("scim/v2/<path:path>", scim),
    re_path(r"^(?!api/|api$|assets/|scim/).*$", console_page),
]
