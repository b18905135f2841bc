"""Recover from a database that was unreachable, without a restart."""

from typing import Any

from django.db import InterfaceError, OperationalError, close_old_connections, connection

# raised when the database is unreachable; OperationalError also for a lock timeout
AWAY = (InterfaceError, OperationalError)


def forget_broken_connections() -> None:
    """Close broken connections: otherwise the pool hands them out one by one, each after a longer wait."""
    close_old_connections()
    pool: Any = getattr(connection, "pool", None)
    if pool and not pool.closed:
        pool.check()
