"""Effects of a client's message on an open task that stays in its step. Callers hold the process's lock."""

from typing import Any

from workflows.engine.verbs.handing_on import wake_task
from workflows.models import Process, Task
from workflows.ticket_resolution import TicketResolution


def expect_reply(process: Process, task: Any) -> None:
    """The client waits for an answer: the task is no longer put off, and `Back` no longer leads to waiting for the
    client.
    """
    wake_task(task)
    if task.came_from == TicketResolution.awaiting_response.name:
        task.came_from = TicketResolution.replied.name
        Task.objects.filter(pk=task.pk).update(came_from=task.came_from)
