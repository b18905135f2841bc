"""Changes of a process from outside its steps: start, withdrawal, reinstatement, cancellation."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import IntegrityError, OperationalError, transaction
from django.db.models.functions import Now
from viewflow.workflow.exceptions import FlowLockFailed
from viewflow.workflow.status import PROCESS

from accounts.models import User
from kit.copying import reserve_ids
from kit.errors import ForbiddenError
from workflows.engine.core.access import require_access
from workflows.engine.core.errors import NotEndedError, TaskBusyError
from workflows.engine.core.flows import ProductFlow, flows
from workflows.engine.core.locks import RowLock, is_lock_failure, lock_subject
from workflows.engine.core.transition.plan import Plan
from workflows.engine.core.transition.planning import begin, cancel, plan_process, plan_start
from workflows.engine.core.transition.writer import write
from workflows.models import OPEN, Process, Task


def start_process(flow: type[ProductFlow], start: Any, *, actor_id: int | None = None, **arguments: Any) -> Process:
    """Start a process at a start node, in one transaction. Its first history entry names the first step."""
    with transaction.atomic():
        plan = plan_start(start, arguments)
        _record_start(plan, actor_id)
        write([plan])
        process: Process = plan.process
        return process


def start_processes(start: Any, processes: Sequence[Any], at: datetime) -> None:
    """Start these unsaved processes and set their ids. Their subjects must already have the first step's status."""
    numbers = reserve_ids(Process, len(processes))
    plans = [plan_process(start, process, number, at) for process, number in zip(processes, numbers, strict=True)]
    for plan in plans:
        plan.begins = None
        _record_start(plan)
    write(plans)


def _record_start(plan: Plan, actor_id: int | None = None) -> None:
    step = plan.next_task.flow_task
    plan.record("start", actor_id=actor_id, to_node=step.name, data=plan.process.noted_at_start)


def reinstate_process(process: Process, notes: str, *, by: User) -> Process:
    """Override an end: start a new process for the same subject, linked to the old one, in the step that its start
    leads to.

    Raises ForbiddenError for a person who is not a head moderator or may not work in that step; NotEndedError if the
    process has not ended or a later process exists.
    """
    flow: type[ProductFlow] = process.flow_class
    if not by.may("head_moderator"):
        raise ForbiddenError
    try:
        with held_with_subject(process):
            if process.status != PROCESS.DONE or flow.is_followed(process):
                raise NotEndedError
            start = flow.reinstating_start(process)
            close_beside(start.flow_class, process.subject_id, by=by)
            plan = plan_start(start, {"process": process})
            require_access(plan.next_task, by)  # a refusal rolls the transaction back
            return override(process, plan, by=by, text=notes)
    except IntegrityError as error:
        raise NotEndedError from error


def can_be_reinstated(process: Process) -> bool:
    """Whether the end of a process can be overridden now. For a running process: whether any end of its kind can be."""
    flow: type[ProductFlow] = process.flow_class
    if process.status == PROCESS.NEW:
        return hasattr(flow, "reinstated")
    if process.status != PROCESS.DONE or flow.is_followed(process):
        return False
    try:
        flow.reinstating_start(process)
    except NotEndedError:
        return False
    return True


def override(
    process: Process,
    plan: Plan,
    *,
    by: User | None,
    text: str = "",
    data: Mapping[str, Any] = MappingProxyType({}),
) -> Process:
    """Start the successor of an ended process, with an entry in both histories. `data`: of the successor's entry."""
    actor_id = by.pk if by else None
    new: Process = plan.process
    before = Plan(process)
    before.record("override", actor_id=actor_id, data={"process": new.pk})
    step = plan.next_task.flow_task
    about = {"process": process.pk, **data}
    plan.record("reinstate", actor_id=actor_id, to_node=step.name, text=text, data=about)
    write([before, plan])
    return new


def withdraw_process(process: Process, *, reason: str = "") -> None:
    """End a process because the source withdrew the subject. Holders are notified at their next call. Idempotent.

    Raises TaskBusyError.
    """
    flow: type[ProductFlow] = process.flow_class
    with held_with_subject(process):
        if process.outcome == flow.withdrawn.name:
            return
        close_beside(flow, process.subject_id)
        end_process(process, _open_task(process), flow.withdrawn, "withdraw", text=reason)


def end_process(
    process: Process,
    task: Any,
    ending: Any,
    action: str,
    *,
    by: User | None = None,
    text: str = "",
    data: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """End a locked process with an ending that no step leads to.

    `task`: its open task, with the database's time; None if the process has already ended. `action`: of the history
    entry.
    """
    last: Any = task or Task.objects.filter(process=process).annotate(db_now=Now()).latest("pk")
    plan, at = Plan(process), last.db_now
    if task is not None:
        cancel(plan, task, at)
    begin(plan, ending, last, at)
    plan.record(action, task=task, actor_id=by.pk if by else None, to_node=ending.name, text=text, data=data)
    write([plan])


def cancel_process(process: Process, reason: str, *, by: User | None = None) -> None:
    """Stop a running process without an ending; its subject does not change. Does nothing for an ended process."""
    with transaction.atomic(), RowLock()(process.flow_class, process.pk):
        process.refresh_from_db()
        if process.status != PROCESS.NEW:
            return
        task = _open_task(process)
        plan, at = Plan(process, moves=True), task.db_now
        cancel(plan, task, at)
        process.status, process.finished = PROCESS.CANCELED, at
        plan.record("cancel", task=task, actor_id=by.pk if by else None, text=reason)
        write([plan])


def _open_task(process: Process) -> Any:
    """With the database's time."""
    found = Task.objects.filter(process=process, status__in=OPEN).select_related("process")
    return found.annotate(db_now=Now()).first()


@contextmanager
def held_with_subject(process: Process) -> Iterator[None]:
    """Lock the subject, then the process row. Raises TaskBusyError if a lock is not available in time."""
    flow: type[ProductFlow] = process.flow_class
    try:
        with transaction.atomic():
            lock_subject(flow.subject.thing, process.subject_id)
            with RowLock()(flow, process.pk):
                process.refresh_from_db()
                yield
    except FlowLockFailed as error:
        raise TaskBusyError from error
    except OperationalError as error:
        if is_lock_failure(error):
            raise TaskBusyError from error
        raise


def close_beside(flow: type[ProductFlow], subject_id: int, *, by: User | None = None) -> None:
    """Close running processes of flows that are `beside` this flow, for the same subject."""
    for other in flows():
        if other.beside is not flow:
            continue
        for process in Process.objects.filter(flow_class=other, subject_id=subject_id, status=PROCESS.NEW):
            with RowLock()(other, process.pk):
                task = _open_task(process)
                if task is None:
                    continue  # it ended while we waited for the lock
                end_process(task.process, task, other.closed, "close", by=by)
