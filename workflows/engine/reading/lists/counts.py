"""Counts of the queues. One process refreshes them at most once a second, all read them (product.md, last line)."""

import json
from collections.abc import Mapping
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
from kit.shared import Shared
from workflows.engine.core.conditions import awake
from workflows.engine.core.flows import queues
from workflows.engine.reading.lists.desk import counted_queues
from workflows.engine.reading.lists.own_counts import OwnByQueue, count_own, count_own_of_everybody, own_in
from workflows.models import OPEN, CountsSnapshot, Task

MAX_AGE = timedelta(seconds=1)
EXPIRED_AGE = timedelta(seconds=5)
_REFRESH_LOCK = 0x646F636B  # key of an advisory lock; the value is arbitrary


@dataclass(frozen=True, slots=True)
class QueueFigures:
    """Counts of one queue. `taken`: open tasks that somebody holds or is assigned to."""

    open: int = 0
    oldest_at: datetime | None = None
    overdue: int = 0
    taken: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The counts of all queues with open tasks. `age`: seconds since they were counted."""

    version: int
    queues: dict[str, QueueFigures]
    age: float = 0.0


def current_snapshot() -> Snapshot:
    """The newest snapshot; refreshed here if it is older than a second and no other process is refreshing it.

    If another process is refreshing and no recent snapshot exists, count here.
    """
    snapshot = _NEWEST.rows({})
    if not snapshot:
        return _refresh() or _count_here()
    version, figures, age, is_stale, is_expired = snapshot[0]
    renewed = _refresh() if is_stale else None
    if renewed is None and is_expired:
        return _count_here()
    return renewed or Snapshot(version, _figures(json.loads(figures)), max(0.0, age.total_seconds()))


@dataclass(frozen=True, slots=True)
class _Everybody:
    """The snapshot and the own counts of each person, shared by all requests of this process."""

    snapshot: Snapshot
    own: Mapping[int, OwnByQueue]


_EVERYBODY: Shared[_Everybody] = Shared(seconds=MAX_AGE.total_seconds())


def shared_snapshot(age: int) -> Snapshot:
    """The newest snapshot. For callers who accept an `age` in seconds: the one that this process holds."""
    return _everybody(age).snapshot if age else current_snapshot()


def _everybody(age: int) -> _Everybody:
    def read() -> _Everybody:
        return _Everybody(current_snapshot(), count_own_of_everybody())

    return _EVERYBODY.get("", age, read, already=lambda everybody: everybody.snapshot.age)


def counts_for(user: User, *, age: int = 0) -> tuple[str, dict[str, int]]:
    """(version, counts) of every queue and counted view; 0 without the permission.

    The version changes whenever the counts change. Items that the user is barred from are not counted. `age`: how old
    the counts may be, in seconds; above 0, the counts that this process holds for everybody are used.
    """
    permitted = tuple(name for name, queue in queues().items() if user.may(queue.permission))
    if age:
        everybody = _everybody(age)
        snapshot, own = everybody.snapshot, own_in(everybody.own.get(user.pk, {}), permitted)
    else:
        snapshot, own = current_snapshot(), count_own(user, permitted)
    taken = sum(figures.taken for name, figures in snapshot.queues.items() if name in permitted)
    counts = {name: figures.open - own.barred_in(name) for name, figures in snapshot.queues.items()}
    counts["assigned_to_me"] = own.mine
    counts["assigned_to_others"] = taken - own.mine + own.shared - own.barred_taken
    # max(0): the two counts were read at different times
    permitted_counts = {
        name: max(0, counts.get(name, 0)) if user.may(queue.permission) else 0
        for name, queue in counted_queues().items()
    }
    access = sha256(",".join(sorted(user.cms_access)).encode()).hexdigest()[:8]
    # a digest of the counts: the snapshot version also changes when something becomes overdue
    return "-".join(map(str, (user.pk, access, *permitted_counts.values()))), permitted_counts


def _newest(_marks: Marks) -> QuerySet[CountsSnapshot, Any]:
    ages = {"is_stale": Q(refreshed_at__lt=Now() - MAX_AGE), "is_expired": Q(refreshed_at__lt=Now() - EXPIRED_AGE)}
    snapshots = CountsSnapshot.objects.filter(pk=1).annotate(age=Now() - F("refreshed_at"), **ages)
    newest: QuerySet[CountsSnapshot, Any] = snapshots.values_list("version", "queues", "age", *ages)
    return newest


_NEWEST = Prepared(_newest)


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
    """Counts that are not stored. Only this caller gets their version."""
    figures = _count()
    return Snapshot(-crc32(repr(figures).encode()), _figures(figures))


def _figures(counted: dict[str, Any]) -> dict[str, QueueFigures]:
    return {
        name: QueueFigures(open_, datetime.fromisoformat(oldest), overdue, taken)
        for name, (open_, oldest, overdue, taken) in counted.items()
        if name in queues()
    }
