"""Security headers that Django itself does not set."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.requests import is_api

_DIRECTIVES = {
    "default-src": "'self'",
    "script-src": "'self'",
    # The toast and menu libraries add style elements at run time; scripts have no such exception.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


class ContentSecurityPolicyMiddleware:
    """Adds the Content-Security-Policy (figures.md, rule 14), and prevents caching of API answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        form = urlsplit(settings.REVIEW_FORM_URL)
        frames = f"{form.scheme}://{form.netloc}" if form.netloc else "'none'"
        self.policy = "; ".join(f"{name} {value}" for name, value in {**_DIRECTIVES, "frame-src": frames}.items())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", self.policy)  # files from outside have a stricter one
        response["X-Frame-Options"] = "DENY"
        if is_api(request):
            response.setdefault("Cache-Control", "no-store")
        return response
