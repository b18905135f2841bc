"""Messages written by people at the desk: replies to the client, and notes."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.authority import kept
from accounts.models import User
from kit.errors import ForbiddenError
from tickets.models import Attachment, Delivery, Message, MessageKind, TicketStatus, Via
from tickets.writing import NewMessage, add_message, take_back_message
from workflows.engine.core.errors import UndoOverError
from workflows.engine.outbox.outbox import enqueue
from workflows.engine.outbox.registry import LONGEST_OUTAGE
from workflows.models import Process, TaskDraft, TaskEvent
from workflows.tickets.drafts import move_drafts
from workflows.tickets.forms import Reply
from workflows.tickets.recipients import choice_of, chosen

MAIL_MESSAGE = "mail_ticket_message"
REPLY = "reply"  # the outcome whose name the draft of a reply has


def store_reply(process: Any, form: Reply, *, by: User, at: datetime) -> int:
    """Save a reply and enqueue its mail, held for SENDING_HOLD; returns the id of the message.

    `at`: of the decision, by the database's clock. The caller has locked the process. The text may end with the name of
    `by`, which an erasure of the account removes.
    Raises ForbiddenError for an erased account, BeingChangedError, InvalidError for people outside the conversation.
    """
    if not kept(by.pk):
        raise ForbiddenError
    address = process.address
    copied = chosen(process.subject_id, address, left_out=form.left_out, also=form.also)
    is_mailed = bool(address or copied)
    words = NewMessage(
        MessageKind.STAFF,
        form.reply,
        Via.CONSOLE,
        author_id=by.pk,
        at=at,
        delivery=(Delivery.HELD if settings.SENDING_HOLD else Delivery.QUEUED) if is_mailed else None,
        attachments=form.attachments,
        cc=copied,
    )
    message = add_message(process.subject_id, words, moves_to=TicketStatus.AWAITING_RESPONSE)
    if is_mailed:
        enqueue_mail(message.pk, after=settings.SENDING_HOLD)
    return message.pk


def enqueue_mail(message_id: int, *, after: timedelta | None = None) -> None:
    """Enqueue the mail of a message in the caller's transaction: it is sent if and only if that commits.

    If the mail server is unavailable, the mail is retried for LONGEST_OUTAGE from now, even if the message is older.
    """
    until = timezone.now() + LONGEST_OUTAGE
    enqueue(MAIL_MESSAGE, {"message": message_id, "until": until.isoformat()}, after=after)


def take_back_reply(task: Any, next_task: Any, *, by: User) -> None:
    """Take back the reply of a decision that is being undone. Nobody gets it. Its text becomes the task's draft again,
    before anything written in the meantime.

    The caller has locked the process. Raises UndoOverError if the mail is already being sent.
    """
    entries = TaskEvent.objects.filter(process=task.process_id, task_id=task.pk, action="decide")
    message: Any = Message.objects.get(pk=entries.latest("seq").data["message"])
    files = Attachment.objects.filter(message=message).order_by("pk").values_list("name", "pk")
    listed = "\n".join(f"{name} (#{number})" for name, number in files)
    if not take_back_message(message.pk):
        raise UndoOverError
    form = {"reply": message.text, "attachments": listed}
    form |= choice_of(message.ticket_id, task.process.address, message.cc)
    # drafts hold only texts, as the console stores them
    written = {name: value for name, value in form.items() if value}
    draft = {"form": written, "saved_at": timezone.now()}
    TaskDraft.objects.update_or_create(draft, task=task, user=by, outcome=REPLY)
    move_drafts(task, next_task)


def store_note(process: Process, entry: TaskEvent) -> None:
    """Show a note in the conversation. Its text is stored only in history."""
    at: datetime = entry.at or timezone.now()
    words = NewMessage(MessageKind.NOTE, "", Via.CONSOLE, author_id=entry.actor_id, at=at, event_id=entry.pk)
    add_message(process.subject_id, words)
