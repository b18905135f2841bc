"""Creates tasks, and starts many processes at once in a constant number of statements.

Starting many at once writes the same rows as `start_process`. The nodes, conditions and clocks of the flow decide
the first step of each (engine.md, decision 9).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from viewflow.workflow import nodes
from viewflow.workflow.status import STATUS
from viewflow.workflow.token import Token

from kit import request_id
from kit.copying import Rows, another, reserve_ids
from workflows.engine.core.outcomes import Holds
from workflows.models import Priority, Process, Task, TaskEvent

# by the wall clock, day and night, in every kind of work (product.md, Clocks)
HARM_WITHIN = timedelta(hours=1)
_BEFORE_ANY_DECISION: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Beginning:
    """A process that is about to begin: the automatic nodes that it passes, and its first step for people."""

    process: Any
    passed: tuple[Any, ...]
    step: Any


def plan_beginning(start: Any, process: Process) -> Beginning:
    """The nodes that a process passes from a start node to its first step for people.

    Raises TypeError if there are nodes other than gateways of `Holds` before that step.
    """
    node, passed = start, []
    while not hasattr(node, "outcomes"):
        passed.append(node)
        node = _next(node, process)
    return Beginning(process, tuple(passed), node)


def begin_processes(beginnings: Sequence[Beginning], at: datetime) -> None:
    """Write the processes with their tasks and first entries, in the caller's transaction. Sets their ids."""
    numbers = reserve_ids(Process, len(beginnings))
    for beginning, number in zip(beginnings, numbers, strict=True):
        beginning.process.pk, beginning.process.created = number, at
    _write_processes(beginnings)
    _write_tasks(beginnings, at)
    _write_entries(beginnings)


def new_task(node: Any, process: Any, token: Any, start: datetime, decided: Mapping[str, Any]) -> Task:
    """An unsaved task for people, with the values from its process and from the clocks of its step."""
    task = another(_blank_task(node), token=token, data={})
    place_task(task, node, process, start, decided)
    return task


@cache
def _blank_task(node: Any) -> Task:
    """What all tasks of a step have in common. The model's constructor costs more than all else of a new task."""
    return Task(flow_task=node, queue=node.queue)


def place_task(task: Task, node: Any, process: Any, start: datetime, decided: Mapping[str, Any]) -> None:
    """Set the fields that depend on the process and the time; all others are equal for all tasks of the node."""
    task.process, task.created = process, start
    task.priority, task.flagged = process.priority, process.flagged
    task.company_id, task.rating = process.company_id, process.rating
    task.fires_at = node.fires(process, start, decided) if node.fires else None
    task.due_at = due_of(node, process, start, decided) if node.due else task.fires_at
    task.rank_at = task.due_at or start
    if node.bars:
        task.barred_id, task.barred_too_id = (*(getattr(process, name) for name in node.bars), None)[:2]


def due_of(node: Any, process: Any, start: datetime, decided: Mapping[str, Any]) -> datetime:
    """By the clock of a step that has one; within an hour where somebody may come to harm."""
    due: datetime = node.due(process, start, decided)
    return min(due, start + HARM_WITHIN) if process.priority == Priority.HARMFUL else due


def _next(node: Any, process: Process) -> Any:
    match node:
        case nodes.StartHandle():
            return node._next
        case nodes.Switch():
            return next(target for target, condition in node._branches if _holds(condition, process))
        case _:
            raise TypeError(f"{node.name} cannot be passed when many processes start at once")


def _holds(condition: Any, process: Process) -> bool:
    """Whether a branch is taken, before the task exists. None: the default branch."""
    if condition is not None and not isinstance(condition, Holds):
        raise TypeError(f"{condition!r} is not a `Holds` condition")
    return condition is None or bool(getattr(process, condition.name))


def _write_processes(beginnings: Sequence[Beginning]) -> None:
    rows = Rows(Process(**_values(beginnings[0].process)))
    for beginning in beginnings:
        rows.add_instance(beginning.process)
    rows.write()


def _values(process: Any) -> dict[str, Any]:
    """Field values of a process that may be a proxy: proxies have no table."""
    return {field.attname: getattr(process, field.attname) for field in process._meta.concrete_fields}


def _write_tasks(beginnings: Sequence[Beginning], at: datetime) -> None:
    numbers = iter(reserve_ids(Task, sum(len(beginning.passed) + 1 for beginning in beginnings)))
    links = Rows(Task.previous.through(id=0, from_task_id=0, to_task_id=0), without=["id"])
    passed: dict[Any, Rows] = {}
    waiting: dict[Any, tuple[Task, Rows]] = {}
    for beginning in beginnings:
        before = 0
        for node in beginning.passed:
            number = next(numbers)
            rows = passed.get(node) or passed.setdefault(node, Rows(_passed_task(node, at)))
            rows.add(id=number, process_id=beginning.process.pk)
            if before:
                links.add(from_task_id=number, to_task_id=before)
            before = number
        if beginning.step not in waiting:
            waiting[beginning.step] = _waiting_task(beginning.step, beginning.process, at)
        task, rows = waiting[beginning.step]  # shared by all tasks of a step: creating objects costs most
        place_task(task, beginning.step, beginning.process, at, _BEFORE_ANY_DECISION)
        task.pk = next(numbers)
        rows.add_instance(task)
        links.add(from_task_id=task.pk, to_task_id=before)
    for rows in (*passed.values(), *(rows for _, rows in waiting.values()), links):
        rows.write()


def _waiting_task(step: Any, process: Process, at: datetime) -> tuple[Task, Rows]:
    start: Any = Token("start")
    task = Task(
        process=process,
        flow_task=step,
        flow_task_type=step.task_type,
        token=start,
        queue=step.queue,
        created=at,
        rank_at=at,
    )
    return task, Rows(task)


def _passed_task(node: Any, at: datetime) -> Task:
    """A finished task as viewflow writes it; only a start has a `started` time."""
    started = at if isinstance(node, nodes.StartHandle) else None
    return Task(
        process_id=0,
        flow_task=node,
        flow_task_type=node.task_type,
        status=STATUS.DONE,
        created=at,
        started=started,
        finished=at,
        rank_at=at,
    )


def _write_entries(beginnings: Sequence[Beginning]) -> None:
    """Write one `start` entry each; the trigger sets `seq` and hashes."""
    like = TaskEvent(process_id=0, action="start", request_id=request_id.current())
    rows = Rows(like, without=["id", *TaskEvent.BY_DATABASE])
    for beginning in beginnings:
        data = dict(beginning.process.noted_at_start)
        rows.add(process_id=beginning.process.pk, to_node=beginning.step.name, data=data)
    rows.write()
