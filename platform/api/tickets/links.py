"""Links of a ticket: to another ticket of its client (merging), and to reviews; and the client's unmasked address."""

from datetime import datetime
from typing import Annotated, Any

from ninja import Field, Path, Query, Status

from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import SearchText
from api.tickets.tickets import TicketId
from companies.schemas import CompanyRef
from workflows.tickets.links import link_review, linkable_reviews, unlink_review
from workflows.tickets.merging import merge_tickets
from workflows.tickets.verbs import read_address

router = Router(tags=["Tickets"])


class MergeRequest(Payload):
    into: Annotated[int, Field(ge=1, le=MAX_ID)]


class Merged(Schema):
    """The older ticket, which holds all messages."""

    id: int


class LinkRequest(Payload):
    """`of_other_company`: link it even if ticket and review belong to different companies."""

    review_id: Annotated[int, Field(ge=1, le=MAX_ID)]
    of_other_company: bool = False


class Linked(Schema):
    review_id: int


class LinkableQuery(Schema):
    """Words of a review, its author's name, its number, or the address of its page."""

    q: SearchText = ""


class LinkableReview(Schema):
    """`same_company`: whether the ticket is about its company."""

    id: int
    title: str
    excerpt: str
    author_name: str
    company: CompanyRef
    same_company: bool
    rating: int | None
    received_at: datetime


class LinkableReviews(Schema):
    items: list[LinkableReview]


class FullAddress(Schema):
    email: str


@router.post(
    "/tickets/{ticket_id}/merge",
    response={200: Merged, 409: Problem},
    auth=Staff("tickets"),
    operation_id="mergeTickets",
)
def merge(request: StaffRequest, ticket_id: TicketId, body: MergeRequest) -> Any:
    """Merge two open tickets of one client into the older one. 409 `not_mergeable`, `task_taken`.

    403 also if the caller may not work on one of them, such as a moderator on an escalated ticket.
    """
    return {"id": merge_tickets(ticket_id, body.into, by=request.auth.user)}


@router.get(
    "/tickets/{ticket_id}/linkable-reviews",
    response=LinkableReviews,
    auth=Staff("tickets", and_also="moderation"),
    operation_id="listLinkableReviews",
)
def linkable(request: StaffRequest, ticket_id: TicketId, query: Query[LinkableQuery]) -> Any:
    """Reviews that can be linked, those of the ticket's company first. Without search words: its newest reviews."""
    return {"items": linkable_reviews(ticket_id, query.q, by=request.auth.user)}


@router.post(
    "/tickets/{ticket_id}/links",
    response={201: Linked, 409: Problem},
    auth=Staff("tickets", and_also="moderation"),
    operation_id="linkReview",
)
def link(request: StaffRequest, ticket_id: TicketId, body: LinkRequest) -> Any:
    """Link a review that the ticket is about. Idempotent.

    403 also without `moderation`, because a link shows the review. 409 `task_closed` for a merged ticket;
    `other_company`, with the company's name, for a review of another company without `of_other_company`.
    """
    link_review(ticket_id, body.review_id, of_other_company=body.of_other_company, by=request.auth.user)
    return Status(201, {"review_id": body.review_id})


@router.delete(
    "/tickets/{ticket_id}/links/{review_id}",
    response={204: None, 409: Problem},
    auth=Staff("tickets"),
    operation_id="unlinkReview",
)
def unlink(request: StaffRequest, ticket_id: TicketId, review_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Any:
    """Remove the link to a review. Idempotent. 409 `task_closed` for a merged ticket."""
    unlink_review(ticket_id, review_id, by=request.auth.user)
    return Status(204, None)


@router.post("/tickets/{ticket_id}/client", response={200: FullAddress, 413: Problem}, auth=Staff("tickets"))
def read_client(request: StaffRequest, ticket_id: TicketId) -> Any:
    """The unmasked address of the client. A POST, because each read leaves an entry in the audit log."""
    return {"email": read_address(ticket_id, by=request.auth.user)}
