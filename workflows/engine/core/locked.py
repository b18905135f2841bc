"""A task under its lock: process row, then task row, in one statement (engine.md, decision 4)."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import Func, IntegerField, QuerySet, Value
from django.db.models.functions import Now
from viewflow.fsm import TransitionNotAllowed
from viewflow.workflow.status import STATUS

from accounts.models import User
from kit.prepared import Marks, Prepared, Values, fetch
from kit.rows import column_names, hydrate
from workflows.engine.core.access import require_access
from workflows.engine.core.activations import HumanTaskActivation
from workflows.engine.core.errors import (
    LockLostError,
    NotHeldError,
    TaskBusyError,
    TaskClosedError,
    TaskNotFoundError,
    TaskTakenError,
)
from workflows.engine.core.history import what_ended
from workflows.engine.core.locks import is_lock_failure
from workflows.models import Process, Task


class LockedTask:
    """A task whose row and process row are locked by this transaction, with the database's time."""

    def __init__(self, task: Any) -> None:
        self.task = task
        self.now: datetime = task.db_now
        self.activation: HumanTaskActivation = task.flow_task.activation_class(task)

    @property
    def leases(self) -> int:
        """The number of tasks that the person holds, read together with the task (`with_leases`)."""
        return int(self.task.leases)

    @property
    def row(self) -> Task:
        """The task's row, typed."""
        row: Task = self.task
        return row

    @property
    def is_leased(self) -> bool:
        """Whether somebody holds a live lease. An ended lease counts as free even before the sweep."""
        return is_leased(self.task, self.now)

    @property
    def people(self) -> set[int]:
        """The ids of the assignee and of the holder."""
        return {pk for pk in (self.task.assignee_id, self.task.owner_id if self.is_leased else None) if pk is not None}

    @property
    def is_free(self) -> bool:
        return not self.people

    def is_held_by(self, user: User) -> bool:
        return self.is_leased and self.task.owner_id == user.pk

    def require_open(self) -> None:
        """Raises TaskClosedError."""
        if self.task.is_open:
            return
        if self.task.status == STATUS.CANCELED and (end := what_ended(self.row)):
            raise TaskClosedError(since=end.at, ended_by=end.action)
        raise TaskClosedError(_person(self.task.owner), since=self.task.finished)

    def require_free_for(self, user: User) -> None:
        """Raises TaskClosedError; TaskTakenError if somebody else holds or is assigned the task (product.md, Lock)."""
        self.require_open()
        if self.is_leased and self.task.owner_id != user.pk:
            raise self.taken()
        if self.task.assignee_id not in (None, user.pk):
            raise TaskTakenError(_person(self.task.assignee), message="This item is assigned to somebody else.")

    def require_held_by(self, user: User) -> None:
        """Raises TaskClosedError, TaskTakenError if somebody else holds the task, LockLostError if nobody does."""
        self.require_open()
        if self.is_leased and self.task.owner_id != user.pk:
            raise self.taken()
        if not self.is_held_by(user):
            raise LockLostError

    def taken(
        self, kind: type[TaskTakenError] | type[LockLostError] = TaskTakenError
    ) -> TaskTakenError | LockLostError:
        """The refusal that names the holder of the task."""
        return kind(_person(self.task.owner), since=self.task.assigned, until=self.task.lease_until)


@contextmanager
def lock_task(task_id: int, *, by: User, counts_leases: bool = False) -> Iterator[LockedTask]:
    """Lock a task for a change by a person who may work on it. `counts_leases`: also read how many tasks they hold.

    Raises TaskNotFoundError, TaskBusyError, ForbiddenError. Transitions do not check permissions (engine.md, Facts), so
    this function does it for every verb.
    """
    with _refusals(), transaction.atomic(savepoint=False):
        task = _lock(task_id, by if counts_leases else None)
        if task is None or not hasattr(task.flow_task, "outcomes"):
            raise TaskNotFoundError
        require_access(task, by)
        version = task.lock_version
        try:
            yield LockedTask(task)
        except NotHeldError as refusal:
            refusal.lock_version = version
            raise


@contextmanager
def lock_task_unchecked(task_id: int) -> Iterator[LockedTask]:
    """Lock a task for a change for which the caller has checked another right than working on the task.

    Raises TaskNotFoundError, TaskBusyError.
    """
    with _refusals(), transaction.atomic(savepoint=False):
        task = _lock(task_id, None)
        if task is None:
            raise TaskNotFoundError
        yield LockedTask(task)


