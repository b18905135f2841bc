"""What people do with tasks: claim, take the next, extend, release, decide. Each is one transaction with one entry."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from viewflow.workflow.status import STATUS

from accounts.models import User
from kit.errors import ForbiddenError, InvalidError
from workflows.engine.errors import LockLostError, StaleRevisionError, TooManyHeldError
from workflows.engine.flows import Queue
from workflows.engine.history import record_event
from workflows.engine.locked import LockedTask, first_unlocked, locked_task
from workflows.engine.outcomes import OutcomeForm
from workflows.models import OPEN, Task


@dataclass(frozen=True, slots=True)
class Lease:
    """A lock as its holder sees it. `limit_at`: when it ends for good, however often it is extended."""

    locked_since: datetime
    locked_until: datetime
    limit_at: datetime


@dataclass(frozen=True, slots=True)
class Decision:
    """What a decision led to: the subject's status, and the task that the process now waits in, if any."""

    status: str
    next_task: Task | None


def claim_task(task_id: int, *, by: User) -> Lease:
    """Hold a task for one person, or extend one's own hold.

    Raises TaskTakenError naming the holder, TaskClosedError, TooManyHeldError, TaskNotFoundError, ForbiddenError.
    """
    with locked_task(task_id) as locked:
        _require_permission(locked, by)
        locked.require_free_for(by)
        if locked.is_held_by(by):
            return _extend(locked)
        return _claim(locked, by)


def extend_lease(task_id: int, *, by: User) -> Lease:
    """The heartbeat: one's own live lease lasts longer. Raises LockLostError naming who has it now."""
    with locked_task(task_id) as locked:
        locked.require_open()
        if locked.is_held_by(by):
            return _extend(locked)
        raise locked.taken(LockLostError) if locked.is_leased else LockLostError


def claim_next(queue: Queue, *, by: User) -> Task | None:
    """Claim the next free task of a queue: one's assigned work first, then by (priority, due time, age)."""
    if not by.may(queue.permission):
        raise ForbiddenError
    waiting = free_tasks().filter(queue=queue.name).order_by("priority", "rank_at", "id")
    for candidates in (waiting.filter(assignee=by), waiting.filter(assignee=None)):
        with first_unlocked(candidates) as locked:
            if locked:
                _claim(locked, by)
                return locked.row
    return None


def free_tasks() -> QuerySet[Task]:
    """Open tasks without a live lease."""
    return Task.objects.filter(
        Q(status=STATUS.NEW) | Q(status=STATUS.ASSIGNED, lease_until__lte=Now()), status__in=OPEN
    )


def release_task(task_id: int, *, by: User) -> None:
    """Give a task back. Nothing happens when nobody holds it. Raises TaskTakenError when somebody else does."""
    with locked_task(task_id) as locked:
        if locked.is_leased and locked.task.owner_id != by.pk:
            raise locked.taken()
        if locked.is_held_by(by):
            locked.activation.release()
            record_event(locked.task.process, "release", task=locked.task, actor_id=by.pk)


def decide_task(
    task_id: int, *, by: User, outcome: str, payload: Mapping[str, Any], revision: int | None = None
) -> Decision:
    """Take an outcome of a task that one holds.

    Raises LockLostError, TaskTakenError, TaskClosedError, StaleRevisionError, and InvalidError for an outcome that
    the step does not have or a form that does not fit.
    """
    with locked_task(task_id) as locked:
        _require_permission(locked, by)
        locked.require_held_by(by)
        form = _parse_form(locked.task.flow_task, outcome, payload)
        flow, process = locked.task.flow_task.flow_class, locked.task.process
        if revision is not None and revision != flow.subject.revision(process.subject_id):
            raise StaleRevisionError
        locked.activation.decide(outcome)
        target = locked.task.flow_task.targets[outcome]
        record_event(
            process,
            "decide",
            task=locked.task,
            actor_id=by.pk,
            outcome=outcome,
            to_node=target.name,
            text=form.text() if form else "",
            data=form.data() if form else None,
        )
        return Decision(getattr(target, "status", target.name), locked.activation.next_task)


def _claim(locked: LockedTask, user: User) -> Lease:
    if _count_leases(user) >= settings.MAX_LEASES:
        raise TooManyHeldError
    locked.activation.claim(user, locked.now, settings.LEASE)
    record_event(locked.task.process, "claim", task=locked.task, actor_id=user.pk)
    return _lease(locked.task)


def _extend(locked: LockedTask) -> Lease:
    limit = locked.task.assigned + settings.LEASE_LIMIT
    locked.activation.extend(min(limit, locked.now + settings.LEASE))
    return _lease(locked.task)


def _lease(task: Any) -> Lease:
    return Lease(task.assigned, task.lease_until, task.assigned + settings.LEASE_LIMIT)


def _count_leases(user: User) -> int:
    """One's live leases, counted after all other claims of the same person: a function of ours in the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT docket_count_leases(%s)", [user.pk])
        (held,) = cursor.fetchone()
    return int(held)


def _require_permission(locked: LockedTask, user: User) -> None:
    if not user.may(locked.task.flow_task.permission):
        raise ForbiddenError


def _parse_form(node: Any, outcome: str, payload: Mapping[str, Any]) -> OutcomeForm | None:
    if outcome not in node.outcomes:
        raise InvalidError({"outcome": [f"This step has no such outcome; it has: {', '.join(node.outcomes)}."]})
    form: type[OutcomeForm] | None = node.outcomes[outcome].form
    if form is None:
        if payload:
            raise InvalidError({"form": ["This outcome takes no form."]})
        return None
    return form.parse(payload)
