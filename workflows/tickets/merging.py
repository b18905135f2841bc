"""Two open tickets of one client become the older one."""

from contextlib import ExitStack
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from tickets.errors import NotMergeableError, TicketNotFoundError
from tickets.models import Message, MessageKind, Ticket, TicketLink, TicketStatus
from tickets.writing import CONVERSATION
from workflows.engine.core.activations import end_from_outside
from workflows.engine.core.history import record_event
from workflows.engine.core.locked import LockedTask
from workflows.engine.verbs.changes import newest_process, open_task_in
from workflows.engine.verbs.handing_on import notify_people_of, take_outside_outcome
from workflows.models import Priority, Process
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.priority import raise_priority


def merge_tickets(ticket_id: int, into_id: int, *, by: User) -> int:
    """Merge two tickets, whichever is named first; the number of the older, which holds all messages then.

    Raises TicketNotFoundError, NotMergeableError, TaskTakenError while somebody else has the newer, TaskBusyError.
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
        LockedTask(other).require_free_for(by)
        _move_messages(kept, ended)
        end_from_outside(newer, other, TicketResolution.merged)
        Ticket.objects.filter(pk=newer_id).update(
            status=TicketStatus.MERGED, merged_into=kept, resolved_at=timezone.now(), last_message=None, message_count=0
        )
        to = TicketResolution.merged.name
        record_event(newer, "close", task=other, actor_id=by.pk, to_node=to, data={"into": older_id})
        entry = record_event(older, "merge", task=task, actor_id=by.pk, data={"from": newer_id})
        if newer.priority == Priority.HARMFUL:
            raise_priority(older, task)
        if not _goes_on(older, task, kept):
            notify_people_of(task, entry)
        return older_id


def _is_same_client(one: Ticket, other: Ticket) -> bool:
    return bool(one.client_email) and one.client_email.lower() == other.client_email.lower()


def _move_messages(kept: Ticket, ended: Ticket) -> None:
    """With their times. An external id is unique in its ticket: one that both have stays with the older's message."""
    existing = Message.objects.filter(ticket=kept, external_id__isnull=False).values("external_id")
    Message.objects.filter(ticket=ended, external_id__in=existing).update(external_id=None)
    Message.objects.filter(ticket=ended).update(ticket=kept)
    linked = TicketLink.objects.filter(ticket=kept).values("review")
    TicketLink.objects.filter(ticket=ended).exclude(review__in=linked).update(ticket=kept)
    conversation = Message.objects.filter(ticket=kept, kind__in=CONVERSATION)
    found: Any = conversation.aggregate(last=Max("pk"), at=Max("created_at"))
    Ticket.objects.filter(pk=kept.pk).update(
        last_message=found["last"], message_count=conversation.count(), updated_at=found["at"] or timezone.now()
    )


def _goes_on(process: Process, task: Any, kept: Ticket) -> bool:
    """Whether the newest message is the client's, and moves a ticket that waited for them."""
    newest: Any = Message.objects.filter(ticket=kept, kind__in=CONVERSATION).order_by("-created_at", "-pk").first()
    waits = task.flow_task is TicketResolution.awaiting_response
    if newest is None or newest.kind != MessageKind.CLIENT or not waits:
        return False
    take_outside_outcome(process, task, "client_replies", {"message": newest.pk})
    return True
