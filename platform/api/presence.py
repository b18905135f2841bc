"""Who has an item open. Told by consoles every ten seconds; it is no activity, and claims nothing."""

from typing import Any

from ninja import Router, Status

from api.auth import StaffRequest, TaskStaff
from api.errors import Person, refusals
from api.tasks import TaskId
from workflows.engine.presence import look_at, look_away

router = Router(tags=["Presence"])

TASK = "task"


@router.put(
    "/presence/task/{task_id}",
    response={200: list[Person], **refusals(401, 403, 404)},
    auth=TaskStaff(counts_as_activity=False),
    operation_id="lookAtTask",
)
def look(request: StaffRequest, task_id: TaskId) -> Any:
    """Say that one has the item open, for 25 seconds; the answer names who else has."""
    return [{"id": pk, "name": name} for pk, name in look_at(TASK, task_id, by=request.auth.user)]


@router.delete(
    "/presence/task/{task_id}",
    response={204: None, **refusals(401, 403, 404)},
    auth=TaskStaff(counts_as_activity=False),
    operation_id="lookAwayFromTask",
)
def look_elsewhere(request: StaffRequest, task_id: TaskId) -> Any:
    """Say that one has closed it."""
    look_away(TASK, task_id, by=request.auth.user)
    return Status(204, None)
