"""The log as JSON lines (LOG_FORMAT=json): only ids, codes and times, with one line for each request.

A line contains no address and no text of an error, because both may contain a token or text that somebody wrote.
"""

import json
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from traceback import extract_tb
from typing import Any

from django.http import HttpRequest, HttpResponse

from config.requests import OF_PROBES, method_of, route_of

MOST_FRAMES = 40

logger = logging.getLogger("docket.requests")


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object. The record's `fields` become members of it."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request_id": getattr(record, "request_id", "-"),
            "message": _message(record),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["exception"] = _told(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _message(record: logging.LogRecord) -> str:
    """The message with types in place of errors, and route templates in place of addresses of requests."""
    if not isinstance(record.args, tuple):
        return str(_plain(record.msg, record)) if not record.args else record.getMessage()
    return str(_plain(record.msg, record)) % tuple(_plain(value, record) for value in record.args)


def _plain(value: object, record: logging.LogRecord) -> object:
    if isinstance(value, BaseException):
        return type(value).__name__
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) and value in (request.path, request.get_full_path()):
        return route_of(request)
    return value


def _told(error: BaseException) -> dict[str, Any]:
    """Its type, the types of its causes, and its frames, innermost last."""
    types, cause = [type(error).__name__], error.__cause__ or error.__context__
    while cause and len(types) < MOST_FRAMES:
        types.append(type(cause).__name__)
        cause = cause.__cause__ or cause.__context__
    frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(error.__traceback__)]
    return {"types": types, "frames": frames[-MOST_FRAMES:]}


class LogMiddleware:
    """Logs each request except probes. `user`: the id of the signed-in person, or of the owner of the key."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(OF_PROBES):
            return self.get_response(request)
        begun = time.perf_counter()
        response = self.get_response(request)
        fields = {
            "method": method_of(request),
            "route": route_of(request),
            "status": response.status_code,
            "ms": round((time.perf_counter() - begun) * 1_000, 1),
            "user": getattr(getattr(request, "auth", None), "user_id", None),
        }
        logger.info("answered", extra={"fields": fields})
        return response
