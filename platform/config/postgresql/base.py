"""Django's PostgreSQL backend with prepared cursors; it fails fast for a second after a failed connection."""

import time
from typing import Any, ClassVar

import psycopg
from django.db.backends.postgresql import base, operations
from psycopg.types.datetime import TimestamptzLoader

PAUSE_SECONDS = 1.0


class PreparedCursor(psycopg.Cursor[Any]):
    """Sends values separately, so that the server parses and plans a statement once per connection."""

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        read_moments_quickly(self)

    def execute(self, query: Any, params: Any = None, **_options: Any) -> Any:
        return super().execute(query, params, prepare=True)


def read_moments_quickly(cursor: Any) -> None:
    """Use psycopg's loader in C, which applies the connection's time zone (Django sets it to its own).

    Django's loader sets the same zone again in Python, which took half of the time to read a page of fifty rows.
    """
    cursor.adapters.register_loader("timestamptz", TimestamptzLoader)


class DatabaseOperations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """For the query log: falls back to the SQL of a prepared statement."""
        told: str | None = super().last_executed_query(cursor, sql, params)
        return sql if told is None else told


class DatabaseWrapper(base.DatabaseWrapper):
    """Fails fast while the server is unreachable, so that callers get their 503 in time (figures.md, rule 9).

    After a failed connection, further ones fail without waiting until the pause is over.
    """

    ops_class = DatabaseOperations

    _refused_until: ClassVar[dict[str, float]] = {}

    def create_cursor(self, name: str | None = None) -> Any:
        cursor: Any = super().create_cursor(name)
        read_moments_quickly(cursor)
        return cursor

    def prepared_cursor(self) -> Any:
        """Like `cursor()`, with prepared statements; Django's logging and error translation apply."""
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
