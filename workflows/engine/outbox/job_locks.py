"""Who does a long job: one worker at a time, however often the job is handed out.

A lock of the database's session ends with the connection of a worker that is killed (decision 72). Behind a pooler a
worker has no session of its own: then the lock is a row with a lease, which the worker extends as long as it lives.
"""

import logging
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import Error, connection

from kit.database import short_reason

logger = logging.getLogger(__name__)

LEASE_SECONDS, EXTENDED_EVERY_SECONDS = 60, 10
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
    values: dict[str, str | int] = {"name": name, "holder": secrets.token_hex(16), "seconds": LEASE_SECONDS}
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, values)
        is_ours = cursor.rowcount == 1
    if not is_ours:
        yield False
        return
    ended = threading.Event()
    extending = threading.Thread(target=_extend, args=(values, ended), name="job-lease", daemon=True)
    extending.start()
    try:
        yield True
    finally:
        ended.set()
        extending.join()
        with connection.cursor() as cursor:
            cursor.execute(_END, values)


def _extend(values: dict[str, str | int], ended: threading.Event) -> None:
    """By the connection of a thread of its own."""
    try:
        while not ended.wait(EXTENDED_EVERY_SECONDS):
            try:
                with connection.cursor() as cursor:
                    cursor.execute(_EXTEND, values)
            except Error as error:
                logger.warning("the lease of a job cannot be extended: %s", short_reason(error))
                connection.close()
    finally:
        connection.close()
