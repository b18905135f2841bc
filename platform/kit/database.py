"""Recover from a database that was unreachable, without a restart, and from what others write at the same moment."""

from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, close_old_connections, connection
from psycopg.errors import DiskFull

# raised when the database is unreachable or only reads, or its disk is full; OperationalError also for a lock timeout
AWAY = (InterfaceError, OperationalError)
# SQLSTATE: errors of the connection; the server ends, has crashed, or starts; it only reads; its disk is full
_AWAY_STATES = ("08", "57P", "25006", "53100")
T = TypeVar("T")


def forget_broken_connections() -> None:
    """Close broken connections: otherwise the pool hands them out one by one, each after a longer wait."""
    close_old_connections()
    pool: Any = getattr(connection, "pool", None)
    if pool and not pool.closed:
        pool.check()


def session_parameters() -> dict[str, Any]:
    """How psycopg opens a session of the database itself, past a pooler, which lends one for a transaction only."""
    if not settings.DATABASE_DIRECT:
        return connection.get_connection_params()
    direct: Any = connection.copy("direct")
    direct.settings_dict |= settings.DATABASE_DIRECT
    parameters: dict[str, Any] = direct.get_connection_params()
    return parameters


def is_away(error: BaseException) -> bool:
    """Whether an error says that the database cannot be used now, and nothing of the statement that was sent to it."""
    if not isinstance(error, AWAY):
        return False
    state = error.__cause__.sqlstate if isinstance(error.__cause__, psycopg.Error) else None
    return state is None or state.startswith(_AWAY_STATES)


def is_disk_full(error: BaseException) -> bool:
    return isinstance(error.__cause__, DiskFull)


def short_reason(error: BaseException) -> str:
    """For the log: the type of the server's error, as messages may hold personal data."""
    return type(error.__cause__ or error).__name__


def with_what_others_wrote(work: Callable[[], T]) -> T:
    """Do a transaction; once more if others have written one of its rows meanwhile, which the second run finds."""
    try:
        return work()
    except IntegrityError:
        return work()
