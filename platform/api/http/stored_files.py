"""Answers from stored files: whole, or the part that a `Range` asks for (RFC 9110, section 14)."""

import os
import re
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any

from django.http import FileResponse, HttpRequest, HttpResponse

from kit.file_parts import FilePart

_ONE_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")
SANDBOX = "sandbox; default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'"


def stored_file_response(
    request: HttpRequest, content: IO[bytes], *, media_type: str, name: str, is_shown: bool
) -> Any:
    """The file, or its part; 416 for a part behind its end. Without session, cookie, script or guess of its type.

    Several ranges at once, and a range of another version, get the whole file. `content`: opened by its path.
    """
    path = Path(content.name)
    size = os.fstat(content.fileno()).st_size
    tag = f'"{path.name}"'  # a stored file never changes
    wanted = _range_of(request, size, tag)
    answer: Any
    if wanted is None:
        answer = FileResponse(content, as_attachment=not is_shown, filename=name, content_type=media_type)
    elif not wanted:
        content.close()
        answer = HttpResponse(status=HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, content_type=media_type)
        answer["Content-Range"] = f"bytes */{size}"
    else:
        part = FilePart(content, path, wanted.start, wanted.stop)
        answer = FileResponse(part, as_attachment=not is_shown, filename=name, content_type=media_type)
        answer.status_code = HTTPStatus.PARTIAL_CONTENT
        answer["Content-Length"] = str(len(wanted))
        answer["Content-Range"] = f"bytes {wanted.start}-{wanted.stop - 1}/{size}"
    answer["Accept-Ranges"] = "bytes"
    answer["ETag"] = tag
    answer["Content-Security-Policy"] = SANDBOX
    answer["Cache-Control"] = "private, no-store"
    return answer


def _range_of(request: HttpRequest, size: int, tag: str) -> range | None:
    """The bytes that are asked for; None for all, empty for a part that the file does not have."""
    asked = _ONE_RANGE.fullmatch(request.headers.get("Range", ""))
    if asked is None or request.headers.get("If-Range", tag) != tag:
        return None
    first, last = asked.groups()
    if not first:
        if not last:
            return None
        return range(max(size - int(last), 0), size)
    if last and int(last) < int(first):
        return None
    return range(int(first), min(int(last) + 1, size) if last else size)
