"""Decide a task: only by its holder, only once, and on the revision that the holder has read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from accounts.notifications import Notification
from kit.errors import InvalidError
from workflows.engine.core.errors import OutcomeBlockedError
from workflows.engine.core.history import record_event
from workflows.engine.core.locked import LockedTask, locked_task
from workflows.engine.core.outcomes import Outcome, OutcomeForm
from workflows.engine.verbs.escalations import senders_of
from workflows.engine.verbs.handing_on import keep_assignee
from workflows.engine.verbs.losses import telling_of_loss
from workflows.engine.verbs.notes import notify
from workflows.engine.verbs.notices import give_notice
from workflows.engine.verbs.undo import undo_until
from workflows.models import Process, Task


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of a decision: the subject's status, and the next open task, if any.

    `undo_until`: the end of the time in which the decider can undo it; None if it cannot be undone.
    """

    status: str
    next_task: Task | None
    decided_at: datetime
    undo_until: datetime | None


def decide_task(
    task_id: int, *, by: User, outcome: str, payload: Mapping[str, Any], revision: int | None = None
) -> Decision:
    """Take an outcome of a task that the caller holds.

    Raises LockLostError, TaskTakenError, TaskClosedError, StaleRevisionError, OutcomeBlockedError, and InvalidError
    for an outcome that the step does not have, a form that does not fit, or without a revision that the flow wants.
    """
    with locked_task(task_id, by=by) as locked:
        with telling_of_loss(locked, by):
            locked.require_held_by(by)
        process = locked.task.process
        chosen = _choose(locked.task.flow_task, outcome)
        if code := chosen.refusal(process):
            raise OutcomeBlockedError(code)
        if revision is None and process.flow_class.names_revision:
            raise InvalidError({"revision": ["A decision on an item of this kind names the newest that was read."]})
        require_newest(process, revision)
        target = _take(locked, chosen, parse_form(chosen, payload), by)
        task, next_task = locked.task, locked.activation.next_task
        status = getattr(target, "status", target.name)
        return Decision(status, next_task, task.finished, undo_until(task, next_task))


def require_newest(process: Any, read: int | None) -> None:
    """Raises the subject's refusal where `read` is given and is not what the process is about now."""
    subject = process.flow_class.subject
    if read is not None and read != subject.revision(process):
        raise subject.stale(process, read)


def decide_free_task(
    task_id: int, *, by: User, outcome: str, payload: Mapping[str, Any], revision: int | None = None
) -> str:
    """Take an outcome of a task that is free for the caller or held by them; the subject's status.

    Raises as `decide_task` does, and TaskTakenError for what is assigned to somebody else.
    """
    with locked_task(task_id, by=by) as locked:
        chosen = _choose(locked.task.flow_task, outcome)
        form = parse_form(chosen, payload)
        target = decide_without_claim(locked, outcome, form, by=by, revision=revision)
        return str(getattr(target, "status", target.name))


def decide_without_claim(
    locked: LockedTask, outcome: str, form: OutcomeForm | None, *, by: User, revision: int | None = None
) -> Any:
    """Take an outcome of a locked task that is free for the person; the node to which it leads.

    For many items at once (decision 51) and for replies (decision 60). The caller has asked for the permission. Writes
    what a claim and a decision write, without the entry of the claim. Raises TaskTakenError, TaskClosedError,
    OutcomeBlockedError, and the subject's refusal of an old `revision`.
    """
    locked.require_free_for(by)
    chosen = _choose(locked.task.flow_task, outcome)
    if code := chosen.refusal(locked.task.process):
        raise OutcomeBlockedError(code)
    require_newest(locked.task.process, revision)
    return _take(locked, chosen, form, by)


def parse_form(outcome: Outcome, payload: Mapping[str, Any]) -> OutcomeForm | None:
    """The form of an outcome, None for an outcome without one. Raises InvalidError."""
    if outcome.form is None:
        if payload:
            raise InvalidError({"form": ["This outcome has no form."]})
        return None
    return outcome.form.parse(payload)


def _take(locked: LockedTask, chosen: Outcome, form: OutcomeForm | None, by: User) -> Any:
    """Returns the node to which the outcome leads."""
    process, activation = locked.task.process, locked.activation
    process.flow_class.deciding(locked.task, form, by=by, at=locked.now)
    data = form.data() if form else {}
    _keep(process, form.process_data() if form else {})
    if locked.is_held_by(by):
        activation.decide(chosen.name, data)
    else:
        activation.decide_unheld(by, locked.now, chosen.name, data)
    event = record_event(
        process,
        "decide",
        task=locked.task,
        actor_id=by.pk,
        outcome=chosen.name,
        to_node=activation.target.name,
        text=form.text() if form else "",
        data=data,
    )
    if activation.next_task:
        keep_assignee(locked.task, activation.next_task, by_id=by.pk)
    if locked.task.flow_task.reports:
        senders = senders_of(locked.row)
        notify(event, locked.task, senders)
        give_notice(Notification.ESCALATION_DECIDED, locked.task, senders - {by.pk})
    process.flow_class.decided(process, activation.target)
    return activation.target


def _choose(node: Any, outcome: str) -> Outcome:
    offered: dict[str, Outcome] = {chosen.name: chosen for chosen in node.offered}
    if outcome not in offered:
        raise InvalidError(
            {"outcome": [f"This step does not have this outcome. Its outcomes are: {', '.join(offered)}."]}
        )
    return offered[outcome]


def _keep(process: Process, words: Mapping[str, Any]) -> None:
    data = {name: value for name, value in {**process.data, **words}.items() if value is not None}
    if data != process.data:
        process.data = data
        Process.objects.filter(pk=process.pk).update(data=data)
