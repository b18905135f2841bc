"""Who does a long job: one worker at a time, however often the job is handed out.

A lock of the database's session ends with the connection of a worker that is killed (decision 72). Behind a pooler a
worker has no session of its own: then the lock is a row with a lease, which the worker extends as long as it lives.
"""

import logging
import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.conf import settings
from django.db import Error, connection

from kit.database import short_reason

logger = logging.getLogger(__name__)

LEASE_SECONDS, EXTENDED_EVERY_SECONDS = 60, 10
_Lease = Mapping[str, str | int]
_TAKE = """INSERT INTO workflows_joblock (name, holder, until)
    VALUES (%(name)s, %(holder)s, statement_timestamp() + make_interval(secs => %(seconds)s))
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE workflows_joblock.until < statement_timestamp()"""
_EXTEND = """UPDATE workflows_joblock SET until = statement_timestamp() + make_interval(secs => %(seconds)s)
    WHERE name = %(name)s AND holder = %(holder)s"""
_END = "DELETE FROM workflows_joblock WHERE name = %(name)s AND holder = %(holder)s"


@contextmanager
def job_lock(what: str, number: int) -> Iterator[bool]:
    """Whether no other worker does this job now, or one of its lane; until the end none begins it, however often it is
    published.

    To be taken while the job's row is locked: the result of a job is written under both locks, so that a row without
    one has nobody who just ended it.
    """
    with _leased(f"{what} {number}") if settings.DATABASE_POOLER else _of_session(what, number) as is_ours:
        yield is_ours


@contextmanager
def _of_session(what: str, number: int) -> Iterator[bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, %s))", [what, number])
        (is_ours,) = cursor.fetchone()
    try:
        yield is_ours
    finally:
        if is_ours:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, %s))", [what, number])


@contextmanager
def _leased(name: str) -> Iterator[bool]:
    """Taken with the caller's transaction. When the database is away for longer than the lease, another may take it."""
    lease: _Lease = {"name": name, "holder": secrets.token_hex(16), "seconds": LEASE_SECONDS}
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, lease)
        is_ours = cursor.rowcount == 1
    if not is_ours:
        yield False
        return
    _extender.add(lease)
    try:
        yield True
    finally:
        _extender.remove(lease)
        with connection.cursor() as cursor:
            cursor.execute(_END, lease)


class _Extender:
    """Extends all leases of this process by one thread with one connection, which end with the last of them."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._leases: list[_Lease] = []

    def add(self, lease: _Lease) -> None:
        with self._guard:
            if not self._leases:
                self._ended = threading.Event()
                self._thread = threading.Thread(target=self._run, args=(self._ended,), name="job-leases", daemon=True)
                self._thread.start()
            self._leases.append(lease)

    def remove(self, lease: _Lease) -> None:
        with self._guard:
            self._leases.remove(lease)
            if not self._leases:
                self._ended.set()
                self._thread.join()

    def _run(self, ended: threading.Event) -> None:
        try:
            while not ended.wait(EXTENDED_EVERY_SECONDS):
                for lease in tuple(self._leases):
                    _extend(lease)
        finally:
            connection.close()


def _extend(lease: _Lease) -> None:
    """In a transaction of its own: of two locked rows at once, others may want both the other way round."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_EXTEND, lease)
    except Error as error:
        logger.warning("the lease of a job cannot be extended: %s", short_reason(error))
        connection.close()


_extender = _Extender()
