"""Django's PostgreSQL, which refuses at once for a moment after the server could not be reached."""

import time
from typing import Any, ClassVar

from django.db.backends.postgresql import base

PAUSE_SECONDS = 1.0


class DatabaseWrapper(base.DatabaseWrapper):
    """Where every thread waits for a server that is away, nobody is answered in time (figures.md, rule 9).

    The first calls wait for as long as they may; those behind them fail without waiting, until the pause is over.
    """

    _refused_until: ClassVar[dict[str, float]] = {}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if time.monotonic() < self._refused_until.get(self.alias, 0.0):
            raise self.Database.OperationalError("the server could not be reached a moment ago")
        try:
            return super().get_new_connection(conn_params)
        except self.Database.OperationalError:
            self._refused_until[self.alias] = time.monotonic() + PAUSE_SECONDS
            raise
