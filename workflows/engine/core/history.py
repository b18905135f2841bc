"""Writes and reads history: one entry per verb, in the same transaction."""

import os
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Literal, get_args

from django.db.models import QuerySet
from viewflow.workflow.status import STATUS

from kit import acting, request_id
from kit.prepared import Marks, Prepared
from kit.rows import insert_row
from workflows.engine.core.entry_data import require_declared, shape_of
from workflows.models import EventText, Process, Task, TaskEvent

SALT_BYTES = 16
# actions that cancel the open task of a process
EndingAction = Literal["screen", "withdraw", "close", "cancel", "undo"]
ENDING: tuple[EndingAction, ...] = get_args(EndingAction)


def record_event(
    process: Process,
    action: str,
    *,
    task: Task | None = None,
    actor_id: int | None = None,
    outcome: str = "",
    to_node: str = "",
    text: str = "",
    data: Mapping[str, Any] | None = None,
    is_quoted: bool = False,
) -> TaskEvent:
    """Append one entry. Free text is stored separately with a salted digest, so that it can be erased (engine.md).

    `is_quoted`: the entry repeats what the actor did earlier; otherwise, in a request, the actor is who signed in.

    Raises UndeclaredDataError for data that is not declared for the action: see `entry_data`.
    """
    if data:
        node = task.flow_task if task else None
        require_declared(action, data, shape_of(process.flow_class, action, node, outcome))
    salt = os.urandom(SALT_BYTES) if text else b""
    event = TaskEvent(
        process=process,
        task_id=task.pk if task else None,
        action=action,
        node=task.flow_task.name if task else "",
        outcome=outcome,
        to_node=to_node,
        actor_id=actor_id,
        request_id=request_id.current(),
        data=data or {},
        text_digest=text_digest(salt, text) if text else b"",
    )
    insert_row(event, acting=str(actor_id or "") if is_quoted else acting.setting_for(actor_id))
    if text:
        EventText.objects.create(event=event, salt=salt, body=text)
    return event


def what_ended(task: Task) -> TaskEvent | None:
    """The entry of the action that ended a task without a decision, such as new text or a withdrawal."""
    ended = TaskEvent.objects.filter(process_id=task.process_id, task_id=task.pk, action__in=ENDING)
    return ended.order_by("seq").first()


def text_digest(salt: bytes, text: str) -> bytes:
    return sha256(salt + text.encode()).digest()


def last_decision(process: Process, outcome: str) -> TaskEvent | None:
    """The newest decision with this outcome, with its text."""
    decided = TaskEvent.objects.filter(process=process, action="decide", outcome=outcome)
    return decided.select_related("text").order_by("-seq").first()


def last_text(process: Process, outcome: str) -> str:
    """The text of the newest decision with this outcome that was not undone; empty without such a decision."""
    found = _LAST_TEXT.rows({"process": process.pk, "outcome": outcome})
    return str(found[0][0]) if found else ""


def _last_text(marks: Marks) -> QuerySet[EventText, Any]:
    decided = EventText.objects.filter(event__process=marks.number("process"), event__action="decide")
    decided = decided.filter(event__outcome=marks.text("outcome"))
    # the task of an undone decision is open again, or was decided anew: then the newer entry counts
    tasks = Task.objects.filter(process=marks.number("process"), status=STATUS.DONE, outcome=marks.text("outcome"))
    return decided.filter(event__task_id__in=tasks.values("pk")).order_by("-event__seq").values_list("body")[:1]


_LAST_TEXT = Prepared(_last_text)


def events_of(*processes: Process) -> QuerySet[TaskEvent]:
    """The entries of processes, each in its order, with their texts."""
    return TaskEvent.objects.filter(process__in=processes).select_related("text").order_by("process_id", "seq")
