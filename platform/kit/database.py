"""Recover from a database that was unreachable, without a restart, and from what others write at the same moment."""

from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from django.db import IntegrityError, InterfaceError, OperationalError, close_old_connections, connection

# raised when the database is unreachable; OperationalError also for a lock timeout
AWAY = (InterfaceError, OperationalError)
# SQLSTATE: errors of the connection; the server ends, has crashed, or starts
_ENDED = ("08", "57P")
T = TypeVar("T")


def forget_broken_connections() -> None:
    """Close broken connections: otherwise the pool hands them out one by one, each after a longer wait."""
    close_old_connections()
    pool: Any = getattr(connection, "pool", None)
    if pool and not pool.closed:
        pool.check()


def has_lost_connection(error: BaseException) -> bool:
    """Whether an error says that the connection ended, and nothing of the statement that was sent on it."""
    if not isinstance(error, AWAY):
        return False
    state = error.__cause__.sqlstate if isinstance(error.__cause__, psycopg.Error) else None
    return state is None or state.startswith(_ENDED)


def with_what_others_wrote(work: Callable[[], T]) -> T:
    """Do a transaction; once more if others have written one of its rows meanwhile, which the second run finds."""
    try:
        return work()
    except IntegrityError:
        return work()
