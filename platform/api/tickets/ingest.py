"""Tickets from programs: up to two hundred per call with a result for each, and further messages of a ticket."""

from typing import Annotated, Any

from django.db import transaction
from ninja import Path, Status
from pydantic import Field

from api.http.errors import Problem
from api.http.keys import KeyRequest, ThrottledKey
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.reviews.ingest import ExternalIdInPath
from kit.errors import NotFoundError
from kit.text import storable
from workflows.tickets.ingest import (
    MAX_AT_ONCE,
    IncomingMessage,
    TicketIngestStatus,
    ingest_ticket_message,
    ingest_tickets,
)

router = Router(tags=["Ingest"])


class TicketDelivery(Payload):
    """`items`: objects with source, external_id, company, subject, client and messages: see docs/ingest.md."""

    items: Annotated[list[Any], Field(min_length=1, max_length=MAX_AT_ONCE)]


class TicketResult(Schema):
    """The result for one ticket. `index` is its place in the call.

    `code`: why it was rejected, such as `invalid`, `repeated_id` or `other_author`.
    """

    index: int
    status: TicketIngestStatus
    id: int | None
    errors: dict[str, list[str]]
    code: str | None


class TicketResults(Schema):
    results: list[TicketResult]


class ReceivedMessage(Schema):
    """`ticket_id`: the ticket that got the message: another one if the named one ended long ago or was merged."""

    id: int
    ticket_id: int


@router.post(
    "/ingest/tickets",
    response={200: TicketResults, 409: Problem},
    auth=ThrottledKey("tickets"),
    operation_id="ingestTickets",
)
def ingest(request: KeyRequest, body: TicketDelivery) -> Any:
    """Receive tickets. An invalid ticket is rejected without affecting the others; a repeated one is a duplicate.

    Another ticket under an id of this call (`repeated_id`), or of another client than the stored one (`other_author`),
    is rejected.
    """
    received = ingest_tickets(body.items)
    return {
        "results": [
            {
                "index": index,
                "status": of.status,
                "id": of.ticket_id,
                "errors": dict(of.errors),
                "code": of.code or None,
            }
            for index, of in enumerate(received)
        ]
    }


@router.post(
    "/ingest/tickets/{source}/{anything:external_id}/messages",
    response={200: ReceivedMessage, 201: ReceivedMessage, 409: Problem},
    auth=ThrottledKey("tickets"),
    operation_id="ingestTicketMessage",
)
def ingest_message(
    request: KeyRequest,
    source: Annotated[str, Path(max_length=32)],
    external_id: ExternalIdInPath,
    body: IncomingMessage,
) -> Any:
    """Add a message to a ticket. 200 if it exists already."""
    try:
        storable(source + external_id)
    except ValueError as error:
        raise NotFoundError("There is no ticket with this source and external id.") from error
    with transaction.atomic():
        arrived = ingest_ticket_message(source, external_id, body)
    answer = {"id": arrived.message_id, "ticket_id": arrived.ticket_id}
    return Status(201 if arrived.is_new else 200, answer)
