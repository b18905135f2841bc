"""What a client's message does to the place of an open ticket in its queue, under the lock of its process."""

from typing import Any

from workflows.engine.verbs.handing_on import wake_task
from workflows.models import Process, Task
from workflows.ticket_resolution import TicketResolution


def expect_reply(process: Process, task: Any) -> None:
    """The client waits for an answer: the ticket is not put off any more, and does not return to waiting for them."""
    wake_task(task)
    if task.came_from == TicketResolution.awaiting_response.name:
        task.came_from = TicketResolution.replied.name
        Task.objects.filter(pk=task.pk).update(came_from=task.came_from)