def _lock(task_id: int, leases_of: User | None) -> Any | None:
    counts = leases_of is not None
    found = _LOCKED.rows({"task": task_id, "person": leases_of.pk if leases_of else None}, counts)
    return _read(found[0]) if found else None


def _wanted(marks: Marks, counts_leases: bool) -> QuerySet[Task, Any]:
    task = Task.objects.filter(pk=marks.number("task"))
    return with_leases(task, marks.number("person")) if counts_leases else task


def with_leases(tasks: QuerySet[Task, Any], person: int) -> QuerySet[Task, Any]:
    """Also read how many tasks a person holds. The database function serialises concurrent claims of this person."""
    return tasks.annotate(leases=Func(Value(person), function="docket_count_leases", output_field=IntegerField()))


def lock_statement(build: Callable[..., QuerySet[Task]], *, skip_locked: bool = True) -> Prepared:
    """A prepared statement that reads the first task of `build` with its process and locks both, like `lock_rows`."""

    def columns(marks: Marks, *shape: Any) -> QuerySet[Task, Any]:
        return _columns(build(marks, *shape))[:1]

    return Prepared(columns, ending=_FOR_CHANGE + " SKIP LOCKED" * skip_locked)


def _columns(tasks: QuerySet[Task, Any]) -> QuerySet[Task, Any]:
    leases = ["leases"] if "leases" in tasks.query.annotations else []
    return tasks.values_list(*_TASK, *_PROCESS, Now(), *leases)


def _read(row: Sequence[Any]) -> Any:
    width = len(_TASK)
    task: Any = hydrate(Task, row[:width])
    task.process = hydrate(Process, row[width : width + len(_PROCESS)]).coerced
    task.db_now, *leases = row[width + len(_PROCESS) :]
    if leases:
        task.leases = leases[0]
    return task


_TASK, _PROCESS = column_names(Task), column_names(Process, "process__")
_FOR_CHANGE = ' FOR NO KEY UPDATE OF "workflows_process", "workflows_task"'
_LOCKED = lock_statement(_wanted, skip_locked=False)


def _numbered(marks: Marks) -> QuerySet[Task, Any]:
    return _columns(Task.objects.filter(pk__in=marks.numbers("tasks")).order_by("pk"))


_NUMBERED = Prepared(_numbered, ending=_FOR_CHANGE + " SKIP LOCKED")


@contextmanager
def lock_next(candidates: str, values: Values, *, by: User) -> Iterator[LockedTask | None]:
    """Lock the first candidate that nobody has locked, without waiting (figures.md, rule 4); None without one.

    `candidates`: a statement from `lock_statement`, or several of them combined. Raises ForbiddenError,
    TaskNotFoundError.
    """
    with _refusals(), transaction.atomic(savepoint=False):
        found = fetch(candidates, values)
        task = _read(found[0]) if found else None
        if task is not None:
            require_access(task, by)
        yield LockedTask(task) if task is not None else None


@contextmanager
def lock_first(candidates: QuerySet[Task]) -> Iterator[LockedTask | None]:
    """Like `lock_next`, but for changes by the clock: no permission is checked."""
    with _refusals(), transaction.atomic(savepoint=False):
        task = lock_rows(candidates, skip_locked=True).first()
        yield LockedTask(task) if task else None


def lock_tasks(task_ids: Collection[int]) -> dict[int, LockedTask]:
    """Lock the tasks that nobody else has locked, in the caller's transaction, without waiting; returns them by id."""
    tasks = map(_read, _NUMBERED.rows({"tasks": list(task_ids)}))
    return {task.pk: LockedTask(task) for task in tasks}


def lock_rows(tasks: QuerySet[Task], *, skip_locked: bool = False) -> QuerySet[Task]:
    """Lock rows as they are read. Accounts are not joined: after a wait, joined rows would be stale."""
    return (
        tasks.select_related("process")
        .annotate(db_now=Now())
        .select_for_update(of=("process", "self"), no_key=True, skip_locked=skip_locked)
    )


def is_leased(task: Any, at: datetime) -> bool:
    """Whether a task, or a row of a list, is held at that time."""
    return task.status == STATUS.ASSIGNED and task.lease_until is not None and task.lease_until > at


@contextmanager
def _refusals() -> Iterator[None]:
    """Translate lock failures and refused transitions into TaskBusyError."""
    try:
        yield
    except OperationalError as error:
        if is_lock_failure(error):
            raise TaskBusyError from error
        raise
    except TransitionNotAllowed as error:
        raise TaskBusyError("The item was moved to another step. Open it again.") from error


def _person(user: User | None) -> tuple[int, str] | None:
    return (user.pk, user.full_name) if user else None
