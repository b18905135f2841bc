"""A mail server and a receiver of webhooks on the loopback interface, which remember what reached them."""

import json
import re
import socketserver
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MESSAGE_ID = re.compile(rb"^Message-ID:\s+<(?:letter-)?([^@>]+)@", re.MULTILINE | re.IGNORECASE)


class Received:
    """What came, and how often, by its id."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.contents: dict[str, list[Any]] = {}
        self.port = 0
        self._lock = threading.Lock()

    def note(self, name: str, content: Any = None) -> None:
        with self._lock:
            self.times[name] += 1
            self.contents.setdefault(name, []).append(content)


@contextmanager
def mail_server() -> Iterator[Received]:
    """Takes every mail (SMTP, RFC 5321), and notes the number of its letter, or its own id before the `@`."""
    received = Received()

    class Session(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._answer(220)
            while (line := self.rfile.readline()) and not line.upper().startswith(b"QUIT"):
                if line.upper().startswith(b"DATA"):
                    self._answer(354)
                    self._take()
                self._answer(250)
            self._answer(221)

        def _take(self) -> None:
            mail = b""
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                mail += line
            if line and (found := MESSAGE_ID.search(mail)):  # whole, and so acknowledged
                received.note(found[1].decode())

        def _answer(self, code: int) -> None:
            self.wfile.write(f"{code} drill\r\n".encode())

    with _serving(_MailServer(("127.0.0.1", 0), Session), received):
        yield received


@contextmanager
def webhook_receiver() -> Iterator[Received]:
    """Accepts every event, and notes its body under the id that its header says."""
    received = Received()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            received.note(self.headers["webhook-id"], body)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Nothing: the audit says what came."""

    with _serving(_WebhookServer(("127.0.0.1", 0), Handler), received):
        yield received


class _Patient:
    """A sender that is killed hangs up in the middle; what it had not finished counts as not received."""

    def handle_error(self, *_: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            traceback.print_exc()


class _MailServer(_Patient, socketserver.ThreadingTCPServer):
    daemon_threads = True


class _WebhookServer(_Patient, ThreadingHTTPServer):
    pass


@contextmanager
def _serving(server: socketserver.TCPServer, received: Received) -> Iterator[None]:
    received.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
