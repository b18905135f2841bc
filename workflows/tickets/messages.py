"""The messages that people at the desk write: replies to the client, and notes."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.authority import kept
from accounts.models import User
from kit.errors import ForbiddenError
from tickets.models import Delivery, MessageKind, TicketStatus, Via
from tickets.writing import Words, add_message
from workflows.engine.outbox.outbox import LONGEST_OUTAGE, enqueue
from workflows.models import Process, TaskEvent
from workflows.tickets.forms import Reply
from workflows.tickets.recipients import chosen

MAIL_MESSAGE = "mail_ticket_message"


def store_reply(process: Any, form: Reply, *, by: User) -> int:
    """Save a reply under the lock of the process, and queue its mail; the id of the message.

    It may end with the name of `by`, which an erasure takes out. Raises ForbiddenError for an erased account,
    BeingChangedError, InvalidError for people who are not in the conversation.
    """
    if not kept(by.pk):
        raise ForbiddenError
    address = process.address
    copied = chosen(process.subject_id, address, left_out=form.left_out, also=form.also)
    is_mailed = bool(address or copied)
    words = Words(
        MessageKind.STAFF,
        form.reply,
        Via.CONSOLE,
        author_id=by.pk,
        delivery=Delivery.QUEUED if is_mailed else None,
        attachments=form.attachments,
        cc=copied,
    )
    message = add_message(process.subject_id, words, moves_to=TicketStatus.AWAITING_RESPONSE)
    if is_mailed:
        enqueue_mail(message.pk)
    return message.pk


def enqueue_mail(message_id: int) -> None:
    """Queue the mail of a message, in the caller's transaction: it is sent if and only if that commits.

    A mail server that is away is tried for a day from now on, also where the message is older and is sent again.
    """
    until = timezone.now() + LONGEST_OUTAGE
    enqueue(MAIL_MESSAGE, {"message": message_id, "until": until.isoformat()})


def store_note(process: Process, entry: TaskEvent) -> None:
    """Show a note in the conversation. Its text stays in history."""
    at: datetime = entry.at or timezone.now()
    words = Words(MessageKind.NOTE, "", Via.CONSOLE, author_id=entry.actor_id, at=at, event_id=entry.pk)
    add_message(process.subject_id, words)
