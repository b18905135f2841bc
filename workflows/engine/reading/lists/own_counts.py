"""The counts that differ between people: of one person as of now, and of everybody in one statement."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet, Value

from accounts.models import User
from kit.prepared import Marks, Prepared, fetch
from workflows.engine.core.conditions import awake, barred, mine, others
from workflows.engine.core.flows import ProductFlow, flows, steps
from workflows.models import OPEN, Task


@dataclass(frozen=True, slots=True)
class Own:
    """How the counts of one person differ from those of everybody.

    `mine`: items that they hold or are assigned; `shared`: those of them that another person also holds or is assigned.
    `barred`: items that they are barred from, by queue; `barred_taken`: those of them that others hold or are assigned.
    """

    mine: int = 0
    shared: int = 0
    barred_taken: int = 0
    barred: Mapping[str, int] = field(default_factory=dict)

    def barred_in(self, queue: str) -> int:
        return self.barred.get(queue, 0)


class InQueue(NamedTuple):
    """The same numbers for one queue."""

    mine: int
    shared: int
    barred_taken: int
    barred: int


OwnByQueue = Mapping[str, InQueue]


def count_own(user: User, permitted: tuple[str, ...]) -> Own:
    """The numbers of a person in the queues in which they may work; one statement."""
    if not permitted:
        return Own()
    barring = tuple(name for name in permitted if name in barring_queues())
    ((mine_, shared, barred_taken, *barred_by_queue),) = _OWN.rows({"me": user.pk}, permitted, barring)
    return Own(mine_, shared, barred_taken, dict(zip(barring, barred_by_queue, strict=True)))


def count_own_of_everybody() -> Mapping[int, OwnByQueue]:
    """The numbers by person and queue, only of people who have any; one statement."""
    found: dict[int, dict[str, InQueue]] = defaultdict(dict)
    for person, queue, *numbers in fetch(_EVERYBODY, {}):
        found[person][queue] = InQueue(*numbers)
    return found


def own_in(by_queue: OwnByQueue, permitted: Collection[str]) -> Own:
    """The numbers of a person in these queues."""
    found = {queue: numbers for queue, numbers in by_queue.items() if queue in permitted}
    return Own(
        sum(numbers.mine for numbers in found.values()),
        sum(numbers.shared for numbers in found.values()),
        sum(numbers.barred_taken for numbers in found.values()),
        {queue: numbers.barred for queue, numbers in found.items()},
    )


def barring_queues() -> frozenset[str]:
    """The queues with steps that bar people."""
    return _barring(tuple(flows()))


@cache
def _barring(of: tuple[type[ProductFlow], ...]) -> frozenset[str]:
    return frozenset(step.queue for flow in of for step in steps(flow) if step.bars)


def _own(marks: Marks, permitted: tuple[str, ...], barring: tuple[str, ...]) -> QuerySet[Task, Any]:
    me = User(pk=marks.number("me"))
    tasks = Task.objects.filter(mine(me) | barred(me), awake(), status__in=OPEN, queue__in=permitted)
    figures = {
        "everything": Count("pk", filter=mine(me)),
        "shared": Count("pk", filter=mine(me) & others(me)),
        "barred_taken": Count("pk", filter=barred(me) & others(me)),
        **{f"barred_{name}": Count("pk", filter=barred(me) & Q(queue=name)) for name in barring},
    }
    counted: QuerySet[Task, Any] = tasks.values(constant=Value(1)).annotate(**figures).values_list(*figures)
    return counted


_OWN = Prepared(_own)

# The conditions of `workflows.engine.core.conditions`, for all people at once. Each part starts from an index: of
# assignees, of leases, and of barred people.
_OPEN_TASKS = """
    status IN ('NEW', 'ASSIGNED') AND queue <> ''
    AND (snoozed_until IS NULL OR snoozed_until <= statement_timestamp())"""
_LEASED = "(status = 'ASSIGNED' AND lease_until > statement_timestamp())"
_EVERYBODY = f"""
SELECT person, queue, count(*) FILTER (WHERE mine), count(*) FILTER (WHERE shared),
       count(*) FILTER (WHERE barred_taken), count(*) FILTER (WHERE barred)
FROM (
    SELECT assignee_id AS person, queue, true AS mine, {_LEASED} AND owner_id <> assignee_id AS shared,
           false AS barred_taken, false AS barred
    FROM workflows_task WHERE assignee_id IS NOT NULL AND {_OPEN_TASKS}
    UNION ALL
    SELECT owner_id, queue, true, assignee_id IS NOT NULL, false, false
    FROM workflows_task WHERE {_LEASED} AND (assignee_id IS NULL OR assignee_id <> owner_id) AND {_OPEN_TASKS}
    UNION ALL
    SELECT barred_id, queue, false, false, assignee_id <> barred_id OR {_LEASED} AND owner_id <> barred_id, true
    FROM workflows_task WHERE barred_id IS NOT NULL AND {_OPEN_TASKS}
    UNION ALL
    SELECT barred_too_id, queue, false, false,
           assignee_id <> barred_too_id OR {_LEASED} AND owner_id <> barred_too_id, true
    FROM workflows_task WHERE barred_too_id IS NOT NULL AND barred_too_id IS DISTINCT FROM barred_id AND {_OPEN_TASKS}
) own
GROUP BY person, queue
"""
