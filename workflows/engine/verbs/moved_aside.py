"""What a person moved aside last, which they can take back: it was skipped, put off or assigned."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from accounts.models import User
from workflows.engine.core.subject_registry import subject_rows
from workflows.engine.core.subjects import About
from workflows.engine.verbs.assignment import SLIP
from workflows.models import OPEN, Task, TaskEvent

ASIDE = ("skip", "snooze", "assign")  # actions that decide nothing and that the console offers to undo
_OF_PROCESS = TaskEvent.objects.filter(process=OuterRef("process"))
_FOLLOWED = Exists(_OF_PROCESS.filter(seq__gt=OuterRef("seq")))
# the same person moved it the other way a moment before
_TAKES_BACK = Exists(
    _OF_PROCESS.filter(
        seq=OuterRef("seq") - 1,
        action="assign",
        actor_id=OuterRef("actor_id"),
        at__gt=OuterRef("at") - SLIP,
        data__to=OuterRef("data__from"),
        data__from=OuterRef("data__to"),
    )
)


@dataclass(frozen=True, slots=True)
class MovedAside:
    """An item that a person moved aside last. `action`: `skip`, `snooze` or `assign`; `before`: the id of the previous
    assignee.
    """

    task: Any
    action: str
    subject: Mapping[str, Any]
    at: datetime
    before: int | None


def moved_aside(user: User) -> list[MovedAside]:
    """What this person moved aside last, while it can be taken back: in the time for undo, with nothing after it.

    Of several items that one request assigned, each; nothing where that was to take an assignment back. A constant
    number of statements.
    """
    own = TaskEvent.objects.filter(actor_id=user.pk, at__gt=Now() - settings.UNDO_TIME)
    newest = own.filter(action__in=ASIDE).order_by("-at", "-pk").first()
    if newest is None:
        return []
    is_of_request = Q(request_id=newest.request_id) & ~Q(request_id="")
    act = own.filter(Q(pk=newest.pk) | is_of_request, ~_FOLLOWED, ~_TAKES_BACK, action=newest.action)
    entries: dict[Any, Any] = {entry.task_id: entry for entry in act}
    tasks: list[Any] = list(
        Task.objects.filter(pk__in=entries, status__in=OPEN).select_related("process").order_by("pk")
    )
    tasks = [task for task in tasks if user.may(task.flow_task.permission)]
    rows = subject_rows((task.process.kind, About(task.process_id, task.process.subject_id)) for task in tasks)
    return [_moved(task, entries[task.pk], rows[task.process_id]) for task in tasks]


def _moved(task: Any, entry: Any, subject: Mapping[str, Any]) -> MovedAside:
    return MovedAside(task, entry.action, subject, entry.at, entry.data.get("from"))
