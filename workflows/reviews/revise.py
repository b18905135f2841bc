"""A new revision of what a process is about: by the person who holds its task, while nothing is decided."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from reviews.revisions import Revised, revise_review
from reviews.screening import Findings
from workflows.engine.core.errors import AlreadyDecidedError
from workflows.engine.core.history import record_event
from workflows.engine.core.locked import locked_task
from workflows.engine.verbs.losses import telling_of_loss
from workflows.models import Process, Task


def revise_subject(task_id: int, changes: Mapping[str, Any], *, reason: str, by: User, revision: int) -> None:
    """Write the next revision of a task's review. The same sent again on the same revision writes nothing.

    Raises LockLostError, TaskTakenError, TaskClosedError, StaleRevisionError, AlreadyDecidedError, InvalidError.
    """
    with locked_task(task_id, by=by) as locked, telling_of_loss(locked, by):
        locked.require_held_by(by)
        process = locked.task.process
        if locked.task.flow_task.undo:
            raise AlreadyDecidedError
        if revised := revise_review(process.subject_id, changes, reason=reason, by=by, revision=revision):
            note_revision(process, locked.row, revised, reason=reason, by=by)


def note_revision(
    process: Process, task: Task | None, revised: Revised, *, reason: str, by: User | None = None
) -> None:
    """Tell the history of a revision, and keep what screening found in it where lists and the desk look for it.

    The caller holds the process's lock. `task`: the one that the process waits in.
    """
    _note_findings(process, task, revised.findings)
    data = {"revision": revised.number, "changed": list(revised.changed), "screening": revised.findings.told()}
    record_event(process, "revise", task=task, actor_id=by.pk if by else None, text=reason, data=data)


def note_amendment(
    process: Process, task: Task | None, changes: Mapping[str, Any], rating: int | None, findings: Findings
) -> None:
    """Tell the history of other facts by the source; `rating`: what it was. Addresses are named, not told."""
    if "rating" in changes:
        process.rating = changes["rating"]
        Process.objects.filter(pk=process.pk).update(rating=process.rating)
        if task is not None:
            task.rating = process.rating
            Task.objects.filter(pk=task.pk).update(rating=task.rating)
    _note_findings(process, task, findings)
    stars = {"rating": {"from": rating, "to": changes["rating"]}} if "rating" in changes else {}
    data = {"changed": sorted(changes), **stars, "screening": findings.told()}
    record_event(process, "amend", task=task, data=data)


def _note_findings(process: Process, task: Task | None, findings: Findings) -> None:
    process.flagged = findings.flagged
    process.data = {**process.data, "screening": findings.told()}
    Process.objects.filter(pk=process.pk).update(flagged=process.flagged, data=process.data)
    if task is not None:
        task.flagged = process.flagged
        Task.objects.filter(pk=task.pk).update(flagged=task.flagged)
