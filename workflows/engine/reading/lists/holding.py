"""The lock of a task, with the field names of the specification (section 3)."""

from typing import Any

from workflows.engine.core.locked import is_leased

UNKNOWN_USER = "Unknown user"
NO_USER = 0


def lock_of(task: Any | None) -> dict[str, Any]:
    """The lock fields of the editor, for a task from `get_task`; defaults if the subject has no open task."""
    if task is None:
        return {"locked": False, "locked_by": UNKNOWN_USER, "locked_id": NO_USER, "assigned_to": None}
    leased, assignee = is_leased(task, task.db_now), task.assignee
    return {
        "locked": leased,
        "locked_by": task.owner.full_name if leased else UNKNOWN_USER,
        "locked_id": task.owner_id if leased else NO_USER,
        "assigned_to": {"id": assignee.pk, "name": assignee.full_name} if assignee else None,
    }
