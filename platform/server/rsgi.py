"""The part of granian's RSGI that the web server uses."""

from collections.abc import AsyncIterator
from typing import Protocol

Headers = list[tuple[str, str]]


class RequestHeaders(Protocol):
    def items(self) -> Headers:
        """Names in lower case; a repeated header comes several times."""


class Scope(Protocol):
    """`server` and `client` are HOST:PORT."""

    server: str
    client: str
    scheme: str
    http_version: str
    method: str
    path: str
    query_string: str
    headers: RequestHeaders


class HTTPProtocol(Protocol):
    """Iterates over the parts of a request's body; an empty part is the last. One `response_…` call, in any thread."""

    def __aiter__(self) -> AsyncIterator[bytes]: ...
    def response_empty(self, status: int, headers: Headers) -> None: ...
    def response_str(self, status: int, headers: Headers, body: str) -> None: ...
    def response_bytes(self, status: int, headers: Headers, body: bytes) -> None: ...
    def response_file(self, status: int, headers: Headers, file: str) -> None: ...
    def response_file_range(self, status: int, headers: Headers, file: str, start: int, end: int) -> None:
        """Send the bytes from `start` (inclusive) to `end` (exclusive)."""
