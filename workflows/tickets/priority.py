"""The highest priority, for tickets in which somebody may come to harm."""

from typing import Any

from workflows.models import Priority, Process, Task


def raise_priority(process: Process, task: Any) -> None:
    """Put an open ticket first. The caller holds the lock of the process."""
    if process.priority != Priority.HARMFUL:
        process.priority = task.priority = Priority.HARMFUL
        Process.objects.filter(pk=process.pk).update(priority=Priority.HARMFUL)
        Task.objects.filter(pk=task.pk).update(priority=Priority.HARMFUL)
