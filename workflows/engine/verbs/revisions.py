"""Edits the subject of a process: the holder of its task writes a new revision before they decide."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from workflows.engine.core.errors import AlreadyDecidedError
from workflows.engine.core.locked import lock_task
from workflows.engine.core.subjects import Revised
from workflows.engine.core.transition.writer import record_event
from workflows.engine.verbs.losses import telling_of_loss
from workflows.engine.verbs.notes import REVISION, delete_draft
from workflows.models import Process, Task


def revise_subject(task_id: int, changes: Mapping[str, Any], *, reason: str, by: User, revision: int) -> None:
    """Write the next revision of a task's subject. Repeating the same changes on the same revision writes nothing.

    Deletes the person's draft of the edit, so that the console does not offer saved text as an unsaved edit. Raises
    LockLostError, TaskTakenError, TaskClosedError, StaleRevisionError, AlreadyDecidedError, InvalidError.
    """
    with lock_task(task_id, by=by) as locked, telling_of_loss(locked, by):
        locked.require_held_by(by)
        process = locked.task.process
        if locked.task.flow_task.undo:
            raise AlreadyDecidedError
        subject = process.flow_class.subject
        revised = subject.revise(process, locked.row, changes, reason=reason, by=by, revision=revision)
        if revised:
            record_revision(process, locked.row, revised, reason=reason, by=by)
        delete_draft(locked.task, REVISION, by=by)


def record_revision(
    process: Process, task: Task | None, revised: Revised, *, reason: str, by: User | None = None
) -> None:
    """Record a revision in history. The caller holds the process's lock. `task`: the open task, if any.

    `by`: None if the source wrote the revision.
    """
    data = {"revision": revised.number, "changed": list(revised.changed), **revised.notes}
    record_event(process, "revise", task=task, actor_id=by.pk if by else None, text=reason, data=data)
