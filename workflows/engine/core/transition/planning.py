"""What follows in a process, by the nodes, conditions and clocks of its flow. Plans hold it; nothing is written."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from viewflow.this_object import this
from viewflow.workflow import nodes
from viewflow.workflow.status import PROCESS, STATUS

from kit.copying import another_of, reserve_id
from kit.prepared import fetch
from workflows.engine.core.nodes import Back
from workflows.engine.core.outcomes import Holds
from workflows.engine.core.transition.plan import Plan
from workflows.models import FACETS, Priority, Process, Task

# by the wall clock, day and night, in every kind of work (product.md, Clocks)
HARM_WITHIN = timedelta(hours=1)
_NOTHING: Mapping[str, Any] = {}
_VISITS = """SELECT DISTINCT ON (process_id, flow_task) process_id, flow_task, came_from, created, due_at
    FROM workflows_task WHERE process_id = ANY(%(processes)s) AND flow_task = ANY(%(steps)s)
    ORDER BY process_id, flow_task, id DESC"""


@dataclass(frozen=True, slots=True)
class Visit:
    """When a process was in a step before: the newest task of it there."""

    came_from: str
    created: datetime
    due_at: datetime | None


Visits = Mapping[tuple[int, Any], Visit | None]
_UNREAD: Visits = {}


def guarded(task: Any) -> Any:
    """The activation of a task: it refuses a transition that the state forbids, and changes the task in memory."""
    return task.flow_task.activation_class(task)


def take_outcome(
    plan: Plan,
    task: Any,
    outcome: str,
    at: datetime,
    *,
    decided: Mapping[str, Any] = _NOTHING,
    visits: Visits = _UNREAD,
) -> Any:
    """The task ends by an outcome, and what it leads to begins; the node to which it leads.

    `decided`: the data of the form. `visits`: as `visits_before` has read them for many plans.
    """
    step = task.flow_task
    target = step.target_of(outcome, task)
    guarded(task).close(outcome, at)
    plan.changed.append(task)
    if effect := step.outcomes[outcome].effect:
        plan.effects.append(effect)
    is_way_back = leads_back(task, outcome, target)
    begin(plan, target, task, at, decided=decided, visits=visits, is_way_back=is_way_back)
    return target


def leads_back(task: Any, outcome: str, target: Any) -> bool:
    """Whether an outcome leads to a step that is found by the item's way, and where it may have been before.

    `Depends` does not: it is found by a question, and goes forward.
    """
    return isinstance(task.flow_task.targets[outcome], Back) and target is not task.flow_task


def begin(
    plan: Plan,
    node: Any,
    previous: Any,
    at: datetime,
    *,
    decided: Mapping[str, Any] = _NOTHING,
    visits: Visits = _UNREAD,
    is_way_back: bool = False,
) -> None:
    """What begins at a node: the gateways that the process passes, and then a step for people, or its end.

    `previous`: the task that led to it; None for a start. Raises TypeError for another node than these.
    """
    process = plan.process
    while not hasattr(node, "outcomes") and not _is_end(node):
        task = _passed(node, process, at)
        plan.made.append((task, previous))
        previous, node = task, _next(node, process)
    if _is_end(node):
        if node.effect:
            plan.effects.append(node.effect)
        process.status, process.finished, process.outcome = PROCESS.DONE, at, node.name
        plan.moves, plan.ending = True, node
        plan.made.append((_passed(node, process, at), previous))
        return
    task = _new_task(node, process, at, decided)
    _inherit(task, previous, decided, visits, is_way_back=is_way_back)
    plan.made.append((task, previous))
    plan.begins = node


def reopen(plan: Plan, task: Any, next_task: Any, at: datetime) -> None:
    """A decision is undone: `next_task`, to which it led, is cancelled, and the task is open again as it was before.

    `next_task` is that of an end where the decision has ended the process, which goes on then.
    """
    outcome = task.flow_task.outcomes[task.outcome]
    if next_task.status == STATUS.DONE:
        plan.process.status, plan.process.finished, plan.process.outcome = PROCESS.NEW, None, ""
        plan.moves = True
    next_task.process = plan.process
    cancel(plan, next_task, at)
    guarded(task).reopen()
    plan.changed.append(task)
    if outcome.undo_effect:
        plan.effects.append(outcome.undo_effect)
    plan.begins = task.flow_task


def cancel(plan: Plan, task: Any, at: datetime) -> None:
    """The task ends without an outcome."""
    guarded(task).cancel(at)
    plan.changed.append(task)


def plan_start(start: Any, arguments: Mapping[str, Any]) -> Plan:
    """A new process: the method of its start fills it in, and it goes to its first step for people.

    It begins by the database's clock, by which holds and clocks end.
    """
    activation = start.activation_class.create(start, None, None)
    this.resolve(start.flow_class.instance, start._func)(activation, **arguments)
    return plan_process(start, activation.process, *reserve_id(Process))


def plan_process(start: Any, process: Any, number: int, at: datetime) -> Plan:
    process.pk, process.created = number, at
    plan = Plan(process, is_new=True)
    begin(plan, start, None, at)
    return plan


def first_steps(start: Any, process: Process) -> tuple[list[Any], Any]:
    """The nodes that a process passes from a start, and its first step for people."""
    node, passed = start, []
    while not hasattr(node, "outcomes"):
        passed.append(node)
        node = _next(node, process)
    return passed, node


@cache
def like(node: Any) -> Task:
    """What all new tasks of a node have in common. The model's constructor costs more than all else of one."""
    is_step = hasattr(node, "outcomes")
    return Task(
        flow_task=node,
        flow_task_type=node.task_type,
        queue=node.queue if is_step else "",
        status=STATUS.NEW if is_step else STATUS.DONE,
    )


