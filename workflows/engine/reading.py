"""Tasks and processes as they are read, without a lock."""

from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Now

from kit.errors import NotFoundError
from kit.prepared import Marks, Prepared
from kit.rows import column_names, hydrate
from workflows.engine.flows import ProductFlow, flow_of
from workflows.models import OPEN, Process, Task


def get_task(task_id: int) -> Any | None:
    """A step for people with its process, owner and assignee, annotated with the database's time; None without."""
    task = Task.objects.select_related("process", "owner", "assignee").annotate(db_now=Now()).filter(pk=task_id).first()
    if task is None or not hasattr(task.flow_task, "outcomes"):
        return None
    task.process = task.process.coerced  # as its flow's own kind, with the conditions that the flow asks for
    return task


def find_task(task_id: int) -> Any | None:
    """A step for people, without its process and its people; None without."""
    found = _TASKS.rows({"task": task_id})
    task = hydrate(Task, found[0]) if found else None
    return task if task is not None and hasattr(task.flow_task, "outcomes") else None


def _task(marks: Marks) -> QuerySet[Task, Any]:
    return Task.objects.filter(pk=marks.number("task")).values_list(*column_names(Task))


_TASKS = Prepared(_task)


def get_flow(kind: str) -> type[ProductFlow]:
    """Raises NotFoundError."""
    flow = flow_of(kind)
    if flow is None:
        raise NotFoundError("There is no process of this kind.")
    return flow


def get_process(kind: str, process_id: int) -> Process:
    """Raises NotFoundError for an unknown kind, or a number that is another kind's."""
    process: Process | None = Process.objects.filter(pk=process_id, flow_class=get_flow(kind)).first()
    if process is None:
        raise NotFoundError("There is no process with this number.")
    return process


def open_task_of(process: Process) -> Task:
    """The task that a running process waits in. Raises NotFoundError after its end."""
    task: Task | None = Task.objects.filter(process=process, status__in=OPEN).order_by("pk").first()
    if task is None:
        raise NotFoundError("The process has come to its end.")
    return task


def open_task_about(flow: type[ProductFlow], subject_id: int) -> Task | None:
    """The task in which a subject waits now; None when no process of the flow over it is running."""
    waiting = Task.objects.filter(process__flow_class=flow, process__subject_id=subject_id, status__in=OPEN)
    task: Task | None = waiting.select_related("process").first()
    return task
