"""Tells a person that somebody took over their item, who and why (product.md, Lock)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models import Q

from accounts.models import User
from workflows.engine.core.errors import Loss, NotHeldError
from workflows.engine.core.locked import LockedTask
from workflows.models import Task, TaskEvent

# actions that end another person's lease; the entry names that person as `holder`
TAKING = ("take_over", "assign")


@contextmanager
def telling_of_loss(locked: LockedTask, user: User) -> Iterator[None]:
    """Adds `loss` to a NotHeldError if somebody took the task from the caller."""
    try:
        yield
    except NotHeldError as error:
        error.loss = loss_of(locked.row, user)
        raise


def loss_of(task: Task, user: User) -> Loss | None:
    """The newest action by which somebody ended the person's lease; None if the person has claimed the task since."""
    claimed = Q(action__in=("claim", "take_over"), actor_id=user.pk)
    lost = Q(action__in=TAKING, data__holder=user.pk)
    events = TaskEvent.objects.filter(claimed | lost, process_id=task.process_id, task_id=task.pk)
    newest: Any = events.select_related("text").order_by("-seq").first()
    if newest is None or newest.actor_id in (None, user.pk):
        return None
    taker: int = newest.actor_id
    note = newest.text.body if hasattr(newest, "text") else ""
    return Loss((taker, User.objects.names_of([taker])[taker]), newest.at, note)
