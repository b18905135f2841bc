"""Decide tasks, one or many at once. Only the holder decides, only once, and on the revision that they have read."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any

from accounts.models import User
from accounts.notifications import Notification
from kit.errors import DomainError, InvalidError
from kit.tallies import DECISIONS
from workflows.engine.core.access import require_access
from workflows.engine.core.errors import OutcomeBlockedError
from workflows.engine.core.locked import LockedTask, lock_task
from workflows.engine.core.nodes import HumanTask
from workflows.engine.core.outcomes import Outcome, OutcomeForm
from workflows.engine.core.transition.plan import Plan
from workflows.engine.core.transition.planning import Visits, leads_back, take_outcome, visits_before
from workflows.engine.core.transition.writer import write
from workflows.engine.verbs.escalations import senders_of
from workflows.engine.verbs.handing_on import keep_assignee
from workflows.engine.verbs.losses import telling_of_loss
from workflows.engine.verbs.notices import give_notice
from workflows.engine.verbs.undo import undo_until
from workflows.models import Task


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of a decision: the subject's status, and the next open task, if any.

    `undo_until`: until when the decider can undo it; None if they cannot.
    """

    status: str
    next_task: Task | None
    decided_at: datetime
    undo_until: datetime | None


def decide_task(
    task_id: int, *, by: User, outcome: str, payload: Mapping[str, Any], revision: int | None = None
) -> Decision:
    """Take an outcome of a task that the caller holds.

    Raises LockLostError, TaskTakenError, TaskClosedError, StaleRevisionError, OutcomeBlockedError; InvalidError for an
    outcome that the step does not have, an invalid form, or a missing revision that the flow demands
    (`names_revision`).
    """
    with lock_task(task_id, by=by) as locked:
        with telling_of_loss(locked, by):
            locked.require_held_by(by)
        task = locked.task
        chosen = _choose(task.flow_task, outcome)
        _require_possible(locked, chosen, revision)
        if revision is None and task.process.flow_class.names_revision:
            raise InvalidError({"revision": ["A decision on an item of this kind names the newest that was read."]})
        plan, status = _plan(locked, chosen, parse_form(chosen, payload), by)
        write([plan])
        return Decision(status, plan.next_task, task.finished, undo_until(task, plan.next_task))


def require_newest(process: Any, read: int | None) -> None:
    """Raises the subject's refusal (`Subject.stale`) if `read` is given and is not the newest revision."""
    subject = process.flow_class.subject
    if read is not None and read != subject.revision(process):
        raise subject.stale(process, read)


def decide_free_task(
    task_id: int, *, by: User, outcome: str, payload: Mapping[str, Any], revision: int | None = None
) -> str:
    """Take an outcome of a task that is free for the caller or held by them; returns the subject's status.

    Raises the errors of `decide_task`, and TaskTakenError for a task assigned to somebody else.
    """
    with lock_task(task_id, by=by) as locked:
        chosen = _choose(locked.task.flow_task, outcome)
        form = parse_form(chosen, payload)
        locked.require_free_for(by)
        _require_possible(locked, chosen, revision)
        plan, status = _plan(locked, chosen, form, by)
        write([plan])
        return status


def decide_together(
    items: Sequence[LockedTask],
    outcome: str,
    form: OutcomeForm | None,
    *,
    by: User,
    revisions: Mapping[int, int | None] | None = None,
) -> dict[int, DomainError | None]:
    """Take an outcome of these locked tasks. Returns by task id why it was refused, or None.

    For many items at once (decision 51), in a constant number of statements, apart from those of the flow. Each is
    decided as by `decide_free_task`. `revisions`: the revision that the person read, by task id.
    """
    results: dict[int, DomainError | None] = {}
    possible = []
    _read_conditions(items)
    for locked in items:
        try:
            require_access(locked.task, by)
            locked.require_free_for(by)
            _require_possible(locked, locked.task.flow_task.outcomes[outcome], (revisions or {}).get(locked.task.pk))
        except DomainError as refusal:
            results[locked.task.pk] = refusal
        else:
            results[locked.task.pk] = None
            possible.append(locked)
    visits = _visits(possible, outcome)
    write([_plan(locked, locked.task.flow_task.outcomes[outcome], form, by, visits)[0] for locked in possible])
    return results


def can_be_decided_together(step: HumanTask, outcome: str) -> bool:
    """Whether the outcome needs little work for each item: it leads to a step for people and notifies nobody."""
    return step.leads_on(outcome) and not step.reports


def _read_conditions(items: Sequence[LockedTask]) -> None:
    by_flow: dict[Any, list[Any]] = defaultdict(list)
    for locked in items:
        by_flow[locked.task.process.flow_class].append(locked.task.process)
    for flow, processes in by_flow.items():
        flow.read_conditions(processes)


def _visits(items: Sequence[LockedTask], outcome: str) -> Visits:
    """The earlier visits that `Back` needs to find its target, for all these items."""
    targets = [(locked.task, locked.task.flow_task.target_of(outcome, locked.task)) for locked in items]
    return visits_before([(task.process_id, target) for task, target in targets if leads_back(task, outcome, target)])


def _require_possible(locked: LockedTask, chosen: Outcome, revision: int | None) -> None:
    if code := chosen.refusal(locked.task.process):
        raise OutcomeBlockedError(code)
    require_newest(locked.task.process, revision)


def parse_form(outcome: Outcome, payload: Mapping[str, Any]) -> OutcomeForm | None:
    """The validated form of an outcome; None for an outcome without a form. Raises InvalidError."""
    if outcome.form is None:
        if payload:
            raise InvalidError({"form": ["This outcome has no form."]})
        return None
    return outcome.form.parse(payload)


def _plan(
    locked: LockedTask, chosen: Outcome, form: OutcomeForm | None, by: User, visits: Visits = MappingProxyType({})
) -> tuple[Plan, str]:
    """The plan for a person's decision, and the status to which it leads.

    If nobody holds the task, it is decided as if the person had claimed it at that moment, so it took no working time.
    """
    task, plan = locked.task, Plan(locked.task.process)
    DECISIONS.add_when_committed(task.queue, chosen.name)
    flow, at = plan.process.flow_class, locked.now  # by the clock that ends the hold
    flow.deciding(task, form, by=by, at=at)
    data = form.data() if form else {}
    plan.keep(form.process_data() if form else {})
    if not locked.is_held_by(by):
        task.owner, task.assigned = by, at
    target = take_outcome(plan, task, chosen.name, at, decided=data, visits=visits)
    text = form.text() if form else ""
    event = plan.record(
        "decide", task=task, actor_id=by.pk, outcome=chosen.name, to_node=target.name, text=text, data=data
    )
    if plan.next_task:
        keep_assignee(plan, task, by_id=by.pk)
    if task.flow_task.reports:
        senders = senders_of(locked.row)
        plan.mentions.append((event, task, senders))
        plan.after.append(partial(give_notice, Notification.ESCALATION_DECIDED, task, senders - {by.pk}))
    plan.after.append(partial(flow.decided, plan.process, target))
    return plan, str(getattr(target, "status", target.name))


def _choose(node: Any, outcome: str) -> Outcome:
    offered: dict[str, Outcome] = {chosen.name: chosen for chosen in node.offered}
    if outcome not in offered:
        raise InvalidError(
            {"outcome": [f"This step does not have this outcome. Its outcomes are: {', '.join(offered)}."]}
        )
    return offered[outcome]
