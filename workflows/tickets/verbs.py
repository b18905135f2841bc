"""The verbs on a ticket, by its id: they call the engine's verbs on its open task."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.errors import InvalidError, NotFoundError
from tickets.errors import NotFailedError, TicketNotFoundError
from tickets.models import Delivery, Message, MessageKind, Ticket
from tickets.reading import ticket_fields
from workflows.engine.core.outcomes import MAX_NOTES
from workflows.engine.core.transition.writer import record_event
from workflows.engine.verbs.changes import newest_process
from workflows.engine.verbs.decisions import decide_free_task
from workflows.engine.verbs.notes import leave_note
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.messages import enqueue_mail
from workflows.tickets.reopening import reopen_ticket
from workflows.tickets.story import newest_task_id


@dataclass(frozen=True, slots=True)
class Written:
    message_id: int
    status: str


def reply_to(
    ticket_id: int,
    text: str,
    attachments: Sequence[int] = (),
    *,
    left_out: Sequence[str] = (),
    also: Sequence[str] = (),
    last_message_id: int | None,
    resolves: bool = False,
    by: User,
) -> Written:
    """Answer the client. `last_message_id`: the newest message that the person read. `left_out`, `also`: keys of
    `workflows.tickets.recipients`.

    Raises TaskTakenError, NewerMessageError, TaskClosedError, UploadUnknownError, InvalidError, TicketNotFoundError.
    """
    if last_message_id is None:
        raise InvalidError({"last_message_id": ["A reply needs the last message that was read."]})
    payload: dict[str, Any] = {"reply": text, "attachments": list(attachments)} | {
        name: list(keys) for name, keys in (("left_out", left_out), ("also", also)) if keys
    }
    outcome = "reply_and_resolve" if resolves else "reply"
    with transaction.atomic(), _naming_the_text():
        status = decide_free_task(
            _task_of(ticket_id), by=by, outcome=outcome, payload=payload, revision=last_message_id
        )
        return Written(_newest(ticket_id, MessageKind.STAFF, by), status)


def leave_note_on(ticket_id: int, text: str, *, to_id: int | None = None, by: User) -> Written:
    """Leave a note, even if somebody else holds the ticket or it has ended. A note does not move the ticket.

    Raises TicketNotFoundError, InvalidError, TaskClosedError for a merged ticket.
    """
    note = text.strip()
    if not 0 < len(note) <= MAX_NOTES:
        raise InvalidError({"text": [f"A note has 1 to {MAX_NOTES} characters."]})
    with transaction.atomic():
        leave_note(_task_of(ticket_id), note, by=by, to_id=to_id)
        return Written(_newest(ticket_id, MessageKind.NOTE, by), _status_of(ticket_id))


def resolve(ticket_id: int, *, last_message_id: int, by: User) -> str:
    """Mark as resolved; returns the new status. Raises TaskTakenError, NewerMessageError, TaskClosedError."""
    return decide_free_task(_task_of(ticket_id), by=by, outcome="resolve", payload={}, revision=last_message_id)


def reopen(ticket_id: int, *, by: User) -> str:
    """Reopen a ticket; returns the new status. Raises NotEndedError, TicketNotFoundError."""
    _task_of(ticket_id)
    reopen_ticket(ticket_id, by=by)
    return _status_of(ticket_id)


def resend(ticket_id: int, message_id: int, *, by: User) -> None:
    """Enqueue the mail of a message again, after it has failed. Raises NotFoundError, NotFailedError."""
    _task_of(ticket_id)
    with newest_process(TicketResolution, ticket_id) as process:
        message = Message.objects.filter(pk=message_id, ticket=ticket_id).first()
        if message is None:
            raise NotFoundError("This ticket has no message with this number.")
        if not Message.objects.filter(pk=message_id, delivery__in=[Delivery.FAILED, Delivery.NOT_SENT]).update(
            delivery=Delivery.QUEUED
        ):
            raise NotFailedError
        enqueue_mail(message_id)
        record_event(process, "mail", actor_id=by.pk, data={"message": message_id})


@contextmanager
def _naming_the_text() -> Iterator[None]:
    """Rename the fields of an InvalidError from those of the form to those of the API call."""
    try:
        yield
    except InvalidError as error:
        names = {"form.reply": "text"}
        fields = {names.get(name, name.removeprefix("form.")): found for name, found in error.fields.items()}
        raise InvalidError(fields) from error


def read_address(ticket_id: int, *, by: User) -> str:
    """The whole address of the client. The audit log records who read it. Raises TicketNotFoundError."""
    address = ticket_fields(ticket_id)["address"]
    with transaction.atomic():
        record_audit(actions.TICKET_ADDRESS_READ, ticket_id, user_id=by.pk)
    return str(address)


def _status_of(ticket_id: int) -> str:
    return str(Ticket.objects.values_list("status", flat=True).get(pk=ticket_id))


def _task_of(ticket_id: int) -> int:
    """The id of the open task of a ticket, otherwise of its last. Raises TicketNotFoundError."""
    task_id = newest_task_id(ticket_id)
    if task_id is None:
        raise TicketNotFoundError
    return task_id


def _newest(ticket_id: int, kind: MessageKind, by: User) -> int:
    """The id of the message that the person has just written, read under the lock of the process."""
    own = Message.objects.filter(ticket=ticket_id, kind=kind, author=by).order_by("-pk")
    return own.values_list("pk", flat=True)[0]
