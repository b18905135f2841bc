"""Merges two open tickets of one client into the older one."""

from contextlib import ExitStack
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from tickets.errors import NotMergeableError, TicketNotFoundError
from tickets.models import Delivery, Message, MessageKind, Ticket, TicketLink, TicketStatus
from tickets.writing import CONVERSATION
from workflows.engine.core.access import require_access
from workflows.engine.core.lifecycle import end_process
from workflows.engine.core.locked import LockedTask
from workflows.engine.core.transition.writer import record_event
from workflows.engine.verbs.changes import newest_process, open_task_in
from workflows.engine.verbs.handing_on import notify_people_of, take_outside_outcome
from workflows.engine.verbs.harm import raise_priority
from workflows.models import Priority, Process, Task, TaskEvent
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.drafts import move_drafts
from workflows.tickets.priority import expect_reply


def merge_tickets(ticket_id: int, into_id: int, *, by: User) -> int:
    """Merge two tickets, in either order. Returns the id of the older one, which then holds all messages.

    Raises TicketNotFoundError, NotMergeableError, ForbiddenError if the person may not work on both in their current
    steps, TaskTakenError while somebody else holds or is assigned the newer one, TaskBusyError.
    """
    older_id, newer_id = sorted((ticket_id, into_id))
    if Ticket.objects.filter(pk__in=(older_id, newer_id)).count() != len({older_id, newer_id}):
        raise TicketNotFoundError
    if older_id == newer_id:
        raise NotMergeableError
    with transaction.atomic(), ExitStack() as held:
        # ordered by id, to avoid deadlocks
        older, newer = (held.enter_context(newest_process(TicketResolution, pk)) for pk in (older_id, newer_id))
        kept, ended = Ticket.objects.get(pk=older_id), Ticket.objects.get(pk=newer_id)
        task, other = open_task_in(older), open_task_in(newer)
        if task is None or other is None or not _is_same_client(kept, ended):
            raise NotMergeableError
        for step in (task, other):
            require_access(step, by)
        LockedTask(other).require_free_for(by)
        _move_messages(kept, ended)
        move_drafts(task, other)
        end_process(newer, other, TicketResolution.merged, "close", by=by, data={"into": older_id})
        Ticket.objects.filter(pk=newer_id).update(
            status=TicketStatus.MERGED, merged_into=kept, resolved_at=timezone.now(), last_message=None, message_count=0
        )
        entry = record_event(older, "merge", task=task, actor_id=by.pk, data={"from": newer_id})
        if newer.priority == Priority.HARMFUL:
            raise_priority(older, task)
        _go_on(older, task, entry, other=other)
        return older_id


def _is_same_client(one: Ticket, other: Ticket) -> bool:
    return bool(one.client_email) and one.client_email.lower() == other.client_email.lower()


def _move_messages(kept: Ticket, ended: Ticket) -> None:
    """Move messages and links. Each message keeps its time and `sent_to`, so ids from the source do not collide."""
    Message.objects.filter(ticket=ended).update(ticket=kept)
    linked = TicketLink.objects.filter(ticket=kept).values("review")
    TicketLink.objects.filter(ticket=ended).exclude(review__in=linked).update(ticket=kept)
    conversation = Message.objects.filter(ticket=kept, kind__in=CONVERSATION).exclude(delivery=Delivery.TAKEN_BACK)
    found: Any = conversation.aggregate(last=Max("pk"), at=Max("created_at"))
    Ticket.objects.filter(pk=kept.pk).update(
        last_message=found["last"], message_count=conversation.count(), updated_at=found["at"] or timezone.now()
    )


def _go_on(process: Process, task: Any, entry: TaskEvent, *, other: Any) -> None:
    """If the newer ticket waits for the staff, let the older one too, even if the staff wrote the newest message."""
    waits_for_staff = other.flow_task is not TicketResolution.awaiting_response
    if waits_for_staff and task.flow_task is TicketResolution.awaiting_response:
        asked = Message.objects.filter(ticket=process.subject_id, kind=MessageKind.CLIENT).order_by("-pk")
        number = asked.values_list("pk", flat=True).first()
        take_outside_outcome(process, task, "client_replies", {"message": number} if number else {})
    else:
        if waits_for_staff:
            expect_reply(process, task)
        notify_people_of(task, entry)
    if waits_for_staff:
        _keep_earlier_clock(open_task_in(process), other.due_at)


def _keep_earlier_clock(task: Any, due_at: datetime | None) -> None:
    if due_at is not None and due_at < task.due_at:
        Task.objects.filter(pk=task.pk).update(due_at=due_at, rank_at=due_at)
