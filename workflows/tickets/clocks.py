"""The clocks for clients who do not answer (docs/design/tickets.md)."""

from datetime import timedelta

from django.db.models import Index, Q

from workflows.engine.core.nodes import within
from workflows.models import OPEN

WARNED_AFTER = timedelta(days=11)
RESOLVED_AFTER = timedelta(days=14)
# a client's message within this time after the end reopens the ticket
REOPENED_WITHIN = timedelta(days=30)

# open tasks of tickets in the order of the list by clock
CLOCKS = Index(
    *("priority", "due_at", "id", "flow_task"),
    name="task_ticket_clock",
    condition=Q(status__in=OPEN, flow_task__startswith="ticket_resolution."),
)

end_of_waiting = within(RESOLVED_AFTER)
