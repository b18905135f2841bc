"""Assign, hand over, move and unassign tasks (product.md, Rights and Assignment)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from viewflow.workflow.status import STATUS

from accounts.authority import kept
from accounts.models import User
from accounts.notifications import Notification
from kit.errors import DomainError, ForbiddenError, InvalidError
from workflows.engine.core.conditions import not_barred
from workflows.engine.core.errors import OffDutyError
from workflows.engine.core.locked import LockedTask, lock_task, lock_task_unchecked
from workflows.engine.core.transition.writer import change_task
from workflows.engine.core.turns import free_tasks
from workflows.engine.verbs.notes import colleagues_of, notify, withdraw_assignments
from workflows.engine.verbs.notices import give_notice
from workflows.models import OPEN, Task, TaskEvent, TaskSkip

HEAD = "head_moderator"
MAX_AT_ONCE = 200
SLIP = timedelta(seconds=60)  # the time in which the console offers to undo an assignment, plus that of the request


@dataclass(frozen=True, slots=True)
class Result:
    """The result for one of several items. `refusal` is None if the item was assigned."""

    task_id: int
    refusal: DomainError | None


@dataclass(frozen=True, slots=True)
class Share:
    """The free items that a person would get, and how many items they have now."""

    person: User
    has: int
    task_ids: list[int]


def assign_task(task_id: int, to_id: int, note: str = "", *, by: User, take_over: bool = False) -> None:
    """Assign a task to a person, whether or not they hold it. Idempotent.

    Anyone may assign free tasks and their own, and may return a task to the assignee whom they replaced less than SLIP
    ago. Only head moderators may move other people's tasks, and only with `take_over` if somebody holds the task.
    Raises ForbiddenError, TaskTakenError naming the holder, TaskClosedError, OffDutyError; InvalidError for a person
    who may not work on the task, or if a task of others is moved without a note.
    """
    with lock_task(task_id, by=by) as locked:
        locked.require_open()
        is_slip = _has_just_assigned(locked.task, by, away_from=to_id)
        if not is_slip or locked.is_leased:
            _require_right(locked, to_id, by, take_over)
        to = _assignee(locked, to_id, is_back=is_slip)
        if _belongs_to(locked, to):
            return
        if not note and not is_slip and not locked.is_free and {to_id, *locked.people} != {by.pk}:
            raise InvalidError({"note": ["Give a reason: somebody else has this item already."]})
        _give(locked, to, note, by)


def unassign_task(task_id: int, note: str = "", *, by: User) -> None:
    """Unassign a task. Does nothing if it is not assigned.

    Anyone may unassign their own task, and one that they assigned less than SLIP ago; head moderators may unassign any.
    Raises ForbiddenError, TaskTakenError while another person holds it, TaskClosedError, InvalidError without a note
    for another person's task.
    """
    with lock_task(task_id, by=by) as locked:
        locked.require_open()
        task = locked.task
        if task.assignee_id is None:
            return
        is_own = task.assignee_id == by.pk
        is_slip = not is_own and _has_just_assigned(task, by)
        if not is_own and not is_slip and not by.may(HEAD):
            raise ForbiddenError
        if locked.is_leased and task.owner_id != by.pk:
            raise locked.taken()
        if not is_own and not is_slip and not note:
            raise InvalidError({"note": ["Give a reason: somebody else has this item already."]})
        before = task.assignee_id
        task.assignee = None
        event = change_task(task, "unassign", actor_id=by.pk, text=note, data={"from": before})
        unaware = withdraw_assignments(task, [before])
        # A person who has not seen the assignment is notified only if there is a note to read.
        notify(event, task, [before] if note or before not in unaware else [])


def _has_just_assigned(task: Task, by: User, *, away_from: int | None = None) -> bool:
    """Whether the newest entry of history is the assignment by this person, less than SLIP ago: they may take it back.

    `away_from`: the assignee before.
    """
    newest = TaskEvent.objects.filter(process=task.process_id).order_by("-seq").first()
    if newest is None or (newest.action, newest.task_id, newest.actor_id) != ("assign", task.pk, by.pk):
        return False
    if away_from is not None and newest.data.get("from") != away_from:
        return False
    return newest.at is not None and newest.at > timezone.now() - SLIP


def unassign_all(user_id: int, *, by: User) -> None:
    """Unassign the open tasks of an account that is deactivated or erased. The caller has locked the account's row.

    The right to end the account suffices: `by` may be barred from an item, for example from the second look at their
    own decision. Raises TaskBusyError.
    """
    assigned = Task.objects.filter(assignee_id=user_id, status__in=OPEN).order_by("pk")
    # repeat: a concurrent decision may assign the next task to the same account
    while task_ids := list(assigned.values_list("pk", flat=True)):
        for task_id in task_ids:
            with lock_task_unchecked(task_id) as locked:
                task = locked.task
                if task.assignee_id == user_id and task.status in OPEN:
                    task.assignee = None
                    change_task(task, "unassign", actor_id=by.pk, data={"from": user_id})


def end_leases(user_id: int, *, by: User | None) -> None:
    """Release the tasks that an account holds, because it is deactivated or erased. Raises TaskBusyError.

    `by`: None where the provider of identities deactivates it.
    """
    held = Task.objects.filter(owner_id=user_id, status=STATUS.ASSIGNED).order_by("pk")
    for task_id in list(held.values_list("pk", flat=True)):
        with lock_task_unchecked(task_id) as locked:
            task = locked.task
            if task.owner_id == user_id and task.status == STATUS.ASSIGNED:
                locked.activation.release()
                change_task(task, "release", actor_id=by.pk if by else None)


def assign_tasks(
    task_ids: Collection[int], to_id: int | None, note: str, *, by: User, take_over: bool = False
) -> Iterator[Result]:
    """Assign many tasks to a person, or unassign them (None). A refused task does not stop the others."""
    for task_id in sorted(set(task_ids)):  # ordered by id, to avoid deadlocks
        try:
            # a savepoint if all of them share the transaction of one request
            with transaction.atomic():
                if to_id is None:
                    unassign_task(task_id, note, by=by)
                else:
                    assign_task(task_id, to_id, note, by=by, take_over=take_over)
        except DomainError as error:
            yield Result(task_id, error)
        else:
            yield Result(task_id, None)


def even_shares(queues: Collection[str], loads: Mapping[User, int], *, by: User) -> list[Share]:
    """Distributes the free items of these queues, the most urgent first, at most `MAX_AT_ONCE`; changes nothing.

    Each item goes to the person on duty who may work on it and has the fewest items so far. `loads`: the number of
    items of each person.
    """
    shares = [Share(person, has, []) for person, has in loads.items() if person.on_duty]
    free = free_tasks().filter(not_barred(by), assignee=None, queue__in=queues)
    for task in free.order_by("priority", "rank_at", "id")[:MAX_AT_ONCE]:
        barred = (task.barred_id, task.barred_too_id)
        able = [
            share for share in shares if share.person.may(task.flow_task.permission) and share.person.pk not in barred
        ]
        if able:
            least = min(able, key=lambda share: (share.has + len(share.task_ids), share.person.pk))
            least.task_ids.append(task.pk)
    return shares


def assign_evenly(queues: Collection[str], loads: Mapping[User, int], *, by: User) -> Iterator[Result]:
    """Assign the free items of these queues as `even_shares` says, each as an assignment of its own.

    An item that somebody has taken in the meantime is refused. Does nothing if all items are assigned.
    """
    owners = {task_id: share.person.pk for share in even_shares(queues, loads, by=by) for task_id in share.task_ids}
    for task_id in sorted(owners):  # ordered by id, to avoid deadlocks
        yield from assign_tasks([task_id], owners[task_id], "", by=by)


def _require_right(locked: LockedTask, to_id: int, by: User, take_over: bool) -> None:
    is_head, task = by.may(HEAD), locked.task
    if locked.is_leased and task.owner_id not in (by.pk, to_id):
        if take_over and not is_head:
            raise ForbiddenError
        if not take_over:
            raise locked.taken()
    if to_id == by.pk and not is_head:
        locked.require_free_for(by)  # the refusal names the holder, as for a claim
        return
    is_own = locked.is_held_by(by) or (task.assignee_id == by.pk and not locked.is_leased)
    if not is_own and not is_head:
        raise ForbiddenError


def _assignee(locked: LockedTask, user_id: int, *, is_back: bool) -> User:
    """The person, locked until the transaction ends. `is_back`: they may be off duty. Raises BeingChangedError."""
    is_kept = kept(user_id)
    person: User | None = colleagues_of(locked.task).filter(pk=user_id).first()
    if not is_kept or person is None:
        raise InvalidError({"user_id": ["No person with this number may work on the item."]})
    if not person.on_duty and not is_back:
        raise OffDutyError
    return person


def _belongs_to(locked: LockedTask, person: User) -> bool:
    """Whether the task is assigned to this person and nobody else holds it."""
    is_elsewhere = locked.is_leased and locked.task.owner_id != person.pk
    return locked.task.assignee_id == person.pk and not is_elsewhere


def _give(locked: LockedTask, to: User, note: str, by: User) -> None:
    task, data, notified = locked.task, {"to": to.pk}, {to.pk}
    if task.assignee_id not in (None, to.pk):
        data["from"] = task.assignee_id
        notified.add(task.assignee_id)
    if locked.is_leased and task.owner_id != to.pk:
        if task.owner_id != by.pk:
            data["holder"] = task.owner_id
            notified.add(task.owner_id)
        locked.activation.release()
    task.assignee = to
    # delete an earlier skip, which would make `next` offer the task last
    TaskSkip.objects.filter(task=task, user=to).delete()
    event = change_task(task, "assign", actor_id=by.pk, text=note, data=data)
    withdraw_assignments(task, notified - {to.pk})
    notify(event, task, notified)
    give_notice(Notification.ASSIGNED, task, {to.pk} - {by.pk})
