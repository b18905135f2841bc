"""The order in which `next` serves a queue: items assigned to the person, then free items, then items they skipped."""

from datetime import timedelta
from typing import Any, Literal

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now
from viewflow.workflow.status import STATUS

from accounts.models import User
from workflows.engine.core.conditions import awake, not_barred
from workflows.models import OPEN, Task, TaskSkip

SKIP_MEMORY = timedelta(hours=24)  # product.md, Next

Turn = Literal["mine", "fresh", "skipped"]
TURNS: tuple[Turn, ...] = ("mine", "fresh", "skipped")


def free_tasks() -> QuerySet[Task]:
    """Open tasks that nobody holds and that are not put off."""
    free = Q(status=STATUS.NEW) | Q(status=STATUS.ASSIGNED, lease_until__lte=Now())
    return Task.objects.filter(free, awake(), status__in=OPEN)


def in_turn(queue: Any, user: User, turn: Turn) -> QuerySet[Task, Any]:
    """The tasks of one turn, in the order in which `next` serves them: by priority, due time and age.

    Items that the person skipped within SKIP_MEMORY come last, the earliest skip first.
    """
    # redundant, but needed for the partial index: PostgreSQL cannot prove that the parameter is not empty
    free = free_tasks().filter(not_barred(user), queue=queue).exclude(queue="")
    skipped_at = TaskSkip.objects.filter(task=OuterRef("pk"), user=user, at__gt=Now() - SKIP_MEMORY)
    if turn == "skipped":
        skipped = Q(skips__user=user, skips__at__gt=Now() - SKIP_MEMORY)
        found = free.filter(Q(assignee=None) | Q(assignee=user), skipped)
        return found.alias(skipped_at=Subquery(skipped_at.values("at"))).order_by(F("skipped_at"), "id")
    fresh = free.filter(~Exists(skipped_at)).order_by("priority", "rank_at", "id")
    return fresh.filter(assignee=user if turn == "mine" else None)
