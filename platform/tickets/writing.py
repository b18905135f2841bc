"""Writes tickets and their messages. Processes call these functions in their transactions, under the process's lock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from kit.prepared import change
from kit.rows import insert_row
from kit.text import as_name
from tickets.errors import UploadUnknownError
from tickets.models import (
    MAX_SUBJECT,
    Attachment,
    Delivery,
    Message,
    MessageKind,
    Ticket,
    TicketStatus,
    Via,
)

MAX_ATTACHMENTS = 10  # of a message
NO_SUBJECT = "(no subject)"
# kinds that the client writes or reads; a reply is checked against the last of them
CONVERSATION = (MessageKind.CLIENT, MessageKind.STAFF)

_COUNT = """UPDATE tickets_ticket SET last_message_id = inserted.id, message_count = message_count + 1,
        updated_at = greatest(updated_at, %(created_at)s), warned_at = NULL,
        status = coalesce(%(moves_to)s, status)
    FROM inserted WHERE tickets_ticket.id = %(ticket_id)s RETURNING inserted.id"""
# Sets the status of open tickets. It resets the warning, because each wait for the client has its own. It skips rows
# that have these values already, such as after a message that set the status: each write adds to all indexes of a row.
MOVE_TICKETS = """UPDATE tickets_ticket SET status = %(status)s, resolved_at = NULL, warned_at = NULL
    WHERE id = ANY(%(subjects)s) AND (status <> %(status)s OR resolved_at IS NOT NULL OR warned_at IS NOT NULL)"""
_RESOLVE = """UPDATE tickets_ticket SET status = %(status)s, resolved_at = %(at)s, updated_at = %(at)s
    WHERE id = %(ticket)s"""
# count and last message as if the message had never been sent
_TAKE_BACK = """
    WITH taken AS (
        UPDATE tickets_message SET delivery = 'taken_back'
        WHERE id = %(message)s AND coalesce(delivery, 'held') = 'held' RETURNING id, ticket_id
    )
    UPDATE tickets_ticket SET message_count = message_count - 1, last_message_id = (
        SELECT max(message.id) FROM tickets_message message
        WHERE message.ticket_id = taken.ticket_id AND message.id <> taken.id AND message.kind IN ('client', 'staff')
            AND message.delivery IS DISTINCT FROM 'taken_back')
    FROM taken WHERE tickets_ticket.id = taken.ticket_id"""
_DELIVER = """UPDATE tickets_message SET delivery = %(delivery)s WHERE id = %(message)s AND delivery IS NOT NULL"""


@dataclass(frozen=True, slots=True)
class Client:
    """The person who writes. `email`: empty if unknown."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message to add to a ticket.

    `cc`: as `Message.cc`. `quoted`: earlier mail, shown folded. `searched_only`: further text, only searched. `harm`:
    passages with a threat of harm. `mail_message_id`: without angle brackets, unique. `external_id`: the source's id,
    unique in the ticket that it was sent to. `sent_to`: that ticket, if another one gets the message.
    """

    kind: MessageKind
    text: str
    via: Via
    author_id: int | None = None
    author_name: str = ""
    author_email: str = ""
    quoted: str = ""
    searched_only: str = ""
    cc: Sequence[Mapping[str, str]] = ()
    harm: Sequence[str] = ()
    at: datetime | None = None
    auto: bool = False
    delivery: Delivery | None = None
    mail_message_id: str | None = None
    in_reply_to: str = ""
    external_id: str | None = None
    sent_to: int | None = None
    event_id: int | None = None
    attachments: Sequence[int] = field(default=())

    @property
    def is_by_client(self) -> bool:
        """Whether the client wrote it. False for an automatic reply of the client's program."""
        return self.kind == MessageKind.CLIENT and not self.auto


def new_ticket(
    subject: str,
    client: Client,
    *,
    company_id: int | None = None,
    source: str = "",
    external_id: str | None = None,
    older_id: int | None = None,
    at: datetime | None = None,
) -> Ticket:
    """Save a ticket without messages. `workflows.tickets.starting` calls it and starts the process."""
    now = at or timezone.now()
    ticket = Ticket(
        subject=as_name(subject)[:MAX_SUBJECT] or NO_SUBJECT,
        client_name=as_name(client.name)[:300],
        client_email=client.email,
        company_id=company_id,
        source=source,
        external_id=external_id,
        older_id=older_id,
        created_at=now,
        updated_at=now,
    )
    insert_row(ticket)
    return ticket


def add_message(ticket_id: int, words: NewMessage, *, moves_to: TicketStatus | None = None) -> Message:
    """Add a message to a ticket. `moves_to`: the ticket's new status; only for messages of CONVERSATION.

    Raises IntegrityError if the mail or the external id exists already; UploadUnknownError for unknown attachments.
    """
    message = Message(
        ticket_id=ticket_id,
        kind=words.kind,
        author_id=words.author_id,
        author_name=words.author_name[:300],
        author_email=words.author_email[:254],
        text=words.text,
        quoted=words.quoted,
        harm=list(words.harm),
        cc=list(words.cc),
        created_at=words.at or timezone.now(),
        via=words.via,
        delivery=words.delivery,
        auto=words.auto,
        mail_message_id=words.mail_message_id,
        in_reply_to=words.in_reply_to[:998],
        external_id=words.external_id,
        sent_to_id=None if words.external_id is None else words.sent_to or ticket_id,
        event_id=words.event_id,
    )
    if words.kind in CONVERSATION:
        insert_row(message, and_insert=_COUNT, moves_to=moves_to and moves_to.value)
    else:
        insert_row(message)
    if words.attachments:
        _attach(message, words.attachments, words.author_id)
    return message


def resolve_ticket(ticket_id: int) -> None:
    """Set the status. The client can reopen the ticket for 30 days, staff at any time."""
    change(_RESOLVE, {"ticket": ticket_id, "status": TicketStatus.RESOLVED.value, "at": timezone.now()})


def set_delivery(message_id: int, delivery: Delivery) -> None:
    """Set the delivery of a message. Does nothing if the message is not mailed."""
    change(_DELIVER, {"message": message_id, "delivery": delivery.value})


def take_back_message(message_id: int) -> bool:
    """Take back a reply that is held or not mailed. Its files become unsent again. False if it is too late: its mail is
    already on its way.
    """
    if not change(_TAKE_BACK, {"message": message_id}):
        return False
    Attachment.objects.filter(message=message_id).update(message=None, created_at=timezone.now())
    return True


def _attach(message: Message, uploads: Sequence[int], uploader_id: int | None) -> None:
    """Raises UploadUnknownError for an upload that is already sent, another person's, or missing."""
    wanted = set(uploads)
    own: Any = Attachment.objects.filter(pk__in=wanted, message=None, uploader=uploader_id)
    if own.update(message=message) != len(wanted):
        raise UploadUnknownError
