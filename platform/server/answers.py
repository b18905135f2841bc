"""Answers of the WSGI application: small ones are sent from the thread that made them, others become a stream."""

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http import HTTPMethod, HTTPStatus
from typing import IO, Any
from wsgiref.types import WSGIApplication

from django.db import close_old_connections

from kit.file_parts import FilePart
from server.rsgi import Headers, HTTPProtocol

LARGEST_DIRECT = 256 * 1024  # bytes; a connection's send buffer takes this much even if its peer does not read
RETRY_SECONDS = 5
LAST_OF_CONNECTION = "docket.last"  # in the environ: the body stays unread, so the connection closes after the answer


@dataclass(frozen=True, slots=True)
class Stream:
    """An answer that is sent at its reader's speed. `close` is called in the thread that made the parts."""

    status: int
    headers: Headers
    parts: Iterable[bytes]
    close: Callable[[], None]
    is_made: bool  # all parts are in memory already
    rests: bool = False  # may have any length; gives up its database connection while it waits for its reader


class File:
    """`wsgi.file_wrapper`: Django wraps a file in this class to send it."""

    def __init__(self, file: IO[bytes] | FilePart, _block_size: int = 0) -> None:
        self.file = file
        self.close = file.close

    def is_sent_from_disk(self, status: int, headers: Headers, proto: HTTPProtocol) -> bool:
        """Let granian send the file, or its part, if it is larger than LARGEST_DIRECT. Returns whether it does."""
        if isinstance(self.file, FilePart):
            part = self.file
            if part.end - part.start <= LARGEST_DIRECT:
                return False
            proto.response_file_range(status, headers, str(part.path), part.start, part.end)
            return True
        path = getattr(self.file, "name", None)
        if not isinstance(path, str) or os.fstat(self.file.fileno()).st_size <= LARGEST_DIRECT:
            return False
        proto.response_file(status, headers, path)
        return True


def answer(wsgi: WSGIApplication, environ: dict[str, Any], proto: HTTPProtocol) -> Stream | None:
    """Run the application and send its answer. Returns a Stream if the caller has to send it in parts."""
    status, headers = 0, list[tuple[str, str]]()

    def start_response(line: str, given: Headers, _error: Any = None, /) -> Callable[[bytes], object]:
        nonlocal status, headers
        status, headers = int(line[:3]), given
        if LAST_OF_CONNECTION in environ:
            headers.append(("Connection", "close"))
        return _no_writing

    made: Any = wsgi(environ, start_response)
    if environ["REQUEST_METHOD"] == HTTPMethod.HEAD:
        proto.response_empty(status, headers)
    elif isinstance(made, File) and made.is_sent_from_disk(status, headers, proto):
        pass
    elif getattr(made, "streaming", False):
        close_old_connections()  # this thread's connection: another thread makes the stream
        return Stream(status, headers, made, made.close, is_made=False, rests=getattr(made, "rests", False))
    else:
        content = made.file.read() if isinstance(made, File) else b"".join(made)
        if len(content) > LARGEST_DIRECT:
            made.close()
            return Stream(status, headers, [content], _nothing, is_made=True)
        if content:
            proto.response_bytes(status, headers, content)
        else:
            proto.response_empty(status, headers)
    made.close()
    return None


def refuse(proto: HTTPProtocol, status: int, code: str, message: str, *, closes: bool = True) -> None:
    """Send an error in the API's format. `closes`: close the connection, because the body may be unread."""
    problem: dict[str, object] = {"code": code, "message": message}
    headers = [("content-type", "application/json"), ("cache-control", "no-store")]
    if closes:
        headers.append(("connection", "close"))
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        problem["retry_after"] = RETRY_SECONDS
        headers.append(("retry-after", str(RETRY_SECONDS)))
    proto.response_str(status, [*headers, ("server", "")], json.dumps(problem))


def _no_writing(_part: bytes) -> object:
    raise NotImplementedError("Django returns its answers")


def _nothing() -> None:
    pass
