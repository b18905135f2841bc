"""Claim, take next, extend, release, skip, put off, take over: each is one transaction and one entry of history."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from kit.errors import ForbiddenError, InvalidError
from kit.prepared import Marks, first_of
from workflows.engine.core.declarations import Queue
from workflows.engine.core.errors import LockLostError, TooManyHeldError
from workflows.engine.core.locked import LockedTask, lock_next, lock_statement, lock_task, with_leases
from workflows.engine.core.transition.writer import change_task, record_event, write_lease
from workflows.engine.core.turns import TURNS, Turn, in_turn
from workflows.engine.verbs.losses import telling_of_loss
from workflows.engine.verbs.notes import notify, withdraw_assignments
from workflows.models import Task, TaskSkip

MAX_SNOOZE = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Lease:
    """A lock as its holder sees it. `limit_at`: the latest time to which it can be extended.

    `lock_version` increases with each change of the task's lock.
    """

    locked_since: datetime
    locked_until: datetime
    limit_at: datetime
    lock_version: int


def claim_task(task_id: int, *, by: User) -> Lease:
    """Lock a task for a person; extends the lock if they hold it already.

    Raises TaskTakenError naming the holder, TaskClosedError, TooManyHeldError, TaskNotFoundError, ForbiddenError.
    """
    with lock_task(task_id, by=by, counts_leases=True) as locked:
        locked.require_free_for(by)
        if locked.is_held_by(by):
            return _extend(locked)
        return _claim(locked, by)


def extend_lease(task_id: int, *, by: User) -> Lease:
    """The heartbeat: extend one's own live lease.

    Raises LockLostError naming the new holder, ForbiddenError; TaskNotFoundError for a barred person, whose lease ends.
    """
    with lock_task(task_id, by=by) as locked, telling_of_loss(locked, by):
        locked.require_open()
        if locked.is_held_by(by):
            return _extend(locked)
        raise locked.taken(LockLostError) if locked.is_leased else LockLostError


def claim_next(queue: Queue, *, by: User) -> Task | None:
    """Claim the next free item of a queue: items assigned to the person first, then by priority, due time and age.

    Items that the person skipped within a day come last, the earliest skip first. The task has its process and people,
    like one from `get_task`. Raises TooManyHeldError, ForbiddenError.
    """
    if not by.may(queue.permission):
        raise ForbiddenError
    with lock_next(_next(), {"me": by.pk, "queue": queue.name}, by=by) as locked:
        if locked is None:
            return None
        _claim(locked, by)
        if locked.task.assignee_id is not None:
            locked.task.assignee = by  # `next` never returns a task that is assigned to another person
        return locked.row


def release_task(task_id: int, *, by: User) -> None:
    """Release a task. Does nothing if nobody holds it.

    Raises TaskTakenError if somebody else holds it, ForbiddenError, TaskNotFoundError for a barred person.
    """
    with lock_task(task_id, by=by) as locked:
        if locked.is_leased and locked.task.owner_id != by.pk:
            raise locked.taken()
        if locked.is_held_by(by):
            locked.activation.release()
            change_task(locked.task, "release", actor_id=by.pk)


def skip_task(task_id: int, *, by: User) -> None:
    """Skip an item: it becomes free, and for a day `next` offers it to this person last. Raises TaskTakenError."""
    with lock_task(task_id, by=by) as locked:
        locked.require_free_for(by)
        if locked.is_held_by(by):
            locked.activation.release()
        TaskSkip.objects.update_or_create(task=locked.task, user=by, defaults={"at": locked.now})
        change_task(locked.task, "skip", actor_id=by.pk)


def take_back_skip(task_id: int, *, by: User) -> None:
    """Undo a skip: `next` offers the item in its normal place again. Idempotent."""
    with lock_task(task_id, by=by) as locked:
        if TaskSkip.objects.filter(task=locked.task, user=by).delete()[0]:
            record_event(locked.task.process, "wake", task=locked.task, actor_id=by.pk)


def snooze_task(task_id: int, until: datetime | None, *, by: User) -> None:
    """Put an item off until a time, or return it to the list (None). Raises TaskTakenError, InvalidError."""
    with lock_task(task_id, by=by) as locked:
        locked.require_free_for(by)
        if until is not None and not locked.now < until <= locked.now + MAX_SNOOZE:
            raise InvalidError({"until": [f"Choose a time within the next {MAX_SNOOZE.days} days."]})
        if locked.is_held_by(by):
            locked.activation.release()
        locked.task.snoozed_until = until
        data = {"until": until.isoformat()} if until else None
        change_task(locked.task, "snooze" if until else "wake", actor_id=by.pk, data=data)


def take_over_task(task_id: int, note: str, *, by: User) -> Lease:
    """Take a task over from another person, in one transaction; their draft stays. For head moderators.

    The previous holder and assignee are notified. Raises ForbiddenError, TaskClosedError, TooManyHeldError.
    Rule: decision 14.
    """
    if not by.may("head_moderator"):
        raise ForbiddenError
    with lock_task(task_id, by=by, counts_leases=True) as locked:
        locked.require_open()
        task = locked.task
        losers = locked.people - {by.pk}
        if not losers:
            return _extend(locked) if locked.is_held_by(by) else _claim(locked, by)
        data = {}
        if task.assignee_id in losers:
            data["from"] = task.assignee_id
            task.assignee = None
        if not locked.is_held_by(by):
            _require_room(locked)
            if locked.is_leased:
                data["holder"] = task.owner_id
                locked.activation.release()
            locked.activation.claim(by, locked.now, settings.LEASE)
        event = change_task(task, "take_over", actor_id=by.pk, text=note, data=data)
        withdraw_assignments(task, losers)
        notify(event, task, losers)
        return _lease(task)


def _in_turn(marks: Marks, turn: Turn) -> QuerySet[Task, Any]:
    me = marks.number("me")
    return with_leases(in_turn(marks.text("queue"), User(pk=me), turn), me)


_TURN = lock_statement(_in_turn)


@cache
def _next() -> str:
    return first_of(*map(_TURN.statement, TURNS))


def _claim(locked: LockedTask, user: User) -> Lease:
    _require_room(locked)
    locked.activation.claim(user, locked.now, settings.LEASE)
    change_task(locked.task, "claim", actor_id=user.pk)
    return _lease(locked.task)


def _require_room(locked: LockedTask) -> None:
    if locked.leases >= settings.MAX_LEASES:
        raise TooManyHeldError


def _extend(locked: LockedTask) -> Lease:
    limit = locked.task.assigned + settings.LEASE_LIMIT
    write_lease(locked.task, min(limit, locked.now + settings.LEASE))
    return _lease(locked.task)


def _lease(task: Any) -> Lease:
    return Lease(task.assigned, task.lease_until, task.assigned + settings.LEASE_LIMIT, task.lock_version)
