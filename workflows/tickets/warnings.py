"""Warns the client by mail before an unanswered ticket ends.

At most one mail for each ticket and day, to prevent mail loops.
"""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from kit.desk_day import at_desk
from tickets.models import Delivery, MessageKind, Ticket, Via
from tickets.writing import NewMessage, add_message
from workflows.engine.core.errors import TaskBusyError
from workflows.engine.core.locked import is_leased
from workflows.engine.core.transition.writer import record_event
from workflows.engine.verbs.changes import newest_process, open_task_in
from workflows.models import OPEN, Process, Task
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.clocks import RESOLVED_AFTER, WARNED_AFTER
from workflows.tickets.messages import enqueue_mail

ONE_A_DAY = timedelta(days=1)
MAX_AT_ONCE = 500

_TEXT = """Hello{name},

we have not heard from you since we answered your question “{subject}”.

If it is answered, you need not do anything: it is closed on {day}. If it is not, reply to this mail.
"""


def warn_clients() -> int:
    """Warn clients whose tickets have waited for WARNED_AFTER, each once; returns the count."""
    warned = 0
    for ticket_id in _to_warn():
        try:
            warned += warn_client(ticket_id)
        except TaskBusyError:  # tried again in the next run
            continue
    return warned


def warn_client(ticket_id: int) -> bool:
    """Enqueue the warning. False if the client has answered, was warned, or got an automatic mail today.

    While somebody holds the ticket the warning waits, because they may be writing to the client (product.md, Clocks).
    """
    with transaction.atomic(), newest_process(TicketResolution, ticket_id) as process:
        ticket, task = Ticket.objects.get(pk=ticket_id), open_task_in(process)
        if task is None or task.flow_task != TicketResolution.awaiting_response or not _may_be_written_to(ticket):
            return False
        if is_leased(task, task.db_now):
            return False
        words = NewMessage(MessageKind.SYSTEM, _text(ticket, task), Via.CONSOLE, auto=True, delivery=Delivery.QUEUED)
        message = add_message(ticket_id, words)
        now = timezone.now()
        Ticket.objects.filter(pk=ticket_id).update(warned_at=now, automatic_mail_at=now)
        record_event(process, "message", task=task, data={"message": message.pk})
        enqueue_mail(message.pk)
        return True


def _may_be_written_to(ticket: Ticket) -> bool:
    """At most once for each wait, and once a day."""
    last = ticket.automatic_mail_at
    return bool(ticket.client_email) and not ticket.warned_at and (not last or timezone.now() - last >= ONE_A_DAY)


def _to_warn() -> list[int]:
    waiting: Any = Task.objects.filter(
        status__in=OPEN,
        flow_task=TicketResolution.awaiting_response,
        fires_at__lte=timezone.now() + RESOLVED_AFTER - WARNED_AFTER,
    )
    subjects = Process.objects.filter(pk__in=waiting.values("process_id")).values("subject_id")
    tickets = Ticket.objects.filter(pk__in=subjects, warned_at=None, no_automatic_mail=False).exclude(client_email="")
    return list(tickets.order_by("pk").values_list("pk", flat=True)[:MAX_AT_ONCE])


def _text(ticket: Ticket, task: Any) -> str:
    name = f" {' '.join(ticket.client_name.split())}" if ticket.client_name.strip() else ""
    return _TEXT.format(name=name, subject=ticket.subject, day=f"{at_desk(task.fires_at):%-d %B %Y}")
