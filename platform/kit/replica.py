"""Reads from a replica (`DATABASE_REPLICA_URL`), which lags behind the primary. WAL positions measure the lag."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

from kit.shared import Shared

Part = TypeVar("Part")

REPLICA = "replica"
_WRITTEN = "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint"
# false for a replica that was promoted
_HAS_REPLAYED = "SELECT pg_is_in_recovery() AND (pg_last_wal_replay_lsn() - '0/0') >= %s"
_END: Any = object()
_LATELY: Shared[int] = Shared(seconds=3_600, most=1)


def written_position() -> int:
    """The WAL position of the primary: everything committed so far is before it. 0 without a replica."""
    if not settings.DATABASE_REPLICA:
        return 0
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(_WRITTEN)
        return int(cursor.fetchone()[0])


def has_replayed(position: int) -> bool:
    """Whether the replica has replayed `position`, and everything older than DATABASE_REPLICA_SECONDS.
    Raises the replica's errors."""
    if late := settings.DATABASE_REPLICA_SECONDS:
        position = max(position, _LATELY.get((), late, written_position))
    with connections[REPLICA].cursor() as cursor:
        cursor.execute(_HAS_REPLAYED, [position])
        return bool(cursor.fetchone()[0])


@contextmanager
def on_replica() -> Iterator[None]:
    """Send this thread's statements to the replica, which refuses writes."""
    primary, replica = connections[DEFAULT_DB_ALIAS], connections[REPLICA]
    replica.stands_for = primary  # type: ignore[attr-defined]  # a name of our own
    connections[DEFAULT_DB_ALIAS] = replica
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = primary


@contextmanager
def on_primary() -> Iterator[None]:
    """Send this thread's statements to the primary again, within `on_replica`: for writes and for reads without lag."""
    current = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = getattr(current, "stands_for", current)
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = current


def each_on_replica(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts, each computed on the replica. Between two parts the thread uses its former connection."""
    waiting = iter(parts)
    while True:
        with on_replica():
            part = next(waiting, _END)
        if part is _END:
            return
        yield part
