"""One task: read, claim, release, skip, snooze, take over, decide."""

from datetime import datetime
from typing import Annotated, Any

from ninja import Field, Path, Status

from api.http.auth import MAX_ID, StaffRequest, TaskStaff
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Moment, Note
from api.tasks.details import TaskDetail, detail_of
from workflows.engine.reading.lists.blindness import require_sight
from workflows.engine.verbs.claims import (
    claim_task,
    extend_lease,
    release_task,
    skip_task,
    snooze_task,
    take_back_skip,
    take_over_task,
)
from workflows.engine.verbs.decisions import Decision, decide_task

router = Router(tags=["Tasks"])

TaskId = Annotated[int, Path(ge=1, le=MAX_ID)]


class LockRequest(Payload):
    """`extend` is a heartbeat: it extends the caller's lock, and never claims."""

    extend: bool = False


class LockAnswer(Schema):
    locked_since: datetime
    locked_until: datetime
    limit_at: datetime
    lock_version: int


class TakeOverRequest(Payload):
    """`note`: the reason, for the people who lose the item."""

    note: Note


class DecisionRequest(Payload):
    """`revision`: the number of the revision, or the id of the last message, that was read.

    A decision is refused if a newer one exists. Required for tickets.
    """

    outcome: Annotated[str, Field(max_length=32)]
    form: dict[str, Any] = Field(default_factory=dict)
    revision: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None


class SnoozeRequest(Payload):
    """`until` null ends the snooze at once."""

    until: Moment | None


class NextStep(Schema):
    """The current step of the process. `undo`: its outcome with which people can recall the decision."""

    task_id: int
    queue: str
    due_at: datetime | None
    undo: str | None


class DecisionAnswer(Schema):
    """`undo_until`: the end of the time in which the caller can undo it; null if it cannot be undone."""

    status: str
    next: NextStep | None
    decided_at: datetime
    undo_until: datetime | None


@router.get("/tasks/{task_id}", response={200: TaskDetail, 409: Problem}, auth=TaskStaff(), operation_id="getTask")
def read_task(request: StaffRequest, task_id: TaskId) -> Any:
    """409 `blind_second_look` for the person with the second look at this task's decision."""
    require_sight(request.task.process, request.auth.user)
    return detail_of(request.task, request.auth.user)


@router.put(
    "/tasks/{task_id}/lock",
    response={200: LockAnswer, 409: Problem},
    auth=TaskStaff(counts_as_activity=False, keeps_task=False),
)
def lock_task(request: StaffRequest, task_id: TaskId, body: LockRequest | None = None) -> Any:
    """Claim an item, or extend the caller's lease. 409 names the holder."""
    if body and body.extend:
        return extend_lease(task_id, by=request.auth.user)
    return claim_task(task_id, by=request.auth.user)


@router.delete("/tasks/{task_id}/lock", response={204: None, 409: Problem}, auth=TaskStaff(keeps_task=False))
def unlock_task(request: StaffRequest, task_id: TaskId) -> Any:
    """Release a task."""
    release_task(task_id, by=request.auth.user)
    return Status(204, None)


@router.post(
    "/tasks/{task_id}/take-over",
    response={200: LockAnswer, 409: Problem},
    auth=TaskStaff(and_also="head_moderator"),
    operation_id="takeOverTask",
)
def take_over(request: StaffRequest, task_id: TaskId, body: TakeOverRequest) -> Any:
    """Take an item over from its holder or assignee, who are notified with the note and keep their drafts."""
    return take_over_task(task_id, body.note, by=request.auth.user)


@router.post(
    "/tasks/{task_id}/decision",
    response={200: DecisionAnswer, 409: Problem},
    auth=TaskStaff(keeps_task=False),
    operation_id="decideTask",
)
def decide(request: StaffRequest, task_id: TaskId, body: DecisionRequest) -> Any:
    decision = decide_task(
        task_id, by=request.auth.user, outcome=body.outcome, payload=body.form, revision=body.revision
    )
    return {
        "status": decision.status,
        "next": _next_step(decision),
        "decided_at": decision.decided_at,
        "undo_until": decision.undo_until,
    }


@router.post("/tasks/{task_id}/skip", response={204: None, 409: Problem}, auth=TaskStaff(), operation_id="skipTask")
def skip(request: StaffRequest, task_id: TaskId) -> Any:
    """Skip an item: it is free again, and comes last in the caller's order for 24 hours."""
    skip_task(task_id, by=request.auth.user)
    return Status(204, None)


@router.delete(
    "/tasks/{task_id}/skip", response={204: None, 409: Problem}, auth=TaskStaff(), operation_id="takeBackSkip"
)
def unskip(request: StaffRequest, task_id: TaskId) -> Any:
    """Take a skip back: the item gets its former place in the order. Idempotent."""
    take_back_skip(task_id, by=request.auth.user)
    return Status(204, None)


@router.put("/tasks/{task_id}/snooze", response={204: None, 409: Problem}, auth=TaskStaff(), operation_id="snoozeTask")
def snooze(request: StaffRequest, task_id: TaskId, body: SnoozeRequest) -> Any:
    """Snooze an item until a time: no list and no `next` shows it before."""
    snooze_task(task_id, body.until, by=request.auth.user)
    return Status(204, None)


def _next_step(decision: Decision) -> dict[str, Any] | None:
    task = decision.next_task
    if task is None:
        return None
    return {"task_id": task.pk, "queue": task.queue, "due_at": task.due_at, "undo": task.flow_task.undo or None}
