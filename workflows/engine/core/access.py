"""Who may work on a task: checked only here, by the API before the payload and by every verb under the lock."""

from typing import Any

from accounts.models import User
from kit.errors import ForbiddenError
from workflows.engine.core.errors import TaskNotFoundError


def require_access(task: Any, user: User) -> None:
    """Raises ForbiddenError without the step's permission, TaskNotFoundError for a person barred from the task."""
    if not user.may(task.flow_task.permission):
        raise ForbiddenError
    if task.bars(user.pk):
        raise TaskNotFoundError
