"""How long open items have waited, by queue and by the numbers of a facet; the longest overdue; ages at decision."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.models import User
from kit.keyset import Beyond
from kit.pages import MAX_PAGE_SIZE, PAGE_SIZE, cursor_after, in_order, position_in
from kit.prepared import Marks, Prepared
from kit.shared import Shared
from workflows.engine.core.conditions import awake, not_barred
from workflows.engine.core.facets import Number
from workflows.engine.core.flows import flows, steps
from workflows.engine.reading.lists.lists import with_subjects
from workflows.engine.reading.lists.rows import COLUMNS, Row
from workflows.models import OPEN, Task

HELD_SECONDS = 30
LONGEST, DUE_FIRST = 6, 4
DAYS = 7  # days back for the ages at decision
AGES = (4, 12, 24)  # hours: upper limits of the age groups, ascending

_BY_NUMBER = f"""
    SELECT {{column}}, count(*),
        {", ".join(f"count(*) FILTER (WHERE statement_timestamp() - created < '{hours} h')" for hours in AGES)},
        percentile_cont(0.5) WITHIN GROUP (ORDER BY date_part('epoch', statement_timestamp() - created))
    FROM workflows_task
    WHERE status = ANY(%(open)s) AND queue = %(queue)s AND queue <> ''
        AND (snoozed_until IS NULL OR snoozed_until <= statement_timestamp())
    GROUP BY {{column}} ORDER BY {{column}} DESC NULLS LAST
"""


_BY_QUEUE = """
    SELECT queue, count(*),
        percentile_cont(ARRAY[0.1, 0.5, 0.9]) WITHIN GROUP (
            ORDER BY date_part('epoch', statement_timestamp() - created)
        ),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY date_part('epoch', due_at - created))
    FROM workflows_task
    WHERE status = ANY(%(open)s) AND queue = ANY(%(queues)s) AND queue <> ''
        AND (snoozed_until IS NULL OR snoozed_until <= statement_timestamp())
    GROUP BY queue
"""


# Reads the index of history by time. A task whose decision was undone is open and not counted; a task that was decided
# again counts once.
_DECIDED = """
    SELECT {column}, count(*), percentile_cont(0.5) WITHIN GROUP (ORDER BY date_part('epoch', finished - created))
    FROM workflows_task task
    WHERE id IN (
            SELECT task_id FROM workflows_taskevent
            WHERE action = 'decide' AND at >= statement_timestamp() - make_interval(days => %(days)s)
        )
        AND flow_task = ANY(%(steps)s) AND status = 'DONE' AND {column} IS NOT NULL
    GROUP BY {column} ORDER BY {column}
