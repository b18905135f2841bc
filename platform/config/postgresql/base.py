"""Django's PostgreSQL backend with prepared cursors; it fails fast for a second after a failed connection."""

import time
from collections.abc import Mapping
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

    def execute_prepared(self, statement: str, values: Mapping[str, Any]) -> Any:
        """Execute a prepared statement; the cursor, to be read at once: the connection has one for all of them.

        A new cursor for each statement, in Django's wrapper, costs as much as the statement. With a wrapper installed,
        or with queries logged, Django's wrapper is used.
        """
        self.close_if_health_check_failed()
        self.ensure_connection()
        cursor = self._prepared_cursor()
        if self.execute_wrappers or self.queries_logged:
            # Django has it, and the stubs do not
            cursor = self._prepare_cursor(cursor)  # type: ignore[attr-defined]
        self.validate_no_broken_transaction()
        with self.wrap_database_errors:
            cursor.execute(statement, values)
        return cursor

    def _prepared_cursor(self) -> Any:
        opened: Any = self.connection
        cursor = getattr(opened, "prepared_cursor", None)
        if cursor is None:
            cursor = opened.prepared_cursor = PreparedCursor(opened)
        return cursor

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if time.monotonic() < self._refused_until.get(self.alias, 0.0):
            raise self.Database.OperationalError("the server could not be reached a moment ago")
        try:
            return super().get_new_connection(conn_params)
        except self.Database.OperationalError:
            self._refused_until[self.alias] = time.monotonic() + PAUSE_SECONDS
            raise
