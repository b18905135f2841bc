"""The queue figures that one person sees, without items that they are barred from."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from kit.prepared import Marks, Prepared
from workflows.engine.core.conditions import awake, barred, not_barred
from workflows.engine.reading.lists.counts import QueueFigures, shared_snapshot
from workflows.engine.reading.lists.own_counts import barring_queues
from workflows.models import OPEN, Task


def figures_for(user: User, *, age: int = 0) -> dict[str, QueueFigures]:
    """The figures of the snapshot without barred items; one more statement if a queue bars people.

    `age`: how old the figures may be, in seconds.
    """
    figures = dict(shared_snapshot(age).queues)
    barring = tuple(sorted(barring_queues() & figures.keys()))
    if barring:
        for name, open_, overdue, oldest_at in _HIDDEN.rows({"me": user.pk}, barring):
            figures[name] = _without(figures[name], QueueFigures(open_, oldest_at, overdue))
            if figures[name].oldest_at is None:
                figures[name] = replace(figures[name], oldest_at=_oldest_left(name, user))
    return figures


def _without(figures: QueueFigures, hidden: QueueFigures) -> QueueFigures:
    """Subtract barred items; at least 0, because both were read at different times. `oldest_at`: None if barred."""
    oldest_at = figures.oldest_at
    if hidden.oldest_at and oldest_at and hidden.oldest_at <= oldest_at:
        oldest_at = None
    return replace(
        figures,
        open=max(0, figures.open - hidden.open),
        overdue=max(0, figures.overdue - hidden.overdue),
        oldest_at=oldest_at,
    )


def _oldest_left(name: str, user: User) -> datetime | None:
    left = Task.objects.filter(not_barred(user), awake(), status__in=OPEN, queue=name).exclude(queue="")
    oldest: datetime | None = left.aggregate(oldest=Min("created"))["oldest"]
    return oldest


def _hidden(marks: Marks, queues: Collection[str]) -> QuerySet[Task, Any]:
    me = User(pk=marks.number("me"))
    hidden = Task.objects.filter(barred(me), awake(), status__in=OPEN, queue__in=queues)
    figures = {"open": Count("pk"), "overdue": Count("pk", filter=Q(due_at__lt=Now())), "oldest": Min("created")}
    counted: QuerySet[Task, Any] = hidden.values("queue").annotate(**figures).values_list("queue", *figures)
    return counted


_HIDDEN = Prepared(_hidden)
