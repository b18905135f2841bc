"""Checks whether a person may work on a task. The API calls it before parsing, the verbs under the lock."""

from typing import Any

from accounts.models import User
from kit.errors import ForbiddenError
from workflows.engine.core.errors import TaskNotFoundError
from workflows.engine.core.flows import ProductFlow, flows, steps


def require_access(task: Any, user: User) -> None:
    """Raises ForbiddenError without the step's permission, TaskNotFoundError for a person barred from the task."""
    if not user.may(task.flow_task.permission):
        raise ForbiddenError
    if task.bars(user.pk):
        raise TaskNotFoundError


def flows_open_to(user: User) -> list[type[ProductFlow]]:
    """The flows with a step in which a person may work: texts of other processes are confidential."""
    return [flow for flow in flows() if any(user.may(step.permission) for step in steps(flow))]
