"""A receiver of webhooks, and what is sent to it."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook

from tests.factories import a_process
from workflows.engine.outbox.events import emit_event
from workflows.engine.outbox.outbox import perform, relay
from workflows.models import DomainEvent, OutboxMessage
from workflows.review_moderation import ReviewModeration


class Receiver:
    """A subscriber's server: it keeps what it gets, and refuses as often as it is told to."""

    def __init__(self, status: int = 204) -> None:
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.refusals = 0
        self.redirects_to = ""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.requests.append((dict(self.headers), body))
                refused = receiver.refusals > 0
                receiver.refusals -= refused
                self.send_response(503 if refused else status)
                if receiver.redirects_to:
                    self.send_header("Location", receiver.redirects_to)
                self.end_headers()

            def do_GET(self) -> None:
                receiver.requests.append((dict(self.headers), b""))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def an_event(kind: str = "review.published") -> DomainEvent:
    return emit_event(kind, a_process(), ReviewModeration.subject)


def do_all_jobs() -> None:
    """As often as it takes: one that fails is set aside in the end."""
    relayed = 1
    while relayed:
        OutboxMessage.objects.filter(done_at=None).update(available_at="2026-01-01T00:00:00Z")
        relayed = relay(perform)


def verified(secret: str | bytes, request: tuple[dict[str, str], bytes]) -> Any:
    """What the official verifier reads; raises WebhookVerificationError for a wrong signature or an old call."""
    headers, body = request
    return Webhook(secret).verify(body.decode(), headers)
