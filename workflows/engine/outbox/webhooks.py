"""Webhooks: signed, at least once under a stable id, with a sequence per subject."""

import json
import time
from http import HTTPStatus
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.functions import Now

from workflows.engine.outbox.marks import HEADER, head_of, mark, reference_in
from workflows.engine.outbox.signing import signed
from workflows.models import DomainEvent, WebhookDelivery

TIMEOUT_SECONDS = 10  # shorter than the outbox lease, so that a slow receiver gets no parallel requests


class DeliveryFailedError(Exception):
    """The receiver did not accept the event; the delivery is retried."""


def deliver(delivery_id: int) -> None:
    """Send one event to one endpoint, unless it was delivered. Raises DeliveryFailedError."""
    import requests  # noqa: PLC0415 (a tenth of every process's start, and only workers deliver)

    delivery = WebhookDelivery.objects.select_related("endpoint", "event").filter(pk=delivery_id).first()
    if delivery is None or delivery.delivered_at or not delivery.endpoint.active:
        return
    head = head_of(delivery.event.process_id)
    follows = reference_in(head)
    entry = {"entry": follows[HEADER]} if follows else {}
    body = json.dumps({**event_body(delivery.event), **entry}, separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        **follows,
        **signed(str(delivery.event_id), body, delivery.endpoint, at=int(time.time())),
    }
    try:
        answer = requests.post(
            delivery.endpoint.url, data=body, headers=headers, timeout=TIMEOUT_SECONDS, allow_redirects=False
        )
        status = answer.status_code
        taken, result = HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES, str(status)
    except requests.RequestException as error:
        taken, result = False, type(error).__name__
    if taken:
        mark("webhook", head)
    WebhookDelivery.objects.filter(pk=delivery_id).update(
        attempts=F("attempts") + 1, attempted_at=Now(), last_answer=result, delivered_at=Now() if taken else None
    )
    if not taken:
        raise DeliveryFailedError(result)


def event_body(event: DomainEvent) -> dict[str, Any]:
    """The body of a webhook, also used in the feed. A webhook has `entry` besides: the entry of history it follows."""
    return {
        "id": str(event.pk),
        "kind": event.kind,
        "subject": {"kind": event.subject_kind, "id": event.subject_id},
        "sequence": event.sequence,
        "position": event.position,
        "occurred_at": event.occurred_at.isoformat(),
        "data": event.payload,
    }


def events_after(position: int, limit: int) -> QuerySet[DomainEvent]:
    """The feed after a position, in order."""
    return DomainEvent.objects.filter(position__gt=position).order_by("position")[:limit]
