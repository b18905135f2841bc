"""Many processes begun at once: the rows that `start_process` would leave, in a handful of statements.

Where each goes is asked of the flow itself: its nodes, their conditions and their clocks (engine.md, decision 9).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from viewflow.workflow import nodes
from viewflow.workflow.status import STATUS
from viewflow.workflow.token import Token

from kit import request_id
from kit.copying import Rows, reserve_ids
from workflows.engine.core.activations import new_task, place_task
from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.nodes import HumanTask
from workflows.models import Process, Task, TaskEvent

_BEFORE_ANY_DECISION: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Arrival:
    """A process that is about to begin: the nodes that it passes by itself, and the step that it will wait in."""

    process: Any
    passed: tuple[Any, ...]
    step: HumanTask


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a condition of a flow is told: the process. It is asked before there is a task."""

    process: Any


def foresee(start: Any, process: Process) -> Arrival:
    """Where a start node leads a process. Raises TypeError for a flow that forks or works before people do."""
    node, passed = start, []
    while not isinstance(node, HumanTask):
        passed.append(node)
        node = _next(node, process)
    return Arrival(process, tuple(passed), node)


def begin_processes(flow: type[ProductFlow], arrivals: Sequence[Arrival], at: datetime) -> None:
    """Write the processes with their tasks and first entries, in the caller's transaction. Numbers them."""
    numbers = reserve_ids(Process, len(arrivals))
    for arrival, number in zip(arrivals, numbers, strict=True):
        arrival.process.pk, arrival.process.created = number, at
    _write_processes(arrivals)
    _write_tasks(arrivals, at)
    _write_entries(flow, arrivals)


def _next(node: Any, process: Process) -> Any:
    match node:
        case nodes.StartHandle():
            return node._next
        case nodes.Switch():
            return next(target for target, holds in node._branches if holds is None or holds(_Asked(process)))
        case _:
            raise TypeError(f"{node.name} cannot be passed by many at once")


def _write_processes(arrivals: Sequence[Arrival]) -> None:
    rows = Rows(Process(**_values(arrivals[0].process)))
    for arrival in arrivals:
        rows.add_instance(arrival.process)
    rows.write()


def _values(process: Any) -> dict[str, Any]:
    """Of a flow's own kind of process: its proxies have no table."""
    return {field.attname: getattr(process, field.attname) for field in process._meta.concrete_fields}


def _write_tasks(arrivals: Sequence[Arrival], at: datetime) -> None:
    numbers = iter(reserve_ids(Task, sum(len(arrival.passed) + 1 for arrival in arrivals)))
    links = Rows(Task.previous.through(id=0, from_task_id=0, to_task_id=0), without=["id"])
    passed: dict[Any, Rows] = {}
    waiting: dict[Any, tuple[Task, Rows]] = {}
    for arrival in arrivals:
        before = 0
        for node in arrival.passed:
            number = next(numbers)
            rows = passed.get(node) or passed.setdefault(node, Rows(_passed_task(node, at)))
            rows.add(id=number, process_id=arrival.process.pk)
            if before:
                links.add(from_task_id=number, to_task_id=before)
            before = number
        if arrival.step not in waiting:
            task = new_task(arrival.step, arrival.process, Token("start"), at, _BEFORE_ANY_DECISION)
            task.flow_task_type = arrival.step.task_type
            waiting[arrival.step] = (task, Rows(task))
        task, rows = waiting[arrival.step]  # one task after the other in the same object: making one costs most
        place_task(task, arrival.step, arrival.process, at, _BEFORE_ANY_DECISION)
        task.pk = next(numbers)
        rows.add_instance(task)
        links.add(from_task_id=task.pk, to_task_id=before)
    for rows in (*passed.values(), *(rows for _, rows in waiting.values()), links):
        rows.write()


def _passed_task(node: Any, at: datetime) -> Task:
    """As the library leaves a start, and a gateway, which it does not time."""
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


def _write_entries(flow: type[ProductFlow], arrivals: Sequence[Arrival]) -> None:
    """One `start` each; the trigger numbers and chains them."""
    rows = Rows(TaskEvent(process_id=0, action="start", request_id=request_id.current()), without=["id"])
    for arrival in arrivals:
        data = flow.told_of_start(arrival.process) or {}
        rows.add(process_id=arrival.process.pk, to_node=arrival.step.name, data=data)
    rows.write()
