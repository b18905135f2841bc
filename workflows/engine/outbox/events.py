"""Public events: written in the transaction of the change, put into the feed and delivered after the commit."""

from typing import Any

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from workflows.engine.outbox.outbox import promise
from workflows.models import DomainEvent, Process, WebhookDelivery, WebhookEndpoint

PLACING_LOCK = 0x66656564  # an arbitrary number for an advisory lock
PLACED_AT_ONCE = 1_000


def emit_event(kind: str, process: Process, subject: Any) -> DomainEvent:
    """Write a public event about a subject, in the caller's transaction, which holds the process's lock."""
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
    promise("announce")
    return event


def announce_events() -> int:
    """Give new events their positions in the feed, and promise their deliveries; the number of events.

    Runs one at a time, so that no position is filled behind a reader's last position.
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
                    promise("deliver", {"delivery": delivery.pk})
    return len(events)
