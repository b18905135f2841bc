"""Counts of the queues: refreshed at most once a second by one process, read by all (product.md, last line)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any
from zlib import crc32

from django.db import connection, transaction
from django.db.models import Count, F, Min, Q, QuerySet, Value
from django.db.models.functions import Now

from accounts.models import User
from kit.prepared import Marks, Prepared
from workflows.engine.core.conditions import awake, barred, mine, others
from workflows.engine.core.flows import ProductFlow, flows, queues, steps
from workflows.engine.inbox.desk import counted_queues
from workflows.models import OPEN, CountsSnapshot, Task

MAX_AGE = timedelta(seconds=1)
EXPIRED_AGE = timedelta(seconds=5)
_REFRESH_LOCK = 0x646F636B  # key of an advisory lock, arbitrary


@dataclass(frozen=True, slots=True)
class QueueFigures:
    """Counts of one queue. `taken`: open tasks that somebody holds or is assigned to."""

    open: int = 0
    oldest_at: datetime | None = None
    overdue: int = 0
    taken: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The counts of all queues with open tasks."""

    version: int
    queues: dict[str, QueueFigures]


def current_snapshot() -> Snapshot:
    """The newest snapshot; refreshed here if it is older than a second and no other process is refreshing it.

    If another process is refreshing and no recent snapshot exists, count here.
    """
    snapshot = _NEWEST.rows({})
    if not snapshot:
        return _refresh() or _count_here()
    version, figures, is_stale, is_expired = snapshot[0]
    renewed = _refresh() if is_stale else None
    if renewed is None and is_expired:
        return _count_here()
    return renewed or Snapshot(version, _figures(json.loads(figures)))


def counts_for(user: User) -> tuple[str, dict[str, int]]:
    """(version, counts) of every queue and counted view, 0 without the permission.

    The version changes whenever the counts change. Items that the user is barred from are not counted.
    """
    snapshot = current_snapshot()
    permitted = tuple(name for name, queue in queues().items() if user.may(queue.permission))
    own = _count_own(user, permitted)
    taken = sum(figures.taken for name, figures in snapshot.queues.items() if name in permitted)
    counts = {name: figures.open - own.barred_in(name) for name, figures in snapshot.queues.items()}
    counts["assigned_to_me"] = own.mine
    counts["assigned_to_others"] = taken - own.mine + own.shared - own.barred_taken
    # max(0): the two counts may be from different moments
    permitted_counts = {
        name: max(0, counts.get(name, 0)) if user.may(queue.permission) else 0
        for name, queue in counted_queues().items()
    }
    access = sha256(",".join(sorted(user.cms_access)).encode()).hexdigest()[:8]
    # a digest of the counts: the snapshot version also changes when something becomes overdue
    return "-".join(map(str, (user.pk, access, *permitted_counts.values()))), permitted_counts


@dataclass(frozen=True, slots=True)
class _Own:
    """The differences of one person's counts.

    `mine`: items that they hold or are assigned; `shared`: of these, items that another person has too.
    `barred`: items that they are barred from, by queue; `barred_taken`: of these, items that others have.
    """

    mine: int = 0
    shared: int = 0
    barred_taken: int = 0
    barred: Mapping[str, int] = field(default_factory=dict)

    def barred_in(self, queue: str) -> int:
        return self.barred.get(queue, 0)


def _count_own(user: User, permitted: tuple[str, ...]) -> _Own:
    if not permitted:
        return _Own()
    barring = tuple(name for name in permitted if name in barring_queues())
    ((mine_, shared, barred_taken, *barred_by_queue),) = _OWN.rows({"me": user.pk}, permitted, barring)
    return _Own(mine_, shared, barred_taken, dict(zip(barring, barred_by_queue, strict=True)))


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


def _newest(_marks: Marks) -> QuerySet[CountsSnapshot, Any]:
    ages = {"is_stale": Q(refreshed_at__lt=Now() - MAX_AGE), "is_expired": Q(refreshed_at__lt=Now() - EXPIRED_AGE)}
    return CountsSnapshot.objects.filter(pk=1).annotate(**ages).values_list("version", "queues", *ages)


_OWN, _NEWEST = Prepared(_own), Prepared(_newest)


def _refresh() -> Snapshot | None:
    """Refresh the snapshot; None if another process is refreshing it."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_REFRESH_LOCK])
        if not cursor.fetchone()[0]:
            return None
        figures = _count()
        stored = CountsSnapshot.objects.filter(pk=1).first()
        changed = stored is None or stored.queues != figures
        version = (stored.version if stored else 0) + changed
        CountsSnapshot.objects.update_or_create(
            pk=1, defaults={"version": version, "refreshed_at": Now(), "queues": figures}
        )
        return Snapshot(version, _figures(figures))


def _count() -> dict[str, Any]:
    # count(1) instead of count(id), so that an index-only scan suffices
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


def _count_here() -> Snapshot:
    """Counts that are not stored in the snapshot; their version is only for this caller."""
    figures = _count()
    return Snapshot(-crc32(repr(figures).encode()), _figures(figures))


def _figures(counted: dict[str, Any]) -> dict[str, QueueFigures]:
    return {
        name: QueueFigures(open_, datetime.fromisoformat(oldest), overdue, taken)
        for name, (open_, oldest, overdue, taken) in counted.items()
        if name in queues()
    }
