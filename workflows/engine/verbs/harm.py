"""Priority of items that say somebody may come to harm: served first, due within an hour. Callers lock the process."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from workflows.engine.core.transition.planning import HARM_WITHIN
from workflows.models import Priority, Process, Task


def raise_priority(process: Process, task: Any) -> None:
    """Serve the item first. `task`: the open task of the process, if any."""
    _set(process, task, Priority.HARMFUL)
    if task is not None and task.flow_task.due:
        due = min(task.due_at or timezone.now() + HARM_WITHIN, timezone.now() + HARM_WITHIN)
        task.due_at = task.rank_at = due
        Task.objects.filter(pk=task.pk).update(due_at=due, rank_at=due)


def lower_priority(process: Process) -> None:
    """Serve the item normally after a reply: only a new message about harm raises the priority again."""
    _set(process, None, Priority.NORMAL)


def restore_priority(task: Any) -> None:
    """Give the process the priority of the reopened task, because the reply to it was undone."""
    _set(task.process, None, task.priority)


def passages_of(task: Any) -> Sequence[str] | None:
    """The passages that say somebody may come to harm, for an open item with that priority; None for all others."""
    if task.priority != Priority.HARMFUL or not task.is_open:
        return None
    found: Sequence[str] = task.flow_task.flow_class.subject.harm(task.process)
    return found


def _set(process: Process, task: Any, priority: Priority) -> None:
    if process.priority != priority:
        process.priority = priority
        Process.objects.filter(pk=process.pk).update(priority=priority)
    if task is not None and task.priority != priority:
        task.priority = priority
        Task.objects.filter(pk=task.pk).update(priority=priority)
