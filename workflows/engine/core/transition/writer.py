"""Writes plans: the effects of each kind, then the statuses of subjects and all rows of the engine in one statement.

No other module changes a task's step, status, outcome, owner or assignee, ends a process, or writes history.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from kit.rows import update_row
from workflows.engine.core.transition.plan import BLANK, Plan
from workflows.engine.core.transition.planning import like
from workflows.engine.core.transition.statement import CHANGED, MOVED, copy_of, part, send, whole
from workflows.engine.outbox.events import emit_event
from workflows.models import Mention, Process, TaskEvent


def write(plans: Sequence[Plan]) -> None:
    """Write plans in the caller's transaction: as many statements as one of them needs, and those of effects."""
    for plan in plans:
        for effect in plan.effects:
            effect(plan.process.subject_id)
    for plan in plans:
        if plan.ending:
            _tell_end(plan)
    _write_rows(plans)
    _notify(plans)
    for plan in plans:
        for call in plan.after:
            call()


def record_event(process: Process, action: str, **details: Any) -> TaskEvent:
    """Append one entry to the history of a process; see `Plan.record`."""
    plan = Plan(process)
    event = plan.record(action, **details)
    write([plan])
    return event


def change_task(task: Any, action: str, **details: Any) -> TaskEvent:
    """Write what has changed of a locked task, with one entry of history."""
    plan = Plan(task.process, changed=[task])
    event = plan.record(action, task=task, **details)
    write([plan])
    return event


def write_lease(task: Any, until: datetime) -> None:
    """Extend the lease of a locked task: no plan, since nothing else changes."""
    task.lease_until = until
    task.lock_version += 1
    update_row(task, "lease_until", "lock_version")


def _tell_end(plan: Plan) -> None:
    """Before the entry of history, which holds the digest of the event."""
    flow = plan.process.flow_class
    if plan.ending.event:
        emit_event(plan.ending.event, plan.process, flow.subject)
    flow.ended(plan.process)


def _write_rows(plans: Sequence[Plan]) -> None:
    made = [pair for plan in plans for pair in plan.made]
    for place, (task, _) in enumerate(made, start=1):
        task.pk = -place
    entries = [entry for plan in plans for entry in plan.entries]
    numbers = send(
        {
            "processes": [whole(plan.process) for plan in plans if plan.is_new],
            "made": [
                copy_of(task, like(task.flow_task), previous=before.pk if before else None) for task, before in made
            ],
            "changed": [part(task, CHANGED) for plan in plans for task in plan.changed],
            "moved": [
                part(plan.process, MOVED) | ({} if plan.keeps else {"data": None})
                for plan in plans
                if (plan.keeps or plan.moves) and not plan.is_new
            ],
            "entries": [
                copy_of(
                    entry.event,
                    BLANK,
                    id=place,
                    task_id=entry.task.pk if entry.task else None,
                    acting=entry.acting,
                    salt=entry.salt,
                    body=entry.text,
                )
                for place, entry in enumerate(entries, start=1)
            ],
        },
        _moves(plans),
    )
    for task, _ in made:
        _numbered(task, numbers["task", task.pk])
    for place, entry in enumerate(entries, start=1):
        entry.event.task_id = entry.task.pk if entry.task else None
        _numbered(entry.event, numbers["entry", place])
    for plan in plans:
        plan.process._state.adding, plan.process._state.db = False, "default"


def _moves(plans: Sequence[Plan]) -> dict[tuple[str, str], list[int]]:
    """The subjects that get a status, by their flow's statement and the status."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for plan in plans:
        if plan.begins and plan.process.flow_class.move:
            found[plan.process.flow_class.move, plan.begins.status].append(plan.process.subject_id)
    return found


def _numbered(row: Any, number: int) -> None:
    row.pk = number
    row._state.adding, row._state.db = False, "default"


def _notify(plans: Sequence[Plan]) -> None:
    mentions = [
        Mention(event=event, task=task, user_id=person)
        for plan in plans
        for event, task, people in plan.mentions
        for person in sorted({*people} - {event.actor_id})
    ]
    if mentions:
        Mention.objects.bulk_create(mentions)
