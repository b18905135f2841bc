"""The caller's recent decisions, and their undo."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from django.conf import settings

from accounts.schemas import Person
from api.http.auth import AnyQueueStaff, StaffRequest, TaskStaff
from api.http.errors import Problem
from api.http.routing import Router
from api.http.schemas import Schema
from api.tasks.tasks import TaskId
from kit.errors import HolderError
from workflows.engine.verbs.moved_aside import moved_aside
from workflows.engine.verbs.undo import RecentDecision, recent_decisions, undo_decision

router = Router(tags=["Decisions"])


class DecisionRefusal(Schema):
    """Why a decision cannot be undone now. `code`: of the error that an undo would get; `holder`: of the next task."""

    code: str
    holder: Person | None


class DecisionRow(Schema):
    """A decision of the caller. `queue`: of the step in which it was decided, empty for a step without a queue.

    `addressed`: false for a ticket whose client has no email address: nothing is mailed to them.
    `title`: of the subject, or the beginning of its text, or a testimonial's author; may be empty. `company`: its name,
    or empty. `undo_until`: the end of the time to undo; null if it cannot be undone at all.
    `refusal`: null if it can be undone now.
    """

    task_id: int
    queue: str
    outcome: str
    label: str
    title: str
    company: str
    addressed: bool
    decided_at: datetime
    undo_until: datetime | None
    refusal: DecisionRefusal | None


class AsideRow(Schema):
    """An item that the caller has moved aside: skipped, put off, or assigned. `title`, `company`: as in a decision.

    `before`: the id of its previous assignee; to take it back restores this assignment.
    """

    task_id: int
    queue: str
    how: Literal["skip", "snooze", "assign"]
    title: str
    company: str
    at: datetime
    undo_until: datetime
    before: int | None


class Reopened(Schema):
    """The item as it is after an undo: the status of its subject, its task, and the queue of that task."""

    status: str
    task_id: int
    queue: str


@router.get("/user/me/decisions", response=list[DecisionRow], auth=AnyQueueStaff(counts_as_activity=False))
def list_my_decisions(request: StaffRequest) -> Any:
    """The caller's decisions that may still be undone, newest first, with the end of the time to undo each."""
    return [_row(decision) for decision in recent_decisions(request.auth.user)]


@router.get("/user/me/aside", response=list[AsideRow], auth=AnyQueueStaff(counts_as_activity=False))
def list_moved_aside(request: StaffRequest) -> Any:
    """The items that the caller moved aside last, while this can be taken back; all items of one bulk assignment."""
    return [
        {
            **_named(act.task, act.subject),
            "how": act.action,
            "at": act.at,
            "undo_until": act.at + settings.UNDO_TIME,
            "before": act.before,
        }
        for act in moved_aside(request.auth.user)
    ]


@router.post(
    "/tasks/{task_id}/undo",
    response={200: Reopened, 409: Problem},
    auth=TaskStaff(keeps_task=False),
    operation_id="undoDecision",
)
def undo(request: StaffRequest, task_id: TaskId) -> Any:
    """Undo the caller's decision of this task: the task is open again, with its age and due time.

    403 `not_your_decision`; 409 `undo_over`, `undo_ended`, `moved_on`, `task_taken` with the holder, `undo_impossible`,
    `already_undone`.
    """
    task = undo_decision(task_id, by=request.auth.user)
    return {"status": task.flow_task.status, "task_id": task.pk, "queue": task.queue}


def _row(decision: RecentDecision) -> dict[str, Any]:
    task, refusal = decision.task, decision.refusal
    return {
        **_named(task, decision.subject),
        "outcome": task.outcome,
        "label": decision.label,
        "addressed": "client" not in decision.subject or bool(decision.subject["client"]["email"]),
        "decided_at": task.finished,
        "undo_until": decision.undo_until,
        "refusal": {"code": refusal.code, "holder": _holder(refusal)} if refusal else None,
    }


def _named(task: Any, subject: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "task_id": task.pk,
        "queue": task.queue,
        "title": next((text for name in task.flow_task.flow_class.subject.named_by if (text := subject.get(name))), ""),
        "company": (subject.get("company") or {}).get("name", ""),
    }


def _holder(refusal: Exception) -> dict[str, Any] | None:
    if not isinstance(refusal, HolderError) or refusal.holder is None:
        return None
    person_id, name = refusal.holder
    return {"id": person_id, "name": name}