def visits_before(asked: Collection[tuple[int, Any]]) -> Visits:
    """The newest visits of these processes in these steps, None where there was none; one statement."""
    if not asked:
        return {}
    named = {(process_id, f"{step.flow_class.kind}.{step.name}"): step for process_id, step in asked}
    found: dict[tuple[int, Any], Visit | None] = dict.fromkeys(asked)
    values = {"processes": [process_id for process_id, _ in named], "steps": list({name for _, name in named})}
    for process_id, name, *visit in fetch(_VISITS, values):
        if step := named.get((process_id, name)):
            found[process_id, step] = Visit(*visit)
    return found


def _new_task(node: Any, process: Any, start: datetime, decided: Mapping[str, Any]) -> Task:
    """An unsaved task for people, with the values from its process and from the clocks of its step."""
    task = another_of(like(node), "process", process, data={})
    _place(task, node, process, start, decided)
    return task


def due_of(node: Any, process: Any, start: datetime, decided: Mapping[str, Any]) -> datetime:
    """By the clock of a step that has one; within an hour where somebody may come to harm."""
    due: datetime = node.due(process, start, decided)
    return min(due, start + HARM_WITHIN) if process.priority == Priority.HARMFUL else due


def _passed(node: Any, process: Any, at: datetime) -> Task:
    """A task that is finished as it begins, as viewflow writes it; starts and ends have a `started` time."""
    is_gateway = isinstance(node, nodes.Switch)
    times = {"created": at, "started": None if is_gateway else at, "finished": at, "rank_at": at}
    return another_of(like(node), "process", process, data={}, **times)


def _place(task: Task, node: Any, process: Any, start: datetime, decided: Mapping[str, Any]) -> None:
    """Set the fields that depend on the process and the time; all others are equal for all tasks of the node."""
    task.created = start
    task.priority, task.company_id = process.priority, process.company_id
    for facet in FACETS:
        setattr(task, facet, getattr(process, facet))
    task.fires_at = node.fires(process, start, decided) if node.fires else None
    task.due_at = due_of(node, process, start, decided) if node.due else task.fires_at
    task.rank_at = task.due_at or start
    if node.bars:
        task.barred_id, task.barred_too_id = (*(getattr(process, name) for name in node.bars), None)[:2]


def _is_end(node: Any) -> bool:
    return isinstance(node, nodes.End)


def _next(node: Any, process: Any) -> Any:
    match node:
        case nodes.StartHandle():
            return node._next
        case nodes.Switch():
            return next(target for target, condition in node._branches if _holds(condition, process))
        case _:
            raise TypeError(f"{node.name} is no step for people, gateway or end")


def _holds(condition: Any, process: Any) -> bool:
    """Whether a branch is taken, before the task exists. None: the default branch."""
    if condition is not None and not isinstance(condition, Holds):
        raise TypeError(f"{condition!r} is not a `Holds` condition")
    return condition is None or bool(getattr(process, condition.name))


def _inherit(task: Any, previous: Any, decided: Mapping[str, Any], visits: Visits, *, is_way_back: bool) -> None:
    """Set the target of `return`, and the age of a task that comes back to a step.

    An item that comes back to a step keeps its age and due time: undo, recall, return and reinstatement do not restart
    clocks, so that overdue items stay overdue. What the flow declares is excepted: `keeps_age`, `asked_since`.
    """
    process, step = task.process, task.flow_task
    if not hasattr(previous.flow_task, "outcomes"):
        if step.flow_class.keeps_age:
            _keep_age(task, _visit(process.override_of_id, step, visits))
    elif previous.flow_task is step:
        task.came_from = previous.came_from  # a step that leads to itself, like rescheduling
    elif is_way_back:
        before = _visit(process.pk, step, visits)
        since = step.flow_class.asked_since(process, step)
        # without a visit: screening had skipped this step
        began = before.created if before else process.created
        if before is None or (since and since > began):
            _place(task, step, process, max(began, since or began), decided)
        else:
            _keep_age(task, before)
        if before:
            task.came_from = before.came_from
    else:
        task.came_from = str(previous.flow_task.name)


def _visit(process_id: int | None, step: Any, visits: Visits) -> Visit | None:
    if process_id is None:
        return None
    asked = (process_id, step)
    return visits[asked] if asked in visits else visits_before([asked])[asked]


def _keep_age(task: Any, before: Visit | None) -> None:
    if before is not None:
        task.created = before.created
        if task.flow_task.due:
            task.due_at = before.due_at
        task.rank_at = task.due_at or task.created
