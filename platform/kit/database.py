"""Recover without a restart from an unreachable database, and from concurrent writes of the same rows."""

from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, close_old_connections, connection
from psycopg.errors import DiskFull

# raised when the database is unreachable or read-only, or its disk is full; OperationalError also for a lock timeout
AWAY = (InterfaceError, OperationalError)
# SQLSTATE prefixes: connection error; server shutting down, crashed or starting; read-only; disk full
_AWAY_STATES = ("08", "57P", "25006", "53100")
T = TypeVar("T")


def forget_broken_connections() -> None:
    """Close broken connections. Otherwise the pool would hand them out one by one, each after a longer wait."""
    close_old_connections()
    pool: Any = getattr(connection, "pool", None)
    if pool and not pool.closed:
        pool.check()


def session_parameters() -> dict[str, Any]:
    """The psycopg parameters of a session of its own, without the pooler (which lends one for a transaction only)."""
    if not settings.DATABASE_DIRECT:
        return connection.get_connection_params()
    direct: Any = connection.copy("direct")
    direct.settings_dict |= settings.DATABASE_DIRECT
    parameters: dict[str, Any] = direct.get_connection_params()
    return parameters


def is_away(error: BaseException) -> bool:
    """Whether an error means that the database cannot be used now. False for errors of the statement itself."""
    if not isinstance(error, AWAY):
        return False
    state = error.__cause__.sqlstate if isinstance(error.__cause__, psycopg.Error) else None
    return state is None or state.startswith(_AWAY_STATES)


def is_disk_full(error: BaseException) -> bool:
    return isinstance(error.__cause__, DiskFull)


def short_reason(error: BaseException) -> str:
    """The type of the server's error, for the log. Its message may contain personal data."""
    return type(error.__cause__ or error).__name__


def retry_after_conflict(work: Callable[[], T]) -> T:
    """Run a transaction, and repeat it once after an IntegrityError: a concurrent one wrote a row that it now finds."""
    try:
        return work()
    except IntegrityError:
        return work()
