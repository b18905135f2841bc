"""Lists as files for download, streamed."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone

CSV = "text/csv; charset=utf-8"
_TEXT, _BYTES = {"type": "string"}, {"type": "string", "format": "binary"}
_SCHEMAS: dict[str, dict[str, Any]] = {"text/csv": _TEXT, "application/xml": _TEXT, "application/json": {}}


def described_file(*media_types: str, statuses: Sequence[int] = (200,)) -> dict[str, Any]:
    """The `openapi_extra` of an operation that answers with a file of one of these types, the default one first."""
    content = {media_type: {"schema": _SCHEMAS.get(media_type, _BYTES)} for media_type in media_types}
    return {"responses": {status: {"content": content} for status in statuses}}


CSV_FILE = described_file("text/csv")


class RestingResponse(StreamingHttpResponse):
    """A response of any length: the web server makes it no faster than it is read (`server.streams`). Between two parts
    it must not need its database connection: it has no open transaction and no open cursor then.
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
    """The file `name-YYYY-MM-DD.ending`. No cache may store it."""
    dated = f"{name}-{timezone.now():%Y-%m-%d}.{ending}"
    return undated_file_response(parts, dated, content_type=content_type, response_type=response_type)


def undated_file_response(
    parts: Iterable[str] | Iterable[bytes],
    name: str,
    *,
    content_type: str = CSV,
    response_type: type[StreamingHttpResponse] = StreamingHttpResponse,
) -> StreamingHttpResponse:
    """The file with this name, without a date. No cache may store it."""
    response = response_type(parts, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response
