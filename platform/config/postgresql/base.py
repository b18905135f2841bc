"""Django's PostgreSQL, which refuses at once for a moment after the server could not be reached."""

import time
from typing import Any, ClassVar

import psycopg
from django.db.backends.postgresql import base, operations
from psycopg.types.datetime import TimestamptzLoader

PAUSE_SECONDS = 1.0


class PreparedCursor(psycopg.Cursor[Any]):
    """Sends values apart from the statement, which the server parses and plans once on each connection."""

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        read_moments_quickly(self)

    def execute(self, query: Any, params: Any = None, **_options: Any) -> Any:
        return super().execute(query, params, prepare=True)


def read_moments_quickly(cursor: Any) -> None:
    """By the driver's own reader, in C and in the connection's time zone, which Django has set to its own.

    Django's puts the same zone in again, in Python: for a page of fifty rows that took as long as all else of reading.
    """
    cursor.adapters.register_loader("timestamptz", TimestamptzLoader)


class DatabaseOperations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """For the log of queries: a prepared statement as it was put together."""
        told: str | None = super().last_executed_query(cursor, sql, params)
        return sql if told is None else told


class DatabaseWrapper(base.DatabaseWrapper):
    """Where every thread waits for a server that is away, nobody is answered in time (figures.md, rule 9).

    The first calls wait for as long as they may; those behind them fail without waiting, until the pause is over.
    """

    ops_class = DatabaseOperations

    _refused_until: ClassVar[dict[str, float]] = {}

    def create_cursor(self, name: str | None = None) -> Any:
        cursor: Any = super().create_cursor(name)
        read_moments_quickly(cursor)
        return cursor

    def prepared_cursor(self) -> Any:
        """As `cursor()`, with statements that stay prepared; what logs, counts and translates errors is around it."""
        self.close_if_health_check_failed()
        self.ensure_connection()
        # Django has it, and the stubs do not
        wrapped: Any = self._prepare_cursor(PreparedCursor(self.connection))  # type: ignore[attr-defined]
        return wrapped

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if time.monotonic() < self._refused_until.get(self.alias, 0.0):
            raise self.Database.OperationalError("the server could not be reached a moment ago")
        try:
            return super().get_new_connection(conn_params)
        except self.Database.OperationalError:
            self._refused_until[self.alias] = time.monotonic() + PAUSE_SECONDS
            raise
