"""Passes the next task of an item to the people of the previous one: its assignee, its holder, and their drafts."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from workflows.engine.core.locked import is_leased
from workflows.engine.core.transition.plan import Plan
from workflows.engine.core.transition.planning import guarded, take_outcome
from workflows.engine.core.transition.writer import change_task, write
from workflows.engine.verbs.notes import notify
from workflows.models import Process, Task, TaskDraft, TaskEvent


def take_outside_outcome(process: Process, task: Any, outcome: str, data: Mapping[str, Any]) -> TaskEvent:
    """Take an outcome because of an event from outside. `task`: the open task of the locked process, from
    `open_task_in`.

    The holder of the task gets the next one, with their draft, so that the event interrupts nobody. The holder and the
    assignee are notified.
    """
    owner, since, until = task.owner, task.assigned, task.lease_until
    is_held = is_leased(task, task.db_now)
    plan = Plan(process)
    entry = fire(plan, task, outcome, data=data)
    next_task = plan.next_task
    if next_task is not None:
        keep_assignee(plan, task)
        if is_held:
            guarded(next_task).claim(owner, since, until - since)
            # they claimed the item earlier: the entry repeats that claim for the next task
            plan.record("claim", task=next_task, actor_id=owner.pk, is_quoted=True)
        plan.mentions.append((entry, next_task, people_of(next_task)))
        plan.after.append(partial(TaskDraft.objects.filter(task=task).update, task=next_task))
    write([plan])
    return entry


def fire(plan: Plan, task: Any, outcome: str, data: Mapping[str, Any] = MappingProxyType({})) -> TaskEvent:
    """Take an outcome for an event from outside or for the clock, without a person."""
    task.owner = None
    target = take_outcome(plan, task, outcome, task.db_now)
    return plan.record("fire", task=task, outcome=outcome, to_node=target.name, data=data)


def keep_assignee(plan: Plan, task: Any, *, by_id: int | None = None) -> None:
    """Assign the next task of a plan to the assignee of this one, if the flow declares `keeps_assignee`."""
    next_task, assignee = plan.next_task, task.assignee_id
    is_kept = task.flow_task.flow_class.keeps_assignee and next_task.flow_task.permission == task.flow_task.permission
    if is_kept and assignee is not None:
        next_task.assignee_id = assignee
        plan.record("assign", task=next_task, actor_id=by_id, data={"to": assignee})


def wake_task(task: Any) -> None:
    """Return an item that was put off to its list, because something new arrived. The caller has locked the process."""
    if task.snoozed_until is not None:
        task.snoozed_until = None
        change_task(task, "wake")


def notify_people_of(task: Task, entry: TaskEvent) -> None:
    """Notify the holder and the assignee of a task."""
    notify(entry, task, people_of(task))


def people_of(task: Task) -> set[int]:
    """The holder and the assignee."""
    return {person for person in (task.owner_id, task.assignee_id) if person is not None}
