"""Reads tasks and processes without a lock."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Any

from django.db.models import Model, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from kit.errors import NotFoundError
from kit.prepared import Beside, Marks, Prepared, fetch
from kit.rows import column_names, hydrate
from workflows.engine.core.flows import ProductFlow, flow_of, steps
from workflows.engine.reading.lists.blindness import require_sight
from workflows.engine.reading.lists.holding import lock_of
from workflows.models import OPEN, Process, Task

# the newest process of a subject, and its step for people: the open one, otherwise the last one
_NEWEST = """
    SELECT process.id, task.id FROM workflows_process process
    LEFT JOIN LATERAL (
        SELECT id FROM workflows_task WHERE process_id = process.id AND flow_task = ANY(%(steps)s)
        ORDER BY status IN ('NEW', 'ASSIGNED') DESC, finished DESC, id DESC LIMIT 1
    ) task ON true
    WHERE process.flow_class = %(kind)s AND process.subject_id = %(subject)s ORDER BY process.id DESC LIMIT 1
"""


def newest_step_about(flow: type[ProductFlow], subject_id: int) -> tuple[int, int | None] | None:
    """The ids of a subject's newest process and of its open task for people or, otherwise, the one that ended last.

    That is not always the newest: an undo cancels the task to which a decision had led. None without a process.
    """
    names = [f"{flow.kind}.{step.name}" for step in steps(flow)]
    found = fetch(_NEWEST, {"subject": subject_id, "kind": flow.kind, "steps": names})
    return (found[0][0], found[0][1]) if found else None


def get_task(task_id: int) -> Any | None:
    """A task for people with its process, owner and assignee, annotated with the database's time; None if not found."""
    found = _WHOLE.rows({"task": task_id})
    return whole_task(found[0]) if found else None


def task_beside(task_id: int, *, is_whole: bool) -> Beside:
    """A statement whose row `whole_task` or `plain_task` reads."""
    return Beside((_WHOLE if is_whole else _PLAIN).statement(), {"task": task_id})


def whole_task(values: Sequence[Any]) -> Any | None:
    """The task of `get_task`, from a row of its statement."""
    if values[0] is None:
        return None
    row = iter(values)
    task: Any = hydrate(Task, _next(row, Task))
    # coerced to the proxy class of its flow, which defines the conditions
    task.process = hydrate(Process, _next(row, Process)).coerced
    task.owner = _person(_next(row, User))
    task.assignee = _person(_next(row, User))
    task.db_now = next(row)
    return task if hasattr(task.flow_task, "outcomes") else None


def _whole(marks: Marks) -> QuerySet[Task, Any]:
    people = (*column_names(User, "owner__"), *column_names(User, "assignee__"))
    task = Task.objects.filter(pk=marks.number("task"))
    return task.values_list(*column_names(Task), *column_names(Process, "process__"), *people, Now())


def _next(row: Iterator[Any], model: type[Model]) -> list[Any]:
    return list(islice(row, len(column_names(model))))


def _person(values: Sequence[Any]) -> User | None:
    return hydrate(User, values) if any(value is not None for value in values) else None


def plain_task(values: Sequence[Any]) -> Any | None:
    """A task for people without its process and its people; None if not found."""
    task = hydrate(Task, values) if values[0] is not None else None
    return task if task is not None and hasattr(task.flow_task, "outcomes") else None


def _plain(marks: Marks) -> QuerySet[Task, Any]:
    return Task.objects.filter(pk=marks.number("task")).values_list(*column_names(Task))


_WHOLE, _PLAIN = Prepared(_whole), Prepared(_plain)


def get_flow(kind: str) -> type[ProductFlow]:
    """The flow of a kind. Raises NotFoundError."""
    flow = flow_of(kind)
    if flow is None:
        raise NotFoundError("There is no process of this kind.")
    return flow


def get_process(kind: str, process_id: int) -> Process:
    """Raises NotFoundError for an unknown kind, or an id of another kind."""
    found: list[Process] = _PROCESS.instances({"process": process_id}, get_flow(kind))
    if not found:
        raise NotFoundError("There is no process with this number.")
    return found[0]


def _process(marks: Marks, flow: type[ProductFlow]) -> QuerySet[Process]:
    return Process.objects.filter(pk=marks.number("process"), flow_class=flow)


_PROCESS = Prepared(_process)


def get_process_for(user: User, kind: str, process_id: int) -> Process:
    """A process, for a person with access to one of its steps or with `history`.

    Raises NotFoundError, also for people barred from its open task; BlindError.
    """
    process, flow = get_process(kind, process_id), get_flow(kind)
    is_barred = any(step.bars for step in steps(flow)) and _is_barred(user, process)
    if is_barred or not flow.is_open_to(user, process):
        raise NotFoundError("There is no process with this number.")
    require_sight(process, user)
    return process


def _is_barred(user: User, process: Process) -> bool:
    return any(task.bars(user.pk) for task in Task.objects.filter(process=process, status__in=OPEN))


def open_task_of(process: Process) -> Task:
    """The open task of a running process. Raises NotFoundError after its end."""
    task: Task | None = Task.objects.filter(process=process, status__in=OPEN).order_by("pk").first()
    if task is None:
        raise NotFoundError("The process has ended.")
    return task


def open_task_about(flow: type[ProductFlow], subject_id: int) -> Task | None:
    """The open task of a subject; None if no process of the flow is running."""
    waiting = Task.objects.filter(process__flow_class=flow, process__subject_id=subject_id, status__in=OPEN)
    task: Task | None = waiting.select_related("process").first()
    return task


def waiting_about(flow: type[ProductFlow], subject_ids: Collection[int]) -> dict[int, dict[str, Any]]:
    """By subject id, for subjects with an open step: its due time in the queue, and its lock fields. One statement."""
    waiting = Task.objects.filter(process__flow_class=flow, process__subject_id__in=subject_ids, status__in=OPEN)
    return {
        task.process.subject_id: {"due_at": task.due_at if task.queue else None, **lock_of(task)}
        for task in waiting.select_related("process", "owner", "assignee").annotate(db_now=Now())
    }
