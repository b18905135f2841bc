"""Lists as files that a person saves, streamed."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone

CSV = "text/csv; charset=utf-8"
_TEXT, _BYTES = {"type": "string"}, {"type": "string", "format": "binary"}
_SCHEMAS: dict[str, dict[str, Any]] = {"text/csv": _TEXT, "application/xml": _TEXT, "application/json": {}}


def described_file(*media_types: str, statuses: Sequence[int] = (200,)) -> dict[str, Any]:
    """For the description of an operation that answers with a file: of one of these types, the usual one first."""
    content = {media_type: {"schema": _SCHEMAS.get(media_type, _BYTES)} for media_type in media_types}
    return {"responses": {status: {"content": content} for status in statuses}}


CSV_FILE = described_file("text/csv")


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
