"""The log of what was sent to an address, and sending it again."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.errors import ConflictError, NotFoundError
from workflows.engine.outbox.endpoints import WebhookNotFoundError
from workflows.engine.outbox.failed_jobs import try_again
from workflows.engine.outbox.outbox import enqueue
from workflows.models import OutboxMessage, WebhookDelivery, WebhookEndpoint

TOPIC = "deliver"
State = Literal["delivered", "waiting", "failed"]


class DeliveryNotFoundError(NotFoundError):
    code = "delivery_not_found"
    message = "There is no such delivery."


class WebhookRemovedError(ConflictError):
    code = "webhook_removed"
    message = "This webhook was removed: nothing is sent to it."


@dataclass(frozen=True, slots=True)
class Logged:
    """`next_at`: when a waiting delivery is tried again at the earliest."""

    delivery: WebhookDelivery
    state: State
    next_at: datetime | None


def deliveries_of(endpoint_id: int, *, delivered: bool | None = None) -> QuerySet[WebhookDelivery]:
    """Those to an address, also to one that was removed. Raises WebhookNotFoundError."""
    if not WebhookEndpoint.objects.filter(pk=endpoint_id).exists():
        raise WebhookNotFoundError
    rows = WebhookDelivery.objects.filter(endpoint=endpoint_id).select_related("event")
    return rows if delivered is None else rows.filter(delivered_at__isnull=not delivered)


def with_states(deliveries: Iterable[WebhookDelivery]) -> list[Logged]:
    """What is neither delivered nor waits for an attempt has failed: a day of attempts, or the end of its address."""
    rows = list(deliveries)
    open_ids = [row.pk for row in rows if row.delivered_at is None]
    jobs = OutboxMessage.objects.filter(topic=TOPIC, done_at=None, set_aside_at=None, payload__delivery__in=open_ids)
    due = {job.payload["delivery"]: job.available_at for job in jobs} if open_ids else {}
    return [Logged(row, _state(row, due), due.get(row.pk)) for row in rows]


def resend(delivery_id: int, *, by: User | None) -> None:
    """Send an event once more, under the same id, with all attempts; one that waits is due at once.

    `by` None: the command line. Raises DeliveryNotFoundError, WebhookRemovedError.
    """
    with transaction.atomic():
        rows = WebhookDelivery.objects.select_for_update(of=("self",)).select_related("endpoint")
        delivery = rows.filter(pk=delivery_id).first()
        if delivery is None:
            raise DeliveryNotFoundError
        if not delivery.endpoint.active:
            raise WebhookRemovedError
        delivery.delivered_at = None
        delivery.save(update_fields=["delivered_at"])
        jobs = OutboxMessage.objects.filter(topic=TOPIC, payload={"delivery": delivery_id}, done_at=None)
        # one after the other: there is an index for each, and none for both
        if not try_again(jobs.filter(set_aside_at=None)) + try_again(jobs.filter(set_aside_at__isnull=False)):
            enqueue(TOPIC, {"delivery": delivery_id})
        by_id = by.pk if by else None
        record_audit(actions.WEBHOOK_RESENT, delivery.endpoint_id, user_id=by_id, event=str(delivery.event_id))


def _state(delivery: WebhookDelivery, due: dict[int, datetime]) -> State:
    if delivery.delivered_at:
        return "delivered"
    return "waiting" if delivery.pk in due else "failed"
