"""For every request: a request id in the answer and the log, and JSON errors below /api."""

import json
import logging
from collections.abc import Callable
from http import HTTPMethod, HTTPStatus

from django.http import HttpRequest, HttpResponse

from kit import acting, request_id

OF_PROBES = ("/health", "/metrics")  # prefixes of paths that are requested every few seconds
_METHODS = frozenset(HTTPMethod)
_PROBLEMS: dict[int, tuple[str, str]] = {
    HTTPStatus.BAD_REQUEST: ("bad_request", "The request is malformed."),
    HTTPStatus.NOT_FOUND: ("not_found", "There is nothing at this address."),
    HTTPStatus.METHOD_NOT_ALLOWED: ("method_not_allowed", "This method is not allowed here."),
    HTTPStatus.LENGTH_REQUIRED: ("length_required", "Send a Content-Length. Chunked bodies are not accepted."),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("internal", "Something went wrong. Tell us the X-Request-ID of this answer."),
}


class RequestIdMiddleware:
    """Uses the caller's X-Request-ID if it is well formed, else creates one. Returns it in the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with request_id.bound(request.headers.get("X-Request-ID", "")) as identifier:
            response = self.get_response(request)
            response["X-Request-ID"] = identifier
            response["Server"] = ""  # otherwise the web server adds its name
            return response


class ActorMiddleware:
    """Nobody acts in a request until its caller is authenticated (kit.acting)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with acting.in_request():
            return self.get_response(request)


class RequestIdFilter(logging.Filter):
    """Adds the id of the current request or job to every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.current() or "-"
        return True


class LengthMiddleware:
    """Refuses chunked bodies: the layers below would read them as empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "Transfer-Encoding" in request.headers:
            return HttpResponse(status=HTTPStatus.LENGTH_REQUIRED)
        return self.get_response(request)


class ProblemMiddleware:
    """Turns every error below /api into JSON, whichever layer raised it (product.md, Errors)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_problem = response.get("Content-Type", "").startswith("application/json")
        if response.status_code >= HTTPStatus.BAD_REQUEST and is_api(request) and not is_problem:
            code, message = _PROBLEMS.get(response.status_code, ("refused", "The request was refused."))
            response.content = json.dumps({"code": code, "message": message})
            response["Content-Type"] = "application/json"
            response["Content-Length"] = str(len(response.content))
        return response


def route_of(request: HttpRequest) -> str:
    """The route template of an answered request, without ids and tokens. `console`: the console's page. `other`: no
    route.
    """
    if match := request.resolver_match:
        return match.route if match.route.startswith(("api/", "scim/")) else "console"
    return "other"


def method_of(request: HttpRequest) -> str:
    """The HTTP method; `OTHER` for unknown ones, because callers may send any word."""
    return str(request.method) if request.method in _METHODS else "OTHER"


def is_api(request: HttpRequest) -> bool:
    return request.path == "/api" or request.path.startswith("/api/")
