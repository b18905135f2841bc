"""The addresses that receive events, for admins: their secrets, and the log of what was sent to them."""

from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlsplit
from uuid import UUID

from ninja import Field, Path, Query, Status

from api.events import EventSubject
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.lists import PageQuery
from api.http.routing import Router
from api.http.schemas import Schema
from api.processes.history import PERMISSION as ADMINS
from kit.pages import keyset_page
from workflows.engine.outbox.deliveries import Logged, State, deliveries_of, resend, with_states
from workflows.engine.outbox.endpoints import rotate_secret
from workflows.models import WebhookEndpoint

router = Router(tags=["Webhooks"])

WebhookId = Annotated[int, Path(ge=1, le=MAX_ID)]


class WebhookOut(Schema):
    """`host`: of its address; the whole address may contain a secret, and only the command line shows it. `kinds`: of
    events; empty for all. `previous_until`: until when the previous secret is valid too."""

    id: int
    host: str
    kinds: list[str]
    active: bool
    created_at: datetime
    previous_until: datetime | None


class WebhookList(Schema):
    items: list[WebhookOut]


class NewSecret(Schema):
    """`secret` is not shown again. The previous one is valid until `previous_until`: each call is signed with both."""

    secret: str
    previous_until: datetime


class SentEvent(Schema):
    """`id`: the `webhook-id` of each attempt."""

    id: UUID
    kind: str
    subject: EventSubject
    occurred_at: datetime


class DeliveryOut(Schema):
    """`answer`: the status of the last attempt, or the name of its error. `next_at`: the earliest time of the next
    attempt. `failed`: attempts ended after a day, or the webhook was removed."""

    id: int
    event: SentEvent
    state: State
    attempts: int
    answer: str
    attempted_at: datetime | None
    delivered_at: datetime | None
    next_at: datetime | None


class DeliveryList(Schema):
    items: list[DeliveryOut]
    next_cursor: str | None


class DeliveryQuery(PageQuery):
    delivered: Annotated[bool | None, Field(description="Only those that were delivered, or that were not.")] = None


@router.get("/webhooks", response=WebhookList, auth=Staff(ADMINS), operation_id="listWebhooks")
def list_webhooks(request: StaffRequest) -> Any:
    """All webhooks, including removed ones."""
    return {"items": [_webhook(endpoint) for endpoint in WebhookEndpoint.objects.order_by("pk")]}


@router.post(
    "/webhooks/{webhook_id}/secret",
    response=NewSecret,
    auth=Staff(ADMINS, asks_again=True),
    operation_id="rotateWebhookSecret",
)
def rotate(request: StaffRequest, webhook_id: WebhookId) -> Any:
    """Make a new secret. 404 `webhook_not_found` for a removed webhook."""
    endpoint = rotate_secret(webhook_id, by=request.auth.user)
    return {"secret": endpoint.secret, "previous_until": endpoint.previous_until}


@router.get(
    "/webhooks/{webhook_id}/deliveries", response=DeliveryList, auth=Staff(ADMINS), operation_id="listDeliveries"
)
def list_deliveries(request: StaffRequest, webhook_id: WebhookId, query: Query[DeliveryQuery]) -> Any:
    """The log, the newest event first."""
    rows = deliveries_of(webhook_id, delivered=query.delivered)
    of = f"deliveries {webhook_id}"
    page, next_cursor = keyset_page(rows, "pk", of=of, cursor=query.cursor, limit=query.limit, descending=True)
    return {"items": [_delivery(logged) for logged in with_states(page)], "next_cursor": next_cursor}


@router.post(
    "/webhooks/deliveries/{delivery_id}/resend",
    response={204: None, 409: Problem},
    auth=Staff(ADMINS),
    operation_id="resendDelivery",
)
def send_again(request: StaffRequest, delivery_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Any:
    """Send an event once more, under the same id. 409 `webhook_removed`."""
    resend(delivery_id, by=request.auth.user)
    return Status(204, None)


def _webhook(endpoint: WebhookEndpoint) -> dict[str, Any]:
    shown = ("kinds", "active", "created_at", "previous_until")
    host = urlsplit(endpoint.url).hostname or ""
    return {"id": endpoint.pk, "host": host, **{name: getattr(endpoint, name) for name in shown}}


def _delivery(logged: Logged) -> dict[str, Any]:
    row, event = logged.delivery, logged.delivery.event
    return {
        "id": row.pk,
        "event": {
            "id": event.pk,
            "kind": event.kind,
            "subject": {"kind": event.subject_kind, "id": event.subject_id},
            "occurred_at": event.occurred_at,
        },
        "state": logged.state,
        "answer": row.last_answer,
        "next_at": logged.next_at,
        **{name: getattr(row, name) for name in ("attempts", "attempted_at", "delivered_at")},
    }
