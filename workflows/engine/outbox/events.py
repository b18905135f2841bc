"""Domain events: written in the transaction of the change, added to the feed and delivered after the commit."""

from collections.abc import Collection
from typing import Any

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from workflows.engine.outbox.outbox import enqueue
from workflows.models import DomainEvent, Process, WebhookDelivery, WebhookEndpoint

PLACING_LOCK = 0x66656564  # key of an advisory lock, arbitrary
PLACED_AT_ONCE = 1_000


def emit_event(kind: str, process: Process, subject: Any) -> DomainEvent:
    """Write an event about a subject in the caller's transaction, which holds the process's lock."""
    earlier = DomainEvent.objects.filter(subject_kind=subject.thing, subject_id=process.subject_id)
    event = DomainEvent.objects.create(
        kind=kind,
        subject_kind=subject.thing,
        subject_id=process.subject_id,
        sequence=(earlier.aggregate(last=Max("sequence"))["last"] or 0) + 1,
        process=process,
        payload=subject.public(process.subject_id),
        occurred_at=timezone.now(),
    )
    enqueue("announce")
    return event


def empty_in_events(subject: Any, subject_id: int, names: Collection[str]) -> None:
    """Take texts out of the events about a subject that are written already, also out of those to be delivered yet."""
    for event in DomainEvent.objects.filter(subject_kind=subject.thing, subject_id=subject_id).order_by("sequence"):
        event.payload = {**event.payload, **dict.fromkeys(event.payload.keys() & set(names), "")}
        event.save(update_fields=["payload"])


def announce_events() -> int:
    """Set the feed positions of new events, and enqueue their deliveries; the number of events.

    Serialised by an advisory lock, so that no event appears before a position that a reader has already passed.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PLACING_LOCK])
        waiting = DomainEvent.objects.filter(position=None).order_by("occurred_at", "sequence", "id")[:PLACED_AT_ONCE]
        events = list(waiting)
        place = DomainEvent.objects.aggregate(last=Max("position"))["last"] or 0
        for event in events:
            place += 1
            event.position = place
        DomainEvent.objects.bulk_update(events, ["position"])
        for endpoint in WebhookEndpoint.objects.filter(active=True):
            for event in events:
                if not endpoint.kinds or event.kind in endpoint.kinds:
                    delivery = WebhookDelivery.objects.create(endpoint=endpoint, event=event)
                    enqueue("deliver", {"delivery": delivery.pk})
    return len(events)
