"""The messages that people at the desk write: replies to the client, and notes."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.authority import kept
from accounts.models import User
from kit.errors import ForbiddenError
from tickets.models import Attachment, Delivery, Message, MessageKind, TicketStatus, Via
from tickets.writing import Words, add_message, take_back_message
from workflows.engine.core.errors import UndoOverError
from workflows.engine.outbox.outbox import LONGEST_OUTAGE, enqueue
from workflows.models import Process, TaskDraft, TaskEvent
from workflows.tickets.drafts import move_drafts
from workflows.tickets.forms import Reply
from workflows.tickets.recipients import choice_of, chosen

MAIL_MESSAGE = "mail_ticket_message"
REPLY = "reply"  # the outcome under which the draft of a reply is kept


def store_reply(process: Any, form: Reply, *, by: User) -> int:
    """Save a reply under the lock of the process, and queue its mail, held for SENDING_HOLD; the id of the message.

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
        delivery=(Delivery.HELD if settings.SENDING_HOLD else Delivery.QUEUED) if is_mailed else None,
        attachments=form.attachments,
        cc=copied,
    )
    message = add_message(process.subject_id, words, moves_to=TicketStatus.AWAITING_RESPONSE)
    if is_mailed:
        enqueue_mail(message.pk, after=settings.SENDING_HOLD)
    return message.pk


def enqueue_mail(message_id: int, *, after: timedelta | None = None) -> None:
    """Queue the mail of a message, in the caller's transaction: it is sent if and only if that commits.

    A mail server that is away is tried for a day from now on, also where the message is older and is sent again.
    """
    until = timezone.now() + LONGEST_OUTAGE
    enqueue(MAIL_MESSAGE, {"message": message_id, "until": until.isoformat()}, after=after)


def take_back_reply(task: Any, next_task: Any, *, by: User) -> None:
    """Take back the reply of a decision that is being undone: nobody gets it, and its words are a draft of the task
    again, before what was begun meanwhile. The process is locked. Raises UndoOverError once its mail is on its way.
    """
    entries = TaskEvent.objects.filter(process=task.process_id, task_id=task.pk, action="decide")
    message: Any = Message.objects.get(pk=entries.latest("seq").data["message"])
    files = Attachment.objects.filter(message=message).order_by("pk").values_list("name", "pk")
    listed = "\n".join(f"{name} (#{number})" for name, number in files)
    if not take_back_message(message.pk):
        raise UndoOverError
    form = {"reply": message.text, "attachments": listed}
    form |= choice_of(message.ticket_id, task.process.address, message.cc)
    written = {name: value for name, value in form.items() if value}  # texts, as the console keeps them
    draft = {"form": written, "saved_at": timezone.now()}
    TaskDraft.objects.update_or_create(draft, task=task, user=by, outcome=REPLY)
    move_drafts(task, next_task)


def store_note(process: Process, entry: TaskEvent) -> None:
    """Show a note in the conversation. Its text stays in history."""
    at: datetime = entry.at or timezone.now()
    words = Words(MessageKind.NOTE, "", Via.CONSOLE, author_id=entry.actor_id, at=at, event_id=entry.pk)
    add_message(process.subject_id, words)
