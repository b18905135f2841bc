"""Answers from stored files: whole, or the part that a `Range` asks for (RFC 9110, section 14)."""

import os
import re
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any

from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header

from kit.file_parts import FilePart, RemoteFile

_ONE_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")
SANDBOX = "sandbox; default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'"


def stored_file_response(
    request: HttpRequest, content: IO[bytes] | RemoteFile, *, media_type: str, name: str, is_shown: bool
) -> Any:
    """The file, or its requested part; 416 for a part beyond its end.

    It needs no session and sets no cookie; browsers run no script in it and do not guess its type. Several ranges at
    once, and a range of another version, get the whole file. `content`: from `open_stored`.
    """
    path = Path(content.name)
    size = content.size if isinstance(content, RemoteFile) else os.fstat(content.fileno()).st_size
    tag = f'"{path.name}"'  # a stored file never changes
    wanted = _range_of(request, size, tag)
    answer: Any
    if wanted is not None and not wanted:
        if not isinstance(content, RemoteFile):
            content.close()
        answer = HttpResponse(status=HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, content_type=media_type)
        answer["Content-Range"] = f"bytes */{size}"
    else:
        answer = _sent(content, wanted, size)
        answer["Content-Type"] = media_type
        if disposition := content_disposition_header(not is_shown, name):
            answer["Content-Disposition"] = disposition
        if wanted is not None:
            answer.status_code = HTTPStatus.PARTIAL_CONTENT
            answer["Content-Range"] = f"bytes {wanted.start}-{wanted.stop - 1}/{size}"
    answer["Accept-Ranges"] = "bytes"
    answer["ETag"] = tag
    answer["Content-Security-Policy"] = SANDBOX
    answer["Cache-Control"] = "private, no-store"
    return answer


def _sent(content: IO[bytes] | RemoteFile, wanted: range | None, size: int) -> Any:
    """The web server sends a local file from disk (server.answers), a remote one in parts, as the reader takes them."""
    part = wanted or range(size)
    if isinstance(content, RemoteFile):
        answer: Any = StreamingHttpResponse(content.parts(part.start, part.stop))
    elif wanted is None:
        answer = FileResponse(content)
    else:
        answer = FileResponse(FilePart(content, Path(content.name), part.start, part.stop))
    answer["Content-Length"] = str(len(part))
    return answer


def _range_of(request: HttpRequest, size: int, tag: str) -> range | None:
    """The requested bytes; None for all, empty for a part beyond the end."""
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
