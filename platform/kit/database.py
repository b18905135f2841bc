"""A database that was away: what it looks like, and how to begin anew without a restart."""

from typing import Any

from django.db import InterfaceError, OperationalError, close_old_connections, connection

# besides an absence, a wait for a lock that was too long
AWAY = (InterfaceError, OperationalError)


def forget_broken_connections() -> None:
    """Keep none that broke: the pool would hand them out one by one, each with a longer wait than the one before."""
    close_old_connections()
    pool: Any = getattr(connection, "pool", None)
    if pool and not pool.closed:
        pool.check()
