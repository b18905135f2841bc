"""Webhooks, for admins: secrets that change, the log of what was sent, and sending it again."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.db import connection

from tests.api.problems import refusal
from tests.api.queries import as_many_for_more_rows
from tests.audit_log import told
from tests.factories import an_admin
from tests.plans import explain
from tests.receiver import Receiver, an_event, do_all_jobs, verified
from tests.staff import Staff
from workflows.engine.outbox.deliveries import resend
from workflows.engine.outbox.endpoints import remove_endpoint
from workflows.engine.outbox.events import announce_events
from workflows.engine.outbox.outbox import perform
from workflows.models import OutboxMessage, WebhookDelivery, WebhookEndpoint


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.close()


@pytest.fixture
def admin() -> Staff:
    return Staff(an_admin())


def a_webhook(url: str = "https://hooks.example/secret-1?key=secret-2") -> WebhookEndpoint:
    return WebhookEndpoint.objects.create(url=url)


def log(admin: Staff, endpoint: WebhookEndpoint, query: str = "") -> list[dict[str, object]]:
    items: list[dict[str, object]] = admin.get(f"/webhooks/{endpoint.pk}/deliveries{query}").json()["items"]
    return items


def test_the_list_shows_neither_secrets_nor_what_an_address_may_hold(admin: Staff) -> None:
    endpoint = a_webhook()
    answer = admin.get("/webhooks")
    (item,) = answer.json()["items"]
    assert (item["id"], item["host"], item["active"], item["kinds"]) == (endpoint.pk, "hooks.example", True, [])
    assert not any(kept in answer.content.decode() for kept in ("secret-1", "secret-2", endpoint.secret))


def test_a_new_secret_is_shown_once_and_the_one_before_is_valid_for_a_day(admin: Staff, receiver: Receiver) -> None:
    endpoint = a_webhook(receiver.url)
    path = f"/webhooks/{endpoint.pk}/secret"
    made = admin.post(path, idempotency_key="k").json()
    assert admin.post(path, idempotency_key="k").json() == made
    an_event()
    do_all_jobs()
    assert verified(made["secret"], receiver.requests[0]) == verified(endpoint.secret, receiver.requests[0])
    shown = admin.get("/webhooks")
    assert shown.json()["items"][0]["previous_until"] == made["previous_until"]
    assert made["secret"] not in shown.content.decode()
    assert admin.user is not None
    entry = (admin.user.pk, endpoint.pk, "Got a new secret; the one before is valid for a day.")
    assert told("user_id", "subject_id", kind="webhook") == [entry]


def test_a_webhook_that_was_removed_gets_no_secret(admin: Staff) -> None:
    endpoint = a_webhook()
    remove_endpoint(endpoint.pk)
    assert refusal(admin.post(f"/webhooks/{endpoint.pk}/secret")) == (404, "webhook_not_found")
    assert WebhookEndpoint.objects.get().secret == endpoint.secret


def test_the_log_says_of_each_event_what_became_of_it_the_newest_first(admin: Staff, receiver: Receiver) -> None:
    """Delivered; given up; waiting for its next attempt; and nothing of another webhook."""
    endpoint = a_webhook(receiver.url)
    a_webhook("http://127.0.0.1:9/closed")
    delivered = an_event()
    do_all_jobs()
    receiver.refusals = 1_000
    failed = an_event("review.rejected")
    do_all_jobs()
    waiting = an_event()
    announce_events()
    perform(OutboxMessage.objects.get(payload={"delivery": endpoint.deliveries.latest("pk").pk}).pk)
    newest, middle, oldest = log(admin, endpoint)
    shown = [(row["event"]["id"], row["state"], row["answer"]) for row in (newest, middle, oldest)]  # type: ignore[index]
    assert shown == [
        (str(waiting.pk), "waiting", "503"),
        (str(failed.pk), "failed", "503"),
        (str(delivered.pk), "delivered", "204"),
    ]
    assert (newest["attempts"], bool(newest["next_at"]), newest["delivered_at"]) == (1, True, None)
    assert (middle["next_at"], middle["delivered_at"]) == (None, None)
    assert oldest["attempted_at"] == oldest["delivered_at"] is not None
    assert log(admin, endpoint, "?delivered=true") == [oldest]
    assert log(admin, endpoint, "?delivered=false") == [newest, middle]


def test_the_log_comes_in_pages(admin: Staff) -> None:
    endpoint, other = a_webhook(), a_webhook()
    for _ in range(3):
        an_event()
    announce_events()
    path = f"/webhooks/{endpoint.pk}/deliveries?limit=2"
    first = admin.get(path).json()
    second = admin.get(f"{path}&cursor={first['next_cursor']}").json()
    ids = list(endpoint.deliveries.order_by("-pk").values_list("pk", flat=True))
    assert [row["id"] for row in first["items"] + second["items"]] == ids
    assert second["next_cursor"] is None
    elsewhere = admin.get(f"/webhooks/{other.pk}/deliveries?cursor={first['next_cursor']}")
    assert refusal(elsewhere) == (422, "invalid")
    assert refusal(admin.get(f"/webhooks/{other.pk + 1}/deliveries")) == (404, "webhook_not_found")


def test_what_was_delivered_is_sent_once_more_under_the_same_id(admin: Staff, receiver: Receiver) -> None:
    endpoint, event = a_webhook(receiver.url), an_event()
    do_all_jobs()
    path = f"/webhooks/deliveries/{WebhookDelivery.objects.get().pk}/resend"
    assert admin.post(path, idempotency_key="k").status_code == 204
    assert admin.post(path, idempotency_key="k").status_code == 204
    assert log(admin, endpoint)[0]["state"] == "waiting"
    do_all_jobs()
    assert [headers["webhook-id"] for headers, _ in receiver.requests] == [str(event.pk)] * 2
    assert log(admin, endpoint)[0]["state"] == "delivered"
    assert admin.user is not None
    entry = (admin.user.pk, endpoint.pk, f"Event {event.pk} is sent again.")
    assert told("user_id", "subject_id", kind="webhook") == [entry]


def test_what_was_given_up_is_tried_with_all_its_attempts_by_the_job_that_was_set_aside(
    admin: Staff, receiver: Receiver
) -> None:
    a_webhook(receiver.url)
    receiver.refusals = 1_000
    an_event()
    do_all_jobs()
    aside = OutboxMessage.objects.get(topic="deliver")
    assert aside.set_aside_at
    assert admin.post(f"/webhooks/deliveries/{WebhookDelivery.objects.get().pk}/resend").status_code == 204
    job = OutboxMessage.objects.get(topic="deliver")
    assert (job.pk, job.attempts, job.set_aside_at) == (aside.pk, 0, None)
    receiver.refusals = 0
    do_all_jobs()
    assert WebhookDelivery.objects.get().delivered_at


def test_nothing_is_sent_to_a_webhook_that_was_removed(admin: Staff) -> None:
    endpoint = a_webhook()
    an_event()
    announce_events()
    remove_endpoint(endpoint.pk)
    delivery = WebhookDelivery.objects.get().pk
    assert refusal(admin.post(f"/webhooks/deliveries/{delivery}/resend")) == (409, "webhook_removed")
    assert refusal(admin.post(f"/webhooks/deliveries/{delivery + 1}/resend")) == (404, "delivery_not_found")
    assert OutboxMessage.objects.filter(topic="deliver").count() == 1


def test_the_log_of_any_length_sends_as_many_statements(admin: Staff) -> None:
    endpoint = a_webhook()

    def add() -> None:
        an_event()
        announce_events()

    as_many_for_more_rows(partial(admin.get, f"/webhooks/{endpoint.pk}/deliveries"), add)


def test_what_is_sent_again_finds_its_job_by_an_index() -> None:
    a_webhook()
    an_event()
    announce_events()
    sent: list[tuple[str, object]] = []

    def keep(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        sent.append((sql, parameters))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(keep):
        resend(WebhookDelivery.objects.get().pk, by=None)
    changes = [call for call in sent if call[0].startswith('UPDATE "workflows_outboxmessage"')]
    plans = ["\n".join(explain(*change)) for change in changes]
    assert ["using outbox_due" in plans[0], "using outbox_aside" in plans[1]] == [True, True], plans
