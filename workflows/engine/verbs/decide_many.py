"""Decide many locked tasks of one step in a constant number of statements, with the rows of single decisions.

The nodes, conditions and clocks of the flow decide each item, as in `decide_without_claim` (engine.md, decision 9).
Outcomes that do more than lead to another step for people are left to that function: an ending, and a decision of which
somebody is notified.
"""

import json
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.timezone import now

from accounts.models import User
from kit import acting, request_id
from kit.copying import Rows, reserve_ids
from kit.errors import DomainError
from kit.prepared import change, fetch
from workflows.engine.core.access import require_access
from workflows.engine.core.entry_data import require_declared, shape_of
from workflows.engine.core.errors import OutcomeBlockedError
from workflows.engine.core.history import SALT_BYTES, text_digest
from workflows.engine.core.locked import LockedTask
from workflows.engine.core.nodes import HumanTask
from workflows.engine.core.outcomes import OutcomeForm
from workflows.models import EventText, Task

_CLOSE = """UPDATE workflows_task AS task SET status = 'DONE', owner_id = %(by)s, assigned = new.assigned,
        outcome = %(outcome)s, finished = %(at)s, lease_until = NULL, snoozed_until = NULL,
        lock_version = lock_version + 1
    FROM unnest(%(ids)s::bigint[], %(assigned)s::timestamptz[]) AS new (id, assigned) WHERE task.id = new.id"""
_ENTRIES = """INSERT INTO workflows_taskevent
        (process_id, task_id, action, node, outcome, to_node, actor_id, request_id, data, text_digest)
    SELECT new.process_id, new.task_id, 'decide', %(node)s, %(outcome)s, new.to_node, %(by)s, %(request)s,
        %(data)s::jsonb, new.digest
    FROM set_config('docket.actor', %(acting)s, true), unnest(%(processes)s::bigint[], %(tasks)s::bigint[],
        %(targets)s::text[], %(digests)s::bytea[]) AS new (process_id, task_id, to_node, digest)
    RETURNING id, task_id"""
_KEEP = """UPDATE workflows_process AS process SET data = new.data
    FROM unnest(%(ids)s::bigint[], %(data)s::jsonb[]) AS new (id, data) WHERE process.id = new.id"""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A decision that is possible, and the task to which it leads."""

    locked: LockedTask
    next_task: Any


def can_be_decided_together(step: HumanTask, outcome: str) -> bool:
    return isinstance(step.targets[outcome], HumanTask) and not step.reports


def decide_many(
    items: Sequence[LockedTask], outcome: str, form: OutcomeForm | None, *, by: User
) -> dict[int, DomainError | None]:
    """Take an outcome of these locked tasks of one step; per task why it was not possible, or None.

    The outcome must be one that can be decided together.
    """
    if not items:
        return {}
    step = items[0].task.flow_task
    step.flow_class.read_conditions([locked.task.process for locked in items])
    results: dict[int, DomainError | None] = {}
    free = []
    for locked in items:
        results[locked.task.pk] = _refusal(locked, outcome, by)
        if results[locked.task.pk] is None:
            free.append(locked)
    if free:
        _write([_plan(locked, outcome, form) for locked in free], step, outcome, form, by)
    return results


def _refusal(locked: LockedTask, outcome: str, by: User) -> DomainError | None:
    try:
        require_access(locked.task, by)
        locked.require_free_for(by)
    except DomainError as error:
        return error
    code = locked.task.flow_task.outcomes[outcome].refusal(locked.task.process)
    return OutcomeBlockedError(code) if code else None


def _plan(locked: LockedTask, outcome: str, form: OutcomeForm | None) -> _Plan:
    activation = locked.activation
    activation.aim(outcome)
    decided = form.data() if form else {}
    return _Plan(locked, activation.build(activation.target, activation, locked.task.token, now(), decided))


def _write(plans: Sequence[_Plan], step: Any, outcome: str, form: OutcomeForm | None, by: User) -> None:
    _keep([plan.locked.task.process for plan in plans], form.process_data() if form else {})
    tasks = [plan.locked.task for plan in plans]
    at = now()
    assigned = [plan.locked.task.assigned if plan.locked.is_held_by(by) else at for plan in plans]
    change(
        _CLOSE,
        {"ids": [task.pk for task in tasks], "assigned": assigned, "by": by.pk, "outcome": outcome, "at": at},
    )
    if effect := step.outcomes[outcome].effect:
        for task in tasks:
            effect(task.process.subject_id)
    _write_next(plans)
    _move(plans)
    _write_entries(plans, step, outcome, form, by)
    for plan in plans:
        step.flow_class.decided(plan.locked.task.process, plan.locked.activation.target)


def _keep(processes: Sequence[Any], words: Mapping[str, Any]) -> None:
    changed: dict[int, dict[str, Any]] = {}
    for process in processes:
        data = {name: value for name, value in {**process.data, **words}.items() if value is not None}
        if data != process.data:
            process.data = changed[process.pk] = data
    if changed:
        change(_KEEP, {"ids": list(changed), "data": [_json(data) for data in changed.values()]})


def _write_next(plans: Sequence[_Plan]) -> None:
    links = Rows(Task.previous.through(id=0, from_task_id=0, to_task_id=0), without=["id"])
    tasks = Rows(plans[0].next_task)
    for plan, number in zip(plans, reserve_ids(Task, len(plans)), strict=True):
        plan.next_task.pk = number
        tasks.add_instance(plan.next_task)
        links.add(from_task_id=number, to_task_id=plan.locked.task.pk)
    tasks.write()
    links.write()


def _move(plans: Sequence[_Plan]) -> None:
    flow = plans[0].locked.task.process.flow_class
    subjects: dict[Any, list[int]] = defaultdict(list)
    for plan in plans:
        subjects[plan.locked.activation.target].append(plan.locked.task.process.subject_id)
    for target, subject_ids in subjects.items():
        if flow.move_many is not None:
            flow.move_many(subject_ids, target.status)
        else:
            for plan in plans:
                flow.enter(plan.locked.task.process, target)


def _write_entries(plans: Sequence[_Plan], step: Any, outcome: str, form: OutcomeForm | None, by: User) -> None:
    data, text = (form.data(), form.text()) if form else ({}, "")
    require_declared("decide", data, shape_of(step.flow_class, "decide", step, outcome))
    salts = {plan.locked.task.pk: os.urandom(SALT_BYTES) for plan in plans}
    written = fetch(
        _ENTRIES,
        {
            "processes": [plan.locked.task.process_id for plan in plans],
            "tasks": [plan.locked.task.pk for plan in plans],
            "targets": [plan.locked.activation.target.name for plan in plans],
            "digests": [text_digest(salt, text) if text else b"" for salt in salts.values()],
            "node": step.name,
            "outcome": outcome,
            "by": by.pk,
            "acting": acting.setting_for(by.pk),
            "request": request_id.current(),
            "data": _json(data),
        },
    )
    if text:
        rows = Rows(EventText(event_id=0, salt=b"", body=text))
        for event_id, task_id in written:
            rows.add(event_id=event_id, salt=salts[task_id])
        rows.write()


def _json(value: Any) -> str:
    return json.dumps(value)
