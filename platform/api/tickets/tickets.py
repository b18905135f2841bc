"""Tickets: the list, one ticket with its conversation, its story, and opening one for a client."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from ninja import Field, Path, Query, Status
from pydantic import StringConstraints
from pydantic_core import to_json

from accounts.schemas import Person
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Line, OptionalEmailAddress, SearchText, Storable, Visible
from api.processes.processes import HistoryEntry, entry_of
from api.tasks.details import OutcomeChoice, TaskDetail, detail_of
from api.tasks.heads import ProcessRef
from tickets.models import MAX_SUBJECT, TicketStatus
from tickets.schemas import ClientOut, MessageOut, RecipientOut, TicketFields, TicketHead
from tickets.writing import Client
from workflows.engine.core.graph import node_title
from workflows.engine.verbs.presence import lookers
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.lists import MAX_PAGE_SIZE, PAGE_SIZE, TicketFilters, ticket_counts, ticket_page
from workflows.tickets.starting import open_for_client
from workflows.tickets.story import chapters_of, conversation_of

router = Router(tags=["Tickets"])

TicketId = Annotated[int, Path(ge=1, le=MAX_ID)]
FilterName = Literal["all_unresolved", "client_replied", "waiting_on_client", "overdue", "resolved", "mine"]
MAX_TEXT = 100_000
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TEXT), Storable, Visible]


class TicketQuery(Schema):
    """`filter`: the specification's three lists, overdue tickets, resolved ones, or `mine`: assigned to or held by the
    caller. `sort`: by the last change, by age, or (`due`) by when an answer is due or the ticket ends, harm first.
    """

    filter: FilterName = "all_unresolved"
    company: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None
    assignee: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None
    q: SearchText = ""
    sort: Literal["updated", "created", "due"] = "updated"
    direction: Literal["asc", "desc"] = "desc"
    cursor: Annotated[str, Field(max_length=400)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000, description=f"Never more than {MAX_PAGE_SIZE}.")] = (
        PAGE_SIZE
    )


class TicketRow(TicketFields):
    """`last_message_id`: to be sent when many tickets are resolved at once. `task_id`: the open step; null after the
    end. `due_at`: when an answer is due. `resolves_at`: when the ticket is resolved if the client does not answer.
    `copied`: who got a copy of the client's last mail. `excerpt`: the beginning of the last message;
    `written_by`: the id of its author if staff wrote it. `open_with`: other people who have it open.
    """

    last_message_id: int | None
    task_id: int | None
    locked: bool
    locked_by: str
    locked_id: int
    lock_version: int
    assigned_to: Person | None
    due_at: datetime | None
    overdue: bool
    resolves_at: datetime | None
    priority: int | None
    copied: list[ClientOut]
    excerpt: str
    written_by: int | None
    open_with: list[Person]


class TicketTable(Schema):
    """`searched`: the number of tickets examined for words, if that limit ended the page early (short or empty)."""

    items: list[TicketRow]
    next_cursor: str | None
    searched: int | None


class TicketCounts(Schema):
    """How many tickets each list has; `mine` and `overdue` are parts of the others."""

    all_unresolved: int
    client_replied: int
    waiting_on_client: int
    overdue: int
    mine: int


class LinkedReview(Schema):
    """Without `moderation`, and for the person with the second look at it: only its id, and the status UNKNOWN."""

    id: int
    title: str
    status: str


class LinkedTicket(Schema):
    """`relation`: this ticket `continues` it, is `continued_by` it or has `merged` it; or it has the `same_client`."""

    id: int
    subject: str
    status: TicketStatus
    created: datetime
    relation: Literal["continues", "continued_by", "merged", "same_client"]


class TicketLinks(Schema):
    reviews: list[LinkedReview]
    tickets: list[LinkedTicket]


class Conversation(TicketHead):
    """One ticket. `last_message_id`: to be sent with each reply, resolution and escalation.

    `task`: the open step with its lock, outcomes and drafts; after the end, the last step. `outcomes`: those of the
    open step that the caller may take. `merged_into`: the older ticket into which it was merged.
    """

    last_message_id: int | None
    merged_into: int | None
    messages: list[MessageOut]
    recipients: list[RecipientOut]
    links: TicketLinks
    task: TaskDetail | None
    outcomes: list[OutcomeChoice]


class ClientIn(Payload):
    """`email`: empty for a client who has only called; then replies are not mailed."""

    name: Annotated[Line, Field(max_length=300)]
    email: OptionalEmailAddress = ""


class NewTicket(Payload):
    """A ticket that a person opens for a client, who has written or called elsewhere."""

    company: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None
    subject: Annotated[Line, Field(max_length=MAX_SUBJECT)]
    client: ClientIn
    text: Text


class Opened(Schema):
    id: int


class TicketChapter(ProcessRef):
    """One process of the ticket: each reopening begins another."""

    outcome: str
    outcome_title: str
    created: datetime
    finished: datetime | None
    events: list[HistoryEntry]


@router.get("/tickets", response=TicketTable, auth=Staff("tickets", counts_as_activity=False))
def list_tickets(request: StaffRequest, query: Query[TicketQuery]) -> HttpResponse:
    """A page of tickets, by default the newest change first."""
    user = request.auth.user
    ascending = query.direction == "asc"
    filters = TicketFilters(query.filter, query.company, query.assignee, query.q, query.sort, ascending)
    page = ticket_page(filters, by=user, cursor=query.cursor, limit=query.limit)
    looking = lookers("task", [row["task_id"] for row in page.items if row["task_id"]], besides=user)
    for row in page.items:
        row["open_with"] = [{"id": pk, "name": name} for pk, name in looking.get(row["task_id"], [])]
    # has the form of TicketTable, but is not validated: validating a page takes longer than reading it
    body = to_json({"items": page.items, "next_cursor": page.next_cursor, "searched": page.searched})
    return HttpResponse(body, content_type="application/json")


@router.get("/tickets/counts", response=TicketCounts, auth=Staff("tickets", counts_as_activity=False))
def count_tickets(request: StaffRequest) -> Any:
    """The number of tickets in each list, except resolved ones."""
    return ticket_counts(request.auth.user)


@router.post("/tickets", response={201: Opened, 409: Problem}, auth=Staff("tickets"))
def open_ticket(request: StaffRequest, body: NewTicket) -> Any:
    """Open a ticket for a client. It waits in the queue like one that the client has sent."""
    client = Client(body.client.name, body.client.email)
    opened = open_for_client(body.subject, client, body.text, company_id=body.company, by=request.auth.user)
    return Status(201, {"id": opened})


@router.get(
    "/tickets/{ticket_id}",
    response=Conversation,
    auth=Staff("tickets", counts_as_activity=False),
    operation_id="getTicket",
)
def read_ticket(request: StaffRequest, ticket_id: TicketId) -> Any:
    """A ticket with its conversation, its open step, and what it is linked to."""
    user = request.auth.user
    found = conversation_of(ticket_id, by=user)
    task = found.task and detail_of(found.task, user)
    may_work = task is not None and user.may(task["permission"])
    return {
        **found.fields,
        "messages": found.messages,
        "recipients": [each.shown() for each in found.recipients],
        "links": found.links,
        "task": task,
        "outcomes": task["outcomes"] if task and may_work else [],
    }


@router.get(
    "/tickets/{ticket_id}/story", response=list[TicketChapter], auth=Staff("tickets"), operation_id="getTicketStory"
)
def read_story(request: StaffRequest, ticket_id: TicketId) -> Any:
    """The history of a ticket: its processes in order."""
    return [
        {
            "kind": process.kind,
            "id": process.pk,
            "outcome": process.outcome,
            "outcome_title": node_title(TicketResolution, process.outcome) if process.outcome else "",
            "created": process.created,
            "finished": process.finished,
            "events": [entry_of(entry) for entry in entries],
        }
        for process, entries in chapters_of(ticket_id)
    ]
