"""Lists as files that a person saves, streamed."""

from collections.abc import Iterable
from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone

CSV = "text/csv; charset=utf-8"
# for the description of an operation that answers with such a file
CSV_FILE: dict[str, Any] = {"responses": {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}}


def file_response(
    parts: Iterable[str] | Iterable[bytes], name: str, ending: str = "csv", *, content_type: str = CSV
) -> StreamingHttpResponse:
    """The file `name-DAY.ending`. No cache keeps it."""
    return undated_file_response(parts, f"{name}-{timezone.now():%Y-%m-%d}.{ending}", content_type=content_type)


def undated_file_response(
    parts: Iterable[str] | Iterable[bytes], name: str, *, content_type: str = CSV
) -> StreamingHttpResponse:
    response = StreamingHttpResponse(parts, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response
