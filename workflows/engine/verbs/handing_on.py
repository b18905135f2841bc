"""The next task of an item for the people of the one before: its assignee, its holder, and their drafts."""

from collections.abc import Mapping
from typing import Any

from workflows.engine.core.history import record_event
from workflows.engine.core.locked import is_leased
from workflows.engine.verbs.notes import notify
from workflows.models import Process, Task, TaskDraft, TaskEvent


def take_outside_outcome(process: Process, task: Any, outcome: str, data: Mapping[str, Any]) -> TaskEvent:
    """Take an outcome that an event from outside takes, of the open task of a locked process.

    The holder of the task gets the next one, with their draft, so that the event interrupts nobody. The holder and
    the assignee are notified. `task`: as `changes.open_task_in` reads it.
    """
    owner, since, until = task.owner, task.assigned, task.lease_until
    is_held = is_leased(task, task.db_now)
    activation = task.flow_task.activation_class(task)
    activation.fire(outcome)
    entry = record_event(process, "fire", task=task, outcome=outcome, to_node=activation.target.name, data=data)
    next_task: Any = activation.next_task
    if next_task is None:  # it has ended
        return entry
    keep_assignee(task, next_task)
    if is_held:
        next_task.flow_task.activation_class(next_task).claim(owner, since, until - since)
        # they claimed it before: the entry repeats it for the next task
        record_event(process, "claim", task=next_task, actor_id=owner.pk, is_quoted=True)
    TaskDraft.objects.filter(task=task).update(task=next_task)
    notify_people_of(next_task, entry)
    return entry


def keep_assignee(task: Any, next_task: Any, *, by_id: int | None = None) -> None:
    """Assign the next task to the assignee of this one, if the flow declares it."""
    flow, assignee = task.process.flow_class, task.assignee
    if not flow.keeps_assignee or assignee is None or next_task.flow_task.permission != task.flow_task.permission:
        return
    next_task.flow_task.activation_class(next_task).assign(assignee)
    record_event(task.process, "assign", task=next_task, actor_id=by_id, data={"to": assignee.pk})


def wake_task(process: Process, task: Any) -> None:
    """Return an item to its list that was put off, because something has come for it. The process is locked."""
    if task.snoozed_until is not None:
        task.flow_task.activation_class(task).snooze(None)
        record_event(process, "wake", task=task)


def notify_people_of(task: Task, entry: TaskEvent) -> None:
    """Notify the holder and the assignee of a task."""
    people = {task.owner_id, task.assignee_id}
    notify(entry, task, {person for person in people if person is not None})
