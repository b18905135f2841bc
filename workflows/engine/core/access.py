"""Checks whether a person may work on a task: used by the API before parsing, and under every lock."""

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
