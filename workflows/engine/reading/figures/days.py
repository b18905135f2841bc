"""How items moved between queues on each day. Past days are counted once and stored."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from psycopg.types.json import Jsonb

from kit.desk_day import at_desk, desk_today
from kit.shared import Shared
from workflows.engine.core.counted_days import may_store_days
from workflows.engine.core.flows import flows, steps
from workflows.models import DayFigures

DAYS = 35  # five weeks: today, and more days than a forecast needs
HELD_SECONDS = 30
SETTLED = timedelta(hours=1)  # a transaction that began before midnight may commit later

# Reads the index `event_at`. A batch decides tasks without taking them (`conditions.taken_first`). The task is looked
# up for each decision, because for a join PostgreSQL would read all tasks. A decision was undone if the next move of
# its process is an undo: no other move can come between. An item counts as arrived only the first time it enters a
# queue, and never in a reinstated process. Rows without a kind hold the number of people who decided something on a
# day.
_MOVES = """
    WITH moves AS (
        SELECT (entry.at AT TIME ZONE %(zone)s)::date AS day, type.kind, entry.node, entry.to_node, entry.action,
            entry.task_id, entry.process_id, entry.seq, entry.actor_id,
            coalesce(lead(entry.action) OVER (PARTITION BY entry.process_id ORDER BY entry.seq), '') = 'undo'
                AS is_undone
        FROM workflows_taskevent entry JOIN workflows_eventtype type ON type.id = entry.type_id
        WHERE entry.at >= %(since)s AND entry.at < %(until)s AND entry.to_node <> ''
    )
    SELECT day, kind, node, to_node, count(*),
        count(*) FILTER (WHERE action = 'undo' OR is_undone),
        count(*) FILTER (WHERE action = 'start' OR (action <> 'reinstate'
            AND %(queues)s ? (kind || '.' || to_node) AND NOT EXISTS (
                SELECT FROM workflows_taskevent before
                WHERE before.process_id = moves.process_id AND before.seq < moves.seq AND (before.action = 'reinstate'
                    OR %(queues)s -> (moves.kind || '.' || moves.to_node) ? before.to_node)))),
        count(*) FILTER (WHERE action = 'decide' AND NOT is_undone),
        count(*) FILTER (WHERE action = 'decide' AND NOT is_undone AND NOT coalesce(
            (SELECT task.finished > task.assigned FROM workflows_task task WHERE task.id = moves.task_id), false))
    FROM moves GROUP BY 1, 2, 3, 4
    UNION ALL SELECT day, '', '', '', count(DISTINCT actor_id), 0, 0, 0, 0
    FROM moves WHERE action = 'decide' GROUP BY 1
"""


class Move(NamedTuple):
    """How many `moves` went from the queue `left` to the queue `entered`, on one day. "" means no queue; both may be
    the same.

    `undone`: moves that were undone, and the undo moves themselves. `first`: moves that brought an item into the queue
    for the first time. `decided`: decisions of people that were not undone, `batched` of them in batches.
    """

    left: str
    entered: str
    moves: int
    undone: int
    first: int
    decided: int
    batched: int

    @property
    def lasting(self) -> int:
        return self.moves - self.undone


@dataclass(frozen=True, slots=True)
class Day:
    """The moves of a day, and the number of `people` who decided something."""

    day: date
    moves: Sequence[Move]
    people: int

    def arrived(self, queues: Collection[str]) -> int:
        """Items that came into these queues for the first time, without those that were undone, returned, recalled or
        reinstated.
        """
        return sum(move.first for move in self._entering(queues))

    def decided(self, queues: Collection[str]) -> int:
        """Decisions that people made one by one in these queues and did not undo. Agrees with the figures of the
        people.
        """
        return sum(move.decided - move.batched for move in self.moves if move.left in queues)

    def batched(self, queues: Collection[str]) -> int:
        """Decisions that batches made in these queues and nobody undid. Agrees with the figures of the batches."""
        return sum(move.batched for move in self.moves if move.left in queues)

    def grown(self, queues: Collection[str]) -> int:
        """By how many items these queues grew."""
        return sum(move.moves for move in self._entering(queues)) - sum(move.moves for move in self._leaving(queues))

    def came(self, queues: Collection[str]) -> int:
        """Items that came into these queues, also again; without moves that were undone."""
        return sum(move.lasting for move in self._entering(queues))

    def left(self, queues: Collection[str]) -> int:
        """Items that left these queues for any reason (decided, withdrawn, moved on by a clock), without moves that
        were undone and without batches.
        """
        return sum(move.lasting - move.batched for move in self._leaving(queues))

    def _entering(self, queues: Collection[str]) -> Iterable[Move]:
        return (move for move in self.moves if move.entered in queues and move.left not in queues)

    def _leaving(self, queues: Collection[str]) -> Iterable[Move]:
        return (move for move in self.moves if move.left in queues and move.entered not in queues)


def days(*, age: int = 0) -> list[Day]:
    """The last five weeks, oldest day first, today last. `age`: how old the figures may be, in seconds."""
    return _DAYS.get("", age, _read)


_DAYS: Shared[list[Day]] = Shared(seconds=HELD_SECONDS, is_slow=True)


def _read() -> list[Day]:
    today = desk_today()
    wanted = [today - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    settled = at_desk(timezone.now() - SETTLED).date()
    with transaction.atomic():
        stored = _stored(wanted)
        stores = any(day < settled and day not in stored for day in wanted) and may_store_days()
        if stores:
            stored = _stored(wanted)
        missing = [day for day in wanted if day not in stored]
        # usually only today; all days from the first missing one after a pause or at the first start
        counted = _count(missing[0], today)
        DayFigures.objects.bulk_create(
            [
                DayFigures(day=day, moves=counted[day].moves, people=counted[day].people)
                for day in missing
                if stores and day < settled
            ],
            update_conflicts=True,
            unique_fields=["day"],
            update_fields=["moves", "people"],
        )
    return [stored.get(day) or counted[day] for day in wanted]


def _stored(wanted: Sequence[date]) -> dict[date, Day]:
    """Skips days that an earlier version counted: their moves have other fields."""
    rows = DayFigures.objects.filter(day__gte=wanted[0], day__lt=wanted[-1])
    return {
        row.day: Day(row.day, [Move(*move) for move in row.moves], row.people)
        for row in rows
        if all(len(move) == len(Move._fields) for move in row.moves)
    }


def _count(since: date, until: date) -> dict[date, Day]:
    """The days from `since` to `until`, both included, counted from history."""
    queue_of = {f"{flow.kind}.{step.name}": step.queue for flow in flows() for step in steps(flow)}
    given = {
        "zone": settings.DESK_TIME_ZONE,
        "since": _midnight(since),
        "until": _midnight(until + timedelta(days=1)),
        # for each step, the steps with the same queue
        "queues": Jsonb(
            {
                f"{flow.kind}.{step.name}": [other.name for other in steps(flow) if other.queue == step.queue]
                for flow in flows()
                for step in steps(flow)
                if step.queue
            }
        ),
    }
    found: Mapping[date, Any] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0, 0, 0]))
    people: dict[date, int] = {}
    for day, kind, node, to_node, *numbers in _rows(_MOVES, given):
        if not kind:
            people[day] = numbers[0]
            continue
        sums = found[day][queue_of.get(f"{kind}.{node}", ""), queue_of.get(f"{kind}.{to_node}", "")]
        sums[:] = map(sum, zip(sums, numbers, strict=True))
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
