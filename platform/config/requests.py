"""What every request gets: an id in its answer and log lines, and a plain 503 while the database is away."""

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from psycopg_pool import PoolTimeout

from kit import request_id

logger = logging.getLogger(__name__)


class RequestIdMiddleware:
    """Takes the caller's X-Request-ID when it is well formed, else makes one; the answer carries it back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with request_id.bound(request.headers.get("X-Request-ID", "")) as identifier:
            response = self.get_response(request)
            response["X-Request-ID"] = identifier
            return response


class RequestIdFilter(logging.Filter):
    """Gives every log record the id of the request (or job) that it belongs to."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.current() or "-"
        return True


class UnavailableMiddleware:
    """Turns a lost database into 503 with a sentence (figures.md, rule 9); nothing was written then."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, OperationalError | InterfaceError | PoolTimeout):
            return None
        logger.error("database unavailable: %s", error)
        body = {"code": "unavailable", "message": "The database cannot be reached. Try again in a moment."}
        return JsonResponse(body, status=503, headers={"Retry-After": "2"})
