"""What the outside learns: the feed in its order, webhooks signed and delivered under a stable id."""

import hmac
import json
import threading
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pytest_django import Settings

from accounts.keys import create_key
from tests.factories import a_process
from tests.staff import Staff
from workflows.engine.core.transition.writer import record_event
from workflows.engine.outbox.events import announce_events, emit_event
from workflows.engine.outbox.outbox import perform, relay
from workflows.models import DomainEvent, OutboxMessage, TaskEvent, WebhookDelivery, WebhookEndpoint
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


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.close()


def an_event(kind: str = "review.published") -> DomainEvent:
    return emit_event(kind, a_process(), ReviewModeration.subject)


def do_all_jobs() -> None:
    """As often as it takes: one that fails is set aside in the end."""
    relayed = 1
    while relayed:
        OutboxMessage.objects.filter(done_at=None).update(available_at="2026-01-01T00:00:00Z")
        relayed = relay(perform)


def test_events_get_places_without_gaps_and_once() -> None:
    for _ in range(3):
        an_event()
    assert announce_events() == 3
    an_event()
    assert announce_events() == 1
    assert announce_events() == 0
    assert list(DomainEvent.objects.order_by("position").values_list("position", flat=True)) == [1, 2, 3, 4]


def test_the_feed_is_read_from_a_place_on_with_a_key_of_its_scope() -> None:
    events = [an_event() for _ in range(3)]
    announce_events()
    key, _ = create_key("reader", ["events"])
    reader = Staff()
    page = reader.get("/events?limit=2", authorization=f"Bearer {key}").json()
    assert [item["id"] for item in page["items"]] == [str(event.pk) for event in events[:2]]
    rest = reader.get(f"/events?after={page['next_after']}", authorization=f"Bearer {key}").json()
    assert ([item["id"] for item in rest["items"]], rest["next_after"]) == ([str(events[2].pk)], 3)


def test_a_webhook_is_signed_and_carries_the_events_id(receiver: Receiver) -> None:
    endpoint = WebhookEndpoint.objects.create(url=receiver.url)
    event = an_event()
    do_all_jobs()
    ((headers, body),) = receiver.requests
    sent = json.loads(body)
    assert (sent["id"], headers["Docket-Event"], sent["sequence"]) == (str(event.pk), str(event.pk), 1)
    at, mac = (part.split("=")[1] for part in headers["Docket-Signature"].split(","))
    assert mac == hmac.new(endpoint.secret.encode(), f"{at}.".encode() + body, sha256).hexdigest()


def test_an_event_that_was_taken_is_noted_outside_the_database(receiver: Receiver, settings: Settings) -> None:
    WebhookEndpoint.objects.create(url=receiver.url)
    event = an_event()
    record_event(event.process, "note", text="Look.")  # type: ignore[arg-type]  # it has one
    receiver.refusals = 1
    do_all_jobs()
    (line,) = [line for path in settings.ANCHOR_FOLDER.glob("*.marks") for line in path.read_text().splitlines()]
    noted, last = json.loads(line), TaskEvent.objects.latest("pk")
    assert (noted["by"], noted["log"], noted["id"], noted["seq"]) == ("webhook", "process", event.process_id, last.seq)
    assert noted["hash"] == bytes(last.hash).hex()


def test_a_receiver_that_is_away_gets_it_later_under_the_same_id(receiver: Receiver) -> None:
    WebhookEndpoint.objects.create(url=receiver.url)
    receiver.refusals = 3
    event = an_event()
    do_all_jobs()
    assert [headers["Docket-Event"] for headers, _ in receiver.requests] == [str(event.pk)] * 4
    delivery = WebhookDelivery.objects.get()
    assert (delivery.attempts, delivery.last_answer) == (4, "204")
    assert delivery.delivered_at


def test_an_endpoint_that_never_answers_is_set_aside_and_the_others_are_served(receiver: Receiver) -> None:
    WebhookEndpoint.objects.create(url="http://127.0.0.1:9/closed")
    WebhookEndpoint.objects.create(url=receiver.url)
    an_event()
    do_all_jobs()
    assert len(receiver.requests) == 1
    assert OutboxMessage.objects.get(topic="deliver", done_at=None).set_aside_at


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_webhook_follows_no_redirect(receiver: Receiver, status: int) -> None:
    """Another place may be inside our own network; the event and its signature are for the endpoint alone."""
    moved = Receiver(status)
    moved.redirects_to = receiver.url
    WebhookEndpoint.objects.create(url=moved.url)
    an_event()
    do_all_jobs()
    moved.close()
    assert (receiver.requests, len(moved.requests) > 1) == ([], True)
    delivery = WebhookDelivery.objects.get()
    assert (delivery.delivered_at, delivery.last_answer) == (None, str(status))


def test_an_endpoint_receives_the_chosen_kinds_of_events(receiver: Receiver) -> None:
    WebhookEndpoint.objects.create(url=receiver.url, kinds=["review.rejected"])
    an_event("review.published")
    wanted = an_event("review.rejected")
    do_all_jobs()
    assert [headers["Docket-Event"] for headers, _ in receiver.requests] == [str(wanted.pk)]


def test_a_delivery_done_twice_is_sent_once(receiver: Receiver) -> None:
    WebhookEndpoint.objects.create(url=receiver.url)
    an_event()
    do_all_jobs()
    OutboxMessage.objects.filter(topic="deliver").update(done_at=None)
    do_all_jobs()
    assert len(receiver.requests) == 1
