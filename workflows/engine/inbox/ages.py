"""How long open items wait: by queue, by stars, and the longest overdue."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.models import User
from kit.prepared import Marks, Prepared
from kit.shared import Shared
from workflows.engine.core.conditions import awake, not_barred
from workflows.engine.inbox.lists import COLUMNS, Row, with_subjects
from workflows.models import OPEN, Task

HELD_SECONDS = 30
LONGEST = 6
AGES = (4, 12, 24)  # hours that divide the ages, each before the next

_BY_STARS = f"""
    SELECT rating, count(*),
        {", ".join(f"count(*) FILTER (WHERE statement_timestamp() - created < '{hours} h')" for hours in AGES)},
        percentile_cont(0.5) WITHIN GROUP (ORDER BY date_part('epoch', statement_timestamp() - created))
    FROM workflows_task
    WHERE status = ANY(%(open)s) AND queue = %(queue)s AND queue <> ''
        AND (snoozed_until IS NULL OR snoozed_until <= statement_timestamp())
    GROUP BY rating ORDER BY rating DESC NULLS LAST
"""


_BY_QUEUE = """
    SELECT queue, count(*),
        percentile_cont(ARRAY[0.1, 0.5, 0.9]) WITHIN GROUP (
            ORDER BY date_part('epoch', statement_timestamp() - created)
        )
    FROM workflows_task
    WHERE status = ANY(%(open)s) AND queue = ANY(%(queues)s) AND queue <> ''
        AND (snoozed_until IS NULL OR snoozed_until <= statement_timestamp())
    GROUP BY queue
"""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How long the open items of a queue have waited, in seconds: the median, and between which are 8 of 10."""

    queue: str
    open: int
    low: float
    median: float
    high: float


@dataclass(frozen=True, slots=True)
class Ages:
    """Open items with so many stars, None: without. `ages`: those under 4 h, 4 to 12 h, 12 to 24 h, over a day old."""

    rating: int | None
    open: int
    ages: Sequence[int]
    median_seconds: float


def waiting_by_queue(queues: Sequence[str], *, age: int = 0) -> list[Waiting]:
    """In the order of `queues`, without those where nothing waits. `age`: in seconds, which the caller accepts. An
    index-only scan of `task_waiting`.
    """
    found = _WAITING.get(tuple(queues), age, lambda: _read_waiting(queues))
    return [found[queue] for queue in queues if queue in found]


def _read_waiting(queues: Sequence[str]) -> dict[str, Waiting]:
    with connection.cursor() as cursor:
        cursor.execute(_BY_QUEUE, {"open": [str(status) for status in OPEN], "queues": list(queues)})
        return {queue: Waiting(queue, number, *times) for queue, number, times in cursor.fetchall()}


_WAITING: Shared[dict[str, Waiting]] = Shared(seconds=HELD_SECONDS)


def ages_by_stars(queue: str, *, age: int = 0) -> list[Ages]:
    """The items of a queue. `age`: in seconds, which the caller accepts. An index-only scan of `task_waiting`."""
    return _AGES.get(queue, age, lambda: _read_ages(queue))


_AGES: Shared[list[Ages]] = Shared(seconds=HELD_SECONDS)


def _read_ages(queue: str) -> list[Ages]:
    with connection.cursor() as cursor:
        cursor.execute(_BY_STARS, {"open": [str(status) for status in OPEN], "queue": queue})
        rows = cursor.fetchall()
    return [
        Ages(rating, number, [now - before for before, now in zip((0, *below), (*below, number), strict=True)], median)
        for rating, number, *below, median in rows
    ]


def longest_overdue(queues: Collection[str], user: User) -> list[tuple[Row, Any]]:
    """The items that are overdue for longest, with their subjects; without those that are barred to the person."""
    return with_subjects([Row(*row) for row in _LONGEST.rows({"me": user.pk}, tuple(queues))])


def _longest(marks: Marks, queues: tuple[str, ...]) -> QuerySet[Task, Any]:
    me = User(pk=marks.number("me"))
    overdue = Task.objects.filter(not_barred(me), awake(), status__in=OPEN, queue__in=queues, due_at__lt=Now())
    # chosen from tasks alone, along an index that holds all that is asked
    chosen = overdue.exclude(queue="").order_by("due_at", "pk").values("pk")[:LONGEST]
    return Task.objects.filter(pk__in=chosen).order_by("due_at", "pk").values_list(*COLUMNS)


_LONGEST = Prepared(_longest)
