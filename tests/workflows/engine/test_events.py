"""What the outside learns: the feed in its order, webhooks signed and delivered under a stable id."""

import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256

import pytest
from django.utils import timezone
from pytest_django import Settings
from standardwebhooks import WebhookVerificationError

from accounts.keys import create_key
from tests.receiver import Receiver, an_event, do_all_jobs, verified
from tests.staff import Staff
from workflows.engine.core.transition.writer import record_event
from workflows.engine.outbox.endpoints import rotate_secret
from workflows.engine.outbox.events import announce_events
from workflows.models import DomainEvent, OutboxMessage, TaskEvent, WebhookDelivery, WebhookEndpoint


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.close()


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


def test_a_webhook_is_signed_by_the_standard_and_carries_the_events_id(receiver: Receiver) -> None:
    endpoint = WebhookEndpoint.objects.create(url=receiver.url)
    event = an_event()
    do_all_jobs()
    ((headers, body),) = receiver.requests
    sent = verified(endpoint.secret, (headers, body))
    assert (sent["id"], headers["webhook-id"], sent["sequence"]) == (str(event.pk), str(event.pk), 1)
    for changed in ((headers, body + b" "), ({**headers, "webhook-id": "another"}, body)):
        with pytest.raises(WebhookVerificationError):
            verified(endpoint.secret, changed)


def test_the_signature_from_before_the_standard_is_sent_beside_it(receiver: Receiver) -> None:
    endpoint = WebhookEndpoint.objects.create(url=receiver.url)
    event = an_event()
    do_all_jobs()
    ((headers, body),) = receiver.requests
    assert headers["Docket-Event"] == str(event.pk)
    at, mac = (part.split("=")[1] for part in headers["Docket-Signature"].split(","))
    assert mac == hmac.new(endpoint.secret.encode(), f"{at}.".encode() + body, sha256).hexdigest()


def test_a_secret_from_before_the_standard_is_its_characters(receiver: Receiver) -> None:
    secret = "aB-_cD" * 7
    WebhookEndpoint.objects.create(url=receiver.url, secret=secret)
    an_event()
    do_all_jobs()
    assert verified(secret.encode(), receiver.requests[0])


def test_two_secrets_are_valid_for_a_day_and_then_the_newer_one(receiver: Receiver) -> None:
    endpoint = WebhookEndpoint.objects.create(url=receiver.url)
    oldest = endpoint.secret
    old = rotate_secret(endpoint.pk, by=None).secret
    new = rotate_secret(endpoint.pk, by=None).secret
    until = WebhookEndpoint.objects.get().previous_until
    assert until is not None
    assert timedelta(hours=23) < until - timezone.now() <= timedelta(days=1)
    an_event()
    do_all_jobs()
    assert verified(old, receiver.requests[0]) == verified(new, receiver.requests[0])
    assert receiver.requests[0][0]["Docket-Signature"].count("v1=") == 2
    WebhookEndpoint.objects.update(previous_until=timezone.now() - timedelta(seconds=1))
    an_event()
    do_all_jobs()
    assert verified(new, receiver.requests[1])
    for ended, request in ((oldest, receiver.requests[0]), (old, receiver.requests[1])):
        with pytest.raises(WebhookVerificationError):
            verified(ended, request)


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
    assert [headers["webhook-id"] for headers, _ in receiver.requests] == [str(event.pk)] * 4
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


@pytest.mark.parametrize("status", [301, 302, 303, 304, 307, 308])
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
    assert [headers["webhook-id"] for headers, _ in receiver.requests] == [str(wanted.pk)]


def test_a_delivery_done_twice_is_sent_once(receiver: Receiver) -> None:
    WebhookEndpoint.objects.create(url=receiver.url)
    an_event()
    do_all_jobs()
    OutboxMessage.objects.filter(topic="deliver").update(done_at=None)
    do_all_jobs()
    assert len(receiver.requests) == 1
