"""Webhooks: signed, at least once under a stable id, with a sequence per subject."""

import hmac
import json
import time
from hashlib import sha256
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.functions import Now

from workflows.engine.outbox.marks import head_of, mark
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
    body = json.dumps(event_body(delivery.event), separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        "Docket-Event": str(delivery.event_id),
        "Docket-Signature": signature(delivery.endpoint.secret, body, int(time.time())),
    }
    try:
        answer = requests.post(
            delivery.endpoint.url, data=body, headers=headers, timeout=TIMEOUT_SECONDS, allow_redirects=False
        )
        taken, result = answer.ok and not answer.is_redirect, str(answer.status_code)
    except requests.RequestException as error:
        taken, result = False, type(error).__name__
    if taken:
        mark("webhook", head)
    WebhookDelivery.objects.filter(pk=delivery_id).update(
        attempts=F("attempts") + 1, last_answer=result, delivered_at=Now() if taken else None
    )
    if not taken:
        raise DeliveryFailedError(result)


def event_body(event: DomainEvent) -> dict[str, Any]:
    """The body of a webhook, also used in the feed."""
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


def signature(secret: str, body: bytes, at: int) -> str:
    """`t=<unix seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`: receivers must refuse old or changed messages."""
    mac = hmac.new(secret.encode(), f"{at}.".encode() + body, sha256).hexdigest()
    return f"t={at},v1={mac}"
