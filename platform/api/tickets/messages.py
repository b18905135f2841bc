"""What people do with a ticket: reply, leave a note, resolve, reopen, send again."""

from typing import Annotated, Any, Literal

from ninja import Field, Path, Status

from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.tickets.mail import MailSource, source_of
from api.tickets.tickets import TicketId
from tickets.models import TicketStatus
from tickets.originals import read_original_of
from tickets.writing import MAX_ATTACHMENTS
from workflows.tickets.forms import MAX_CHOSEN, MAX_REPLY
from workflows.tickets.verbs import leave_note_on, reopen, reply_to, resend, resolve

router = Router(tags=["Tickets"])

MessageId = Annotated[int, Field(ge=1, le=MAX_ID)]


PersonKey = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class MessageRequest(Payload):
    """`last_message_id`: the newest message that was read; required for a reply. `resolve`: also resolve the ticket.

    `left_out`, `also`: keys of `recipients` who get no copy of the reply, or get one in addition.
    """

    kind: Literal["reply", "note"]
    text: Annotated[str, Field(max_length=MAX_REPLY)]
    last_message_id: MessageId | None = None
    resolve: bool = False
    attachments: Annotated[list[MessageId], Field(max_length=MAX_ATTACHMENTS)] = []
    left_out: Annotated[list[PersonKey], Field(max_length=MAX_CHOSEN)] = []
    also: Annotated[list[PersonKey], Field(max_length=MAX_CHOSEN)] = []
    to: Annotated[int | None, Field(ge=1, le=MAX_ID, description="Of a note: the colleague to mention.")] = None


class Written(Schema):
    id: int
    status: TicketStatus


class ResolutionRequest(Payload):
    last_message_id: MessageId


class NewStatus(Schema):
    status: TicketStatus


@router.post(
    "/tickets/{ticket_id}/messages",
    response={201: Written, 409: Problem},
    auth=Staff("tickets"),
    operation_id="writeMessage",
)
def write(request: StaffRequest, ticket_id: TicketId, body: MessageRequest) -> Any:
    """Reply to the client, or leave a note for colleagues.

    A reply first claims a free ticket. 409 `task_taken` with the holder, `newer_message` with the newer messages,
    `task_closed` after the end, `upload_unknown`. A note is accepted after the end too; 409 `task_closed` only for a
    merged ticket.
    """
    user = request.auth.user
    if body.kind == "note":
        written = leave_note_on(ticket_id, body.text, to_id=body.to, by=user)
    else:
        written = reply_to(
            ticket_id,
            body.text,
            body.attachments,
            left_out=body.left_out,
            also=body.also,
            last_message_id=body.last_message_id,
            resolves=body.resolve,
            by=user,
        )
    return Status(201, {"id": written.message_id, "status": written.status})


@router.post("/tickets/{ticket_id}/resolution", response={200: NewStatus, 409: Problem}, auth=Staff("tickets"))
def resolve_ticket(request: StaffRequest, ticket_id: TicketId, body: ResolutionRequest) -> Any:
    """Mark a ticket as resolved. 409 `newer_message`, `task_taken`, `task_closed`."""
    return {"status": resolve(ticket_id, last_message_id=body.last_message_id, by=request.auth.user)}


@router.delete("/tickets/{ticket_id}/resolution", response={200: NewStatus, 409: Problem}, auth=Staff("tickets"))
def reopen_ticket(request: StaffRequest, ticket_id: TicketId) -> Any:
    """Reopen a resolved ticket. 409 `not_ended` for one that is open, or that was merged."""
    return {"status": reopen(ticket_id, by=request.auth.user)}


@router.post(
    "/tickets/{ticket_id}/messages/{message_id}/delivery", response={202: None, 409: Problem}, auth=Staff("tickets")
)
def send_again(request: StaffRequest, ticket_id: TicketId, message_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Any:
    """Send a message again after its mail failed. 409 `not_failed` otherwise, so that no mail is sent twice."""
    resend(ticket_id, message_id, by=request.auth.user)
    return Status(202, None)


@router.post(
    "/tickets/{ticket_id}/messages/{message_id}/source", response={200: MailSource, 413: Problem}, auth=Staff("tickets")
)
def read_mail(request: StaffRequest, ticket_id: TicketId, message_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Any:
    """The mail that became a message, as received. A POST, because each read leaves an entry in the audit log."""
    return source_of(read_original_of(ticket_id, message_id, by=request.auth.user))
