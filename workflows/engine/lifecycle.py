"""What happens to a process from outside its steps: its beginning, its withdrawal, the override of its end."""

from typing import Any

from django.db import IntegrityError, transaction
from viewflow.workflow.status import PROCESS

from accounts.models import User
from kit.errors import ForbiddenError
from workflows.engine.activations import cancel_task, end_from_outside
from workflows.engine.errors import NotEndedError
from workflows.engine.flows import ProductFlow
from workflows.engine.history import record_event
from workflows.engine.locks import RowLock
from workflows.models import OPEN, Process, Task


def start_process(flow: type[ProductFlow], start: Any, *, actor_id: int | None = None, **arguments: Any) -> Process:
    """Run a start node, in one transaction. The first entry of the history tells where it led."""
    with transaction.atomic():
        process: Process = start.run(**arguments)
        record_event(
            process, "start", actor_id=actor_id, to_node=waiting_in(process), data=process.data.get("screening")
        )
        return process


def reinstate_process(process: Process, notes: str, *, by: User) -> Process:
    """Override an end: a new process over the same subject, linked to the old one, waits for head moderators.

    Raises ForbiddenError; NotEndedError when the process has not ended, or another over the subject runs.
    """
    flow: type[ProductFlow] = process.flow_class
    if not by.may("head_moderator"):
        raise ForbiddenError
    try:
        with transaction.atomic(), RowLock()(flow, process.pk):
            process.refresh_from_db()
            if process.status != PROCESS.DONE:
                raise NotEndedError
            new: Process = flow.reinstated.run(process=process)
            record_event(process, "override", actor_id=by.pk, data={"process": new.pk})
            record_event(
                new, "reinstate", actor_id=by.pk, to_node=waiting_in(new), text=notes, data={"process": process.pk}
            )
            return new
    except IntegrityError as error:
        raise NotEndedError from error


def withdraw_process(process: Process, *, reason: str = "") -> None:
    """The source takes its subject back: whoever holds the task learns it at their next call. Twice changes nothing."""
    flow: type[ProductFlow] = process.flow_class
    with transaction.atomic(), RowLock()(flow, process.pk):
        process.refresh_from_db()
        if process.outcome == flow.withdrawn.name:
            return
        task = Task.objects.filter(process=process, status__in=OPEN).select_related("process").first()
        end_from_outside(process, task, flow.withdrawn)
        record_event(process, "withdraw", task=task, to_node=flow.withdrawn.name, text=reason)


def cancel_process(process: Process, reason: str, *, by: User | None = None) -> None:
    """Stop a process without an end: what it was about stays as it is. Nothing happens to one that has ended."""
    with transaction.atomic(), RowLock()(process.flow_class, process.pk):
        process.refresh_from_db()
        if process.status != PROCESS.NEW:
            return
        task = Task.objects.filter(process=process, status__in=OPEN).select_related("process").get()
        cancel_task(process, task)
        record_event(process, "cancel", task=task, actor_id=by.pk if by else None, text=reason)


def waiting_in(process: Process) -> str:
    """The name of the step that the process waits in; empty after its end."""
    task = Task.objects.filter(process=process, status__in=OPEN).order_by("pk").first()
    return str(task.flow_task.name) if task else ""