"""


@dataclass(frozen=True, slots=True)
class Decided:
    """The median age at decision, in seconds, of `count` items whose facet has this number."""

    number: int
    count: int
    median_seconds: float


@dataclass(frozen=True, slots=True)
class Waiting:
    """How long the open items of a queue have waited, in seconds: median, 10th and 90th percentile. `clock`: the median
    time from arrival until the item is due; None if no item has a due time.
    """

    queue: str
    open: int
    low: float
    median: float
    high: float
    clock: float | None


@dataclass(frozen=True, slots=True)
class Ages:
    """Open items whose facet has this number, None: no number. `ages`: how many wait under 4 h, 4 to 12 h, 12 to 24 h,
    and longer.
    """

    number: int | None
    open: int
    ages: Sequence[int]
    median_seconds: float


def waiting_by_queue(queues: Sequence[str], *, age: int = 0) -> list[Waiting]:
    """In the order of `queues`, without empty queues. `age`: how old the figures may be, in seconds. An index-only scan
    of `task_waiting`.
    """
    found = _WAITING.get(tuple(queues), age, lambda: _read_waiting(queues))
    return [found[queue] for queue in queues if queue in found]


def _read_waiting(queues: Sequence[str]) -> dict[str, Waiting]:
    with connection.cursor() as cursor:
        cursor.execute(_BY_QUEUE, {"open": [str(status) for status in OPEN], "queues": list(queues)})
        return {
            queue: Waiting(queue, number, low, median, high, clock)
            for queue, number, (low, median, high), clock in cursor.fetchall()
        }


_WAITING: Shared[dict[str, Waiting]] = Shared(seconds=HELD_SECONDS)


def ages_by(facet: Number, queue: str, *, age: int = 0) -> list[Ages]:
    """The items of a queue. `age`: how old the figures may be, in seconds. An index-only scan of `task_waiting` if the
    index includes the facet.
    """
    return _AGES.get((facet.column, queue), age, lambda: _read_ages(facet.column, queue))


_AGES: Shared[list[Ages]] = Shared(seconds=HELD_SECONDS)


def _read_ages(column: str, queue: str) -> list[Ages]:
    with connection.cursor() as cursor:
        cursor.execute(_BY_NUMBER.format(column=column), {"open": [str(status) for status in OPEN], "queue": queue})
        rows = cursor.fetchall()
    return [
        Ages(number, count, [now - before for before, now in zip((0, *below), (*below, count), strict=True)], median)
        for number, count, *below, median in rows
    ]


def decided_by(facet: Number, queue: str, *, age: int = 0) -> list[Decided]:
    """The decisions of a queue in the last DAYS days. `age`: how old the figures may be, in seconds."""
    return _DECIDED_AGES.get((facet.column, queue), age, lambda: _read_decided(facet.column, queue))


# one row is read for each decision of a week
_DECIDED_AGES: Shared[list[Decided]] = Shared(seconds=600, is_slow=True)


def _read_decided(column: str, queue: str) -> list[Decided]:
    named = [f"{flow.kind}.{step.name}" for flow in flows() for step in steps(flow) if step.queue == queue]
    with connection.cursor() as cursor:
        cursor.execute(_DECIDED.format(column=column), {"steps": named, "days": DAYS})
        return [Decided(*row) for row in cursor.fetchall()]


def overdue_and_due_first(
    queues: Collection[str], some: Collection[str], user: User
) -> tuple[list[tuple[Row, Any]], list[tuple[Row, Any]]]:
    """The most overdue items of `queues`, those about harm first, and the items of the queues `some` that are due
    first.

    Both with their subjects, without items that the person is barred from, in one statement.
    """
    found = with_subjects([Row(*row) for row in _LONGEST.rows({"me": user.pk}, tuple(queues), tuple(some))])
    overdue = [each for each in found if each[0].due_at and each[0].due_at < each[0].db_now]
    return overdue[:LONGEST], [each for each in found if each[0].queue in some][:DUE_FIRST]


def overdue_page(
    queues: Collection[str], *, by: User, cursor: str = "", limit: int = PAGE_SIZE
) -> tuple[list[tuple[Row, Any]], str | None]:
    """A page of all overdue items of these queues, the longest overdue first, and the cursor of the next page.

    Leaves out items that the person is barred from. One statement for the items. Raises InvalidError.
    """
    of, size = "overdue", min(limit, MAX_PAGE_SIZE)
    after = position_in(cursor, "due_at", of=of) if cursor else {}
    rows = [Row(*row) for row in _OVERDUE.rows({"me": by.pk, **after}, tuple(queues), size + 1, bool(cursor))]
    following = cursor_after(rows[size - 1], "due_at", of=of) if len(rows) > size else None
    return with_subjects(rows[:size]), following


def _overdue(marks: Marks, queues: tuple[str, ...], size: int, is_continued: bool) -> QuerySet[Task, Any]:
    me = User(pk=marks.number("me"))
    late = Task.objects.filter(not_barred(me), awake(), status__in=OPEN, queue__in=queues, due_at__lt=Now())
    ordered = in_order(late.exclude(queue=""), "due_at")
    if is_continued:
        ordered = ordered.filter(Beyond({"due_at": marks.moment("due_at"), "pk": marks.number("pk")}))
    # select ids from tasks alone first, as in `_longest`
    return in_order(Task.objects.filter(pk__in=ordered.values("pk")[:size]), "due_at").values_list(*COLUMNS)


def _longest(marks: Marks, queues: tuple[str, ...], some: tuple[str, ...]) -> QuerySet[Task, Any]:
    me = User(pk=marks.number("me"))
    waiting = Task.objects.filter(not_barred(me), awake(), status__in=OPEN).exclude(queue="")
    order = ("due_at", "created", "pk")  # items without a due time come last
    # select ids from tasks alone first: indexes hold all the columns that are needed
    late = waiting.filter(queue__in=queues, due_at__lt=Now())
    overdue = late.order_by("priority", "due_at", "pk").values("pk")[:LONGEST]
    first = waiting.filter(queue__in=some).order_by(*order).values("pk")[:DUE_FIRST]
    # one list of ids: with two lists joined by OR, PostgreSQL would read the whole table
    chosen = Task.objects.filter(pk__in=overdue.union(first, all=True))
    return chosen.order_by("priority", *order).values_list(*COLUMNS)


_LONGEST, _OVERDUE = Prepared(_longest), Prepared(_overdue)
