"""The console's single page, served for every path that is not a file and not the API."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def console_page(request: HttpRequest) -> HttpResponse:
    """After a new build the server must be restarted: it lists the static files at start."""
    page = settings.CONSOLE_DIST / "index.html"
    if not page.is_file():
        return HttpResponse("The console is not built. Run: make up", status=503, content_type="text/plain")
    response = HttpResponse(page.read_bytes(), content_type="text/html; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
