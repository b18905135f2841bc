"""How items moved between queues, day by day. Days that are over are counted once, and stored."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection
from django.utils import timezone

from kit.desk_day import at_desk, desk_today
from kit.shared import Shared
from workflows.engine.core.flows import flows, steps
from workflows.models import DayFigures

DAYS = 35  # five weeks: today, and more than a forecast looks back
HELD_SECONDS = 30
SETTLED = timedelta(hours=1)  # a transaction that began before midnight may end after it

# Along the index `event_at`. A batch takes nothing before it decides (`conditions.taken_first`); the task is looked up
# for each decision, because beside a join all tasks of all time would be read.
_MOVES = """
    SELECT (entry.at AT TIME ZONE %(zone)s)::date, type.kind, entry.node, entry.to_node, count(*),
        count(*) FILTER (WHERE entry.action = 'decide'),
        count(*) FILTER (WHERE entry.action = 'decide' AND NOT coalesce(
            (SELECT task.finished > task.assigned FROM workflows_task task WHERE task.id = entry.task_id), false))
    FROM workflows_taskevent entry JOIN workflows_eventtype type ON type.id = entry.type_id
    WHERE entry.at >= %(since)s AND entry.at < %(until)s AND entry.to_node <> ''
    GROUP BY 1, 2, 3, 4
"""
_PEOPLE = """
    SELECT (at AT TIME ZONE %(zone)s)::date, count(DISTINCT actor_id) FROM workflows_taskevent
    WHERE at >= %(since)s AND at < %(until)s AND action = 'decide' GROUP BY 1
"""


class Move(NamedTuple):
    """`moves` from one queue to another, "" for none. People `decided` some, `batched` of these in batches."""

    left: str
    entered: str
    moves: int
    decided: int
    batched: int


@dataclass(frozen=True, slots=True)
class Day:
    """The moves of a day; `people` decided something on it."""

    day: date
    moves: Sequence[Move]
    people: int

    def arrived(self, queues: Collection[str]) -> int:
        """Items that came into these queues; not those that moved from one of them to another."""
        return sum(move.moves for move in self.moves if move.entered in queues and move.left not in queues)

    def left(self, queues: Collection[str]) -> int:
        """Items that left these queues in any way: decided, withdrawn, moved on by a clock."""
        return sum(move.moves for move in self._leaving(queues))

    def decided(self, queues: Collection[str]) -> int:
        """Items that people decided one by one, and that left these queues by it."""
        return sum(move.decided - move.batched for move in self._leaving(queues))

    def batched(self, queues: Collection[str]) -> int:
        return sum(move.batched for move in self._leaving(queues))

    def _leaving(self, queues: Collection[str]) -> Iterable[Move]:
        return (move for move in self.moves if move.left in queues and move.entered not in queues)


def days(*, age: int = 0) -> list[Day]:
    """The last five weeks, the oldest day first, today last. `age`: in seconds, which the caller accepts."""
    return _DAYS.get("", age, _read)


_DAYS: Shared[list[Day]] = Shared(seconds=HELD_SECONDS)


def _read() -> list[Day]:
    today = desk_today()
    wanted = [today - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    stored = {row.day: _day(row) for row in DayFigures.objects.filter(day__gte=wanted[0], day__lt=today)}
    missing = [day for day in wanted if day not in stored]
    # usually today alone; after a pause, or at first, all from the first missing day
    counted = _count(missing[0], today)
    over = [day for day in missing if day < at_desk(timezone.now() - SETTLED).date()]
    DayFigures.objects.bulk_create(
        [DayFigures(day=day, moves=counted[day].moves, people=counted[day].people) for day in over],
        ignore_conflicts=True,
    )
    return [stored.get(day) or counted[day] for day in wanted]


def _day(row: DayFigures) -> Day:
    return Day(row.day, [Move(*move) for move in row.moves], row.people)


def _count(since: date, until: date) -> dict[date, Day]:
    """The days from the first to the last, counted from history."""
    given = {"zone": settings.DESK_TIME_ZONE, "since": _midnight(since), "until": _midnight(until + timedelta(days=1))}
    found: Mapping[date, Any] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    queue_of = {(flow.kind, step.name): step.queue for flow in flows() for step in steps(flow)}
    for day, kind, node, to_node, *numbers in _rows(_MOVES, given):
        left, entered = queue_of.get((kind, node), ""), queue_of.get((kind, to_node), "")
        if left != entered:  # between steps of one queue nothing comes or goes
            sums = found[day][left, entered]
            sums[:] = map(sum, zip(sums, numbers, strict=True))
    people = dict(_rows(_PEOPLE, given))
    return {
        day: Day(day, [Move(*pair, *sums) for pair, sums in sorted(found[day].items())], people.get(day, 0))
        for day in (since + timedelta(days=number) for number in range((until - since).days + 1))
    }


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, ZoneInfo(settings.DESK_TIME_ZONE))


def _rows(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
