"""Reads history. Entries are written by core/transition."""

from typing import Any, Literal, get_args

from django.db.models import QuerySet
from viewflow.workflow.status import STATUS

from kit.prepared import Marks, Prepared
from workflows.models import EventText, Process, Task, TaskEvent

# actions that cancel the open task of a process
EndingAction = Literal["screen", "withdraw", "close", "cancel", "undo"]
ENDING: tuple[EndingAction, ...] = get_args(EndingAction)


def what_ended(task: Task) -> TaskEvent | None:
    """The entry of the action that ended a task without a decision, such as new text or a withdrawal."""
    ended = TaskEvent.objects.filter(process_id=task.process_id, task_id=task.pk, action__in=ENDING)
    return ended.order_by("seq").first()


def last_decision(process: Process, outcome: str) -> TaskEvent | None:
    """The newest decision with this outcome and its text."""
    decided = TaskEvent.objects.filter(process=process, action="decide", outcome=outcome)
    return decided.select_related("text").order_by("-seq").first()


def last_text(process: Process, outcome: str) -> str:
    """The text of the newest decision with this outcome that was not undone; empty without such a decision."""
    found = _LAST_TEXT.rows({"process": process.pk, "outcome": outcome})
    return str(found[0][0]) if found else ""


def _last_text(marks: Marks) -> QuerySet[EventText, Any]:
    decided = EventText.objects.filter(event__process=marks.number("process"), event__action="decide")
    decided = decided.filter(event__outcome=marks.text("outcome"))
    # the task of an undone decision is open again, or was decided again: then the newer entry is selected
    tasks = Task.objects.filter(process=marks.number("process"), status=STATUS.DONE, outcome=marks.text("outcome"))
    return decided.filter(event__task_id__in=tasks.values("pk")).order_by("-event__seq").values_list("body")[:1]


_LAST_TEXT = Prepared(_last_text)


def events_of(*processes: Process) -> list[TaskEvent]:
    """The entries of these processes with their texts, in order for each process."""
    return _ENTRIES.instances({"processes": [process.pk for process in processes]})


def _entries(marks: Marks) -> QuerySet[TaskEvent]:
    entries = TaskEvent.objects.filter(process_id__in=marks.numbers("processes"))
    return entries.select_related("text").order_by("process_id", "seq")


_ENTRIES = Prepared(_entries)
