"""A client that uses little processor time: prepared bytes, one persistent connection, answers that are not parsed."""

import json
import socket
from typing import Any, NamedTuple
from uuid import uuid4

END = b"\r\n\r\n"
CHUNK = 262_144


class Answer(NamedTuple):
    status: int
    headers: bytes
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> str:
        """The value of a header. Raises KeyError if it is missing."""
        for line in self.headers.split(b"\r\n"):
            known, _, value = line.partition(b":")
            if known.decode().lower() == name:
                return value.decode().strip()
        raise KeyError(name)


class UnexpectedAnswerError(Exception):
    """An answer with an unexpected status. Errors must not be measured as answers."""


class Client:
    """One person at their console."""

    def __init__(self, port: int, token: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = f"Host: localhost\r\nAuthorization: Bearer {token}\r\nAccept: application/json\r\n"

    def get(self, path: str, *expected: int, **headers: str) -> Answer:
        return self.send("GET", path, None, *expected, **headers)

    def send(self, method: str, path: str, body: Any = None, *expected: int, **headers: str) -> Answer:
        """Send a call and wait for the answer. Raises UnexpectedAnswerError unless its status is in `expected` (200 by
        default).
        """
        content = b"" if body is None else json.dumps(body).encode()
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        if body is not None or method != "GET":
            lines += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        if method == "POST":
            lines += f"Idempotency-Key: {uuid4()}\r\n"  # as the console does
        self._socket.sendall(f"{method} /api{path} HTTP/1.1\r\n{self._head}{lines}\r\n".encode() + content)
        answer = self._read()
        if answer.status not in (expected or (200,)):
            raise UnexpectedAnswerError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        return answer

    def close(self) -> None:
        self._socket.close()

    def _read(self) -> Answer:
        data = b""
        while (end := data.find(END)) < 0:
            data += self._more()
        headers, body = data[:end], data[end + len(END) :]
        status = int(headers[9:12])
        length = _length(headers)
        while len(body) < length:
            body += self._more()
        return Answer(status, headers, body)

    def _more(self) -> bytes:
        data = self._socket.recv(CHUNK)
        if not data:
            raise UnexpectedAnswerError("the server hung up")
        return data


def _length(headers: bytes) -> int:
    lowered = headers.lower()
    start = lowered.find(b"content-length:")
    return int(lowered[start + 15 :].split(b"\r\n", 1)[0]) if start >= 0 else 0
