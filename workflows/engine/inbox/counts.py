"""The queues' figures: counted once a second by whoever wins a lock, served to all (product.md, last line)."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from zlib import crc32

from django.db import connection, transaction
from django.db.models import Count, F, Min, Q, QuerySet, Value
from django.db.models.functions import Now

from accounts.models import User
from kit.prepared import Marks, Prepared
from workflows.engine.core.conditions import awake, barred, mine, others
from workflows.engine.core.flows import queues
from workflows.models import OPEN, CountsSnapshot, Task

MAX_AGE = timedelta(seconds=1)
USELESS_AGE = timedelta(seconds=5)
_REFRESH_LOCK = 0x646F636B  # an advisory lock's number, of no other meaning

# All eleven fields of the specification (section 3), with the permission that opens each. A queue counts under its
# own name; what has no process yet counts nothing.
COUNT_PERMISSIONS = {
    "pending": "moderation",
    "assigned_to_me": "moderation",
    "escalated": "head_moderator",
    "unverified": "moderation",
    "investigation": "moderation",
    "queued": "moderation",
    "requests_to_restrict": "moderation",
    "backlog": "backlog",
    "testimonials": "testimonials",
    "tickets": "tickets",
    "assigned_to_others": "assigned_to_others",
}

# queues of our own, which the specification's fields do not name: their figures come with the list of queues
UNCOUNTED = ("second_look", "disagreements")


@dataclass(frozen=True, slots=True)
class QueueFigures:
    """`taken`: how many of the open tasks somebody holds or is assigned to."""

    open: int = 0
    oldest_at: datetime | None = None
    overdue: int = 0
    taken: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The figures of all queues that have open tasks."""

    version: int
    queues: dict[str, QueueFigures]


def current_snapshot() -> Snapshot:
    """The newest snapshot; made anew here when it is older than a second and nobody else is at it.

    Where another is at it and there is none, or one from before a quiet time, the caller counts for itself.
    """
    known = _NEWEST.rows({})
    if not known:
        return _refresh() or _count_for_one()
    version, figures, is_stale, is_useless = known[0]
    renewed = _refresh() if is_stale else None
    if renewed is None and is_useless:
        return _count_for_one()
    return renewed or Snapshot(version, _figures(json.loads(figures)))


def counts_for(user: User) -> tuple[str, dict[str, int]]:
    """(version, counts): all eleven, 0 without the permission. The version is another whenever the counts are."""
    snapshot, known = current_snapshot(), queues()
    permitted = tuple(queue.name for queue in known.values() if user.may(queue.permission))
    mine_alone, shared, kept = _count_mine(user, permitted)
    taken = sum(figures.taken for name, figures in snapshot.queues.items() if name in permitted)
    counts = {name: snapshot.queues.get(name, QueueFigures()).open for name in COUNT_PERMISSIONS}
    counts["assigned_to_me"] = mine_alone + shared
    # they are counted at different moments: never below none
    counts["assigned_to_others"] = max(0, taken - mine_alone - kept)
    told = {name: count if user.may(COUNT_PERMISSIONS[name]) else 0 for name, count in counts.items()}
    access = sha256(",".join(sorted(user.cms_access)).encode()).hexdigest()[:8]
    # by what is told, not by the snapshot: that is another each time something falls due
    return "-".join(map(str, (user.pk, access, *told.values()))), told


def _count_mine(user: User, permitted: tuple[str, ...]) -> tuple[int, int, int]:
    """What the caller alone has, what somebody else has as well (held by the one, assigned to the other), and what
    others have that is kept from the caller."""
    if not permitted:
        return 0, 0, 0
    ((everything, shared, kept),) = _MINE.rows({"me": user.pk}, permitted)
    return everything - shared, shared, kept


def _mine(marks: Marks, permitted: tuple[str, ...]) -> QuerySet[Task, Any]:
    me = User(pk=marks.number("me"))
    tasks = Task.objects.filter(mine(me) | barred(me), awake(), status__in=OPEN, queue__in=permitted)
    figures = {
        "everything": Count("pk", filter=mine(me)),
        "shared": Count("pk", filter=mine(me) & others(me)),
        "kept": Count("pk", filter=barred(me) & others(me)),
    }
    counted: QuerySet[Task, Any] = tasks.values(one=Value(1)).annotate(**figures).values_list(*figures)
    return counted


def _newest(_marks: Marks) -> QuerySet[CountsSnapshot, Any]:
    ages = {"is_stale": Q(refreshed_at__lt=Now() - MAX_AGE), "is_useless": Q(refreshed_at__lt=Now() - USELESS_AGE)}
    return CountsSnapshot.objects.filter(pk=1).annotate(**ages).values_list("version", "queues", *ages)


_MINE, _NEWEST = Prepared(_mine), Prepared(_newest)


def _refresh() -> Snapshot | None:
    """Count anew, one process at a time; None when another is at it."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_REFRESH_LOCK])
        if not cursor.fetchone()[0]:
            return None
        figures = _count()
        known = CountsSnapshot.objects.filter(pk=1).first()
        changed = known is None or known.queues != figures
        version = (known.version if known else 0) + changed
        CountsSnapshot.objects.update_or_create(
            pk=1, defaults={"version": version, "refreshed_at": Now(), "queues": figures}
        )
        return Snapshot(version, _figures(figures))


def _count() -> dict[str, Any]:
    # of rows, not of numbers: what the index of counts holds is all that is read
    taken = Q(assignee__isnull=False) | Q(lease_until__gt=Now())
    rows = (
        Task.objects.filter(awake(), status__in=OPEN)
        .exclude(queue="")
        .values("queue")
        .annotate(
            open=Count(Value(1)),
            oldest=Min(F("created")),
            overdue=Count(Value(1), filter=Q(due_at__lt=Now())),
            taken=Count(Value(1), filter=taken),
        )
        .order_by("queue")
    )
    return {row["queue"]: [row["open"], row["oldest"].isoformat(), row["overdue"], row["taken"]] for row in rows}


def _count_for_one() -> Snapshot:
    """Figures that nobody else is served; their version is their own."""
    figures = _count()
    return Snapshot(-crc32(repr(figures).encode()), _figures(figures))


def _figures(counted: dict[str, Any]) -> dict[str, QueueFigures]:
    return {
        name: QueueFigures(open_, datetime.fromisoformat(oldest), overdue, taken)
        for name, (open_, oldest, overdue, taken) in counted.items()
        if name in queues()
    }
