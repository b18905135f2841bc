"""Lists as files that a person saves, streamed."""

from collections.abc import Iterable
from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone

CSV = "text/csv; charset=utf-8"
# for the description of an operation that answers with such a file
CSV_FILE: dict[str, Any] = {"responses": {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}}


class RestingResponse(StreamingHttpResponse):
    """Of any length: the web server makes it no faster than it is read (`server.streams`). Its parts must need no
    connection to the database between them: neither a transaction nor an iterator of the database.
    """

    rests = True


def file_response(
    parts: Iterable[str] | Iterable[bytes],
    name: str,
    ending: str = "csv",
    *,
    content_type: str = CSV,
    response_type: type[StreamingHttpResponse] = StreamingHttpResponse,
) -> StreamingHttpResponse:
    """The file `name-DAY.ending`. No cache keeps it."""
    dated = f"{name}-{timezone.now():%Y-%m-%d}.{ending}"
    return undated_file_response(parts, dated, content_type=content_type, response_type=response_type)


def undated_file_response(
    parts: Iterable[str] | Iterable[bytes],
    name: str,
    *,
    content_type: str = CSV,
    response_type: type[StreamingHttpResponse] = StreamingHttpResponse,
) -> StreamingHttpResponse:
    response = response_type(parts, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response
