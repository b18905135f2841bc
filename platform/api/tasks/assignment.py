"""Assign, hand over and unassign items, one or many."""

from collections.abc import Iterable
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import Annotated, Any, Literal

from ninja import Field, Status
from pydantic import StringConstraints

from accounts.models import User
from accounts.schemas import Person
from api.http.auth import MAX_ID, AnyQueueStaff, StaffRequest, TaskStaff
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.repeats import repeated_by
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import MAX_NOTE, Storable
from api.tasks.tasks import TaskId
from workflows.engine.verbs.assignment import MAX_AT_ONCE, Result, assign_task, assign_tasks, unassign_task

router = Router(tags=["Assignment"])

Number = Annotated[int, Field(ge=1, le=MAX_ID)]
MaybeNote = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_NOTE), Storable]


class AssignmentRequest(Payload):
    """`note`: for the new assignee; required if the item has an assignee.

    `take_over`: a head moderator reassigns the item although another person holds it.
    """

    user_id: Number
    note: MaybeNote = ""
    take_over: bool = False


class UnassignmentRequest(Payload):
    note: MaybeNote = ""


class BulkAssignmentRequest(Payload):
    """`user_id` null unassigns the items."""

    task_ids: Annotated[list[Number], Field(min_length=1, max_length=MAX_AT_ONCE)]
    user_id: Number | None
    note: MaybeNote = ""
    take_over: bool = False


class ItemResult(Schema):
    """The result for one item. `code` and `holder` say why it was refused."""

    task_id: int
    status: Literal["done", "refused"]
    code: str | None
    holder: Person | None


class BulkAssignmentAnswer(Schema):
    done: int
    refused: int
    results: list[ItemResult]


@router.put(
    "/tasks/{task_id}/assignee", response={204: None, 409: Problem}, auth=TaskStaff(), operation_id="assignTask"
)
def assign(request: StaffRequest, task_id: TaskId, body: AssignmentRequest) -> Any:
    """Assign an item: free items to yourself, your own items to a colleague; head moderators assign any item."""
    assign_task(task_id, body.user_id, body.note, by=request.auth.user, take_over=body.take_over)
    return Status(204, None)


@router.delete(
    "/tasks/{task_id}/assignee", response={204: None, 409: Problem}, auth=TaskStaff(), operation_id="unassignTask"
)
def unassign(request: StaffRequest, task_id: TaskId, body: UnassignmentRequest | None = None) -> Any:
    """Unassign an item."""
    unassign_task(task_id, body.note if body else "", by=request.auth.user)
    return Status(204, None)


def packed(answer: dict[str, Any]) -> list[list[Any]]:
    """The task ids by refusal and holder. Each is stored as its difference from the one before, which is shorter."""
    found: dict[tuple[str | None, int | None], list[int]] = {}
    for row in answer["results"]:
        holder = row["holder"]["id"] if row["holder"] else None
        found.setdefault((row["code"], holder), [0]).append(row["task_id"])
    return [
        [code, holder, *(later - earlier for earlier, later in pairwise(sorted(ids)))]
        for (code, holder), ids in found.items()
    ]


def unpacked(request: StaffRequest, kept: list[list[Any]], **_: Any) -> dict[str, Any]:
    """The answer that was packed, ordered by id, with the current names of its people."""
    names = User.objects.names_of(holder for _, holder, *_ in kept if holder is not None)
    results = [
        {
            "task_id": task_id,
            "status": "refused" if code else "done",
            "code": code,
            "holder": None if holder is None else {"id": holder, "name": names[holder]},
        }
        for code, holder, *distances in kept
        for task_id in accumulate(distances)
    ]
    return _summed(sorted(results, key=itemgetter("task_id")))


@router.post(
    "/tasks/assign",
    response={200: BulkAssignmentAnswer, 409: Problem},
    auth=AnyQueueStaff(),
    operation_id="assignTasks",
)
@repeated_by(unpacked, keep=packed)
def assign_many(request: StaffRequest, body: BulkAssignmentRequest) -> Any:
    """Assign many items independently: a refused item does not stop the others."""
    return answer_of(
        assign_tasks(body.task_ids, body.user_id, body.note, by=request.auth.user, take_over=body.take_over)
    )


def answer_of(assigned: Iterable[Result]) -> dict[str, Any]:
    return _summed([_item_result(result) for result in assigned])


def _summed(results: list[dict[str, Any]]) -> dict[str, Any]:
    done = sum(result["status"] == "done" for result in results)
    return {"done": done, "refused": len(results) - done, "results": results}


def _item_result(result: Result) -> dict[str, Any]:
    refusal = result.refusal
    return {
        "task_id": result.task_id,
        "status": "refused" if refusal else "done",
        "code": refusal.code if refusal else None,
        "holder": refusal.details().get("holder") if refusal else None,
    }
