"""Django's PostgreSQL backend with prepared statements. It fails fast for PAUSE_SECONDS after a failed connection, and
refuses read-only servers and unsupported poolers.
"""

import time
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, ClassVar

import psycopg
from django.conf import settings
from django.db import OperationalError
from django.db.backends.postgresql import base, operations
from django.db.utils import DatabaseErrorWrapper
from django.utils.functional import cached_property
from psycopg.errors import ReadOnlySqlTransaction
from psycopg.types.datetime import TimestamptzLoader

from config.postgresql.pooler import CursorInTransaction, problem_of_pooler
from config.postgresql.session import POOLER, is_own_session

PAUSE_SECONDS = 1.0


class PreparedCursor(psycopg.Cursor[Any]):
    """Sends values separately from the statement, so that the server parses and plans it once per connection."""

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        read_moments_quickly(self)

    def execute(self, query: Any, params: Any = None, **_options: Any) -> Any:
        return super().execute(query, params, prepare=True)


def read_moments_quickly(cursor: Any) -> None:
    """Use psycopg's loader in C. It applies the connection's time zone, which Django sets to its own.

    Django's loader sets the same zone again in Python, which took half of the time to read a page of 50 rows.
    """
    cursor.adapters.register_loader("timestamptz", TimestamptzLoader)


class DatabaseOperations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """For the query log: falls back to the SQL of a prepared statement."""
        told: str | None = super().last_executed_query(cursor, sql, params)
        return sql if told is None else told


class DatabaseErrors(DatabaseErrorWrapper):
    """Treats a read-only server as away: for example a replica that a failover has not promoted yet."""

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if isinstance(error, ReadOnlySqlTransaction):
            self.wrapper.leave_server()  # type: ignore[attr-defined]  # Django has it, and the stubs do not
            raise OperationalError(*error.args).with_traceback(traceback) from error
        super().__exit__(kind, error, traceback)


class DatabaseWrapper(base.DatabaseWrapper):
    """Fails fast while the server is unreachable, so that callers get a 503 in time (figures.md, rule 9).

    For PAUSE_SECONDS after a failed connection, further ones fail without a try.
    """

    ops_class = DatabaseOperations

    _refused_until: ClassVar[dict[str, float]] = {}
    _left_at: ClassVar[dict[str, float]] = {}
    _is_pooler_right: ClassVar[bool] = False  # checked once per process
    _lent: ClassVar[defaultdict[str, set[int]]] = defaultdict(set)  # by alias: who has a pooled connection

    @cached_property
    def wrap_database_errors(self) -> DatabaseErrorWrapper:
        return DatabaseErrors(self)

    def leave_server(self) -> None:
        """Close this connection and the idle ones of the pool. New ones may reach the server that accepts writes."""
        self.errors_occurred = True
        if self.connection is not None:
            self.connection.pgconn.finish()
        now = time.monotonic()
        if self.pool and now > self._left_at.get(self.alias, 0.0) + PAUSE_SECONDS:  # once for many calls
            self._left_at[self.alias] = now
            self.pool.drain()

    def create_cursor(self, name: str | None = None) -> Any:
        cursor: Any = super().create_cursor(name)
        read_moments_quickly(cursor)
        return cursor

    def chunked_cursor(self) -> Any:
        if settings.DATABASE_POOLER and not self.in_atomic_block:
            return CursorInTransaction(self.alias, super().chunked_cursor)
        return super().chunked_cursor()

    def execute_prepared(self, statement: str, values: Mapping[str, Any]) -> Any:
        """Execute a prepared statement. Returns the connection's only prepared cursor, so read it before the next one.

        A new cursor in Django's wrapper would cost as much as the statement. Django's wrapper is used only with
        `execute_wrappers` or logged queries.
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
            opened = super().get_new_connection(conn_params)
            self._require_own_session(opened)
        except self.Database.OperationalError:
            if not self._is_lent_out():  # with an exhausted pool, the server is not the cause
                self._refused_until[self.alias] = time.monotonic() + PAUSE_SECONDS
            raise
        self._lent[self.alias].add(id(self))
        return opened

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]  # Django has it, and the stubs do not
        finally:
            self._lent[self.alias].discard(id(self))

    def _is_lent_out(self) -> bool:
        """Whether other threads of this process hold all connections of the pool."""
        return bool(self.pool) and len(self._lent[self.alias]) >= self.pool.max_size

    def _require_own_session(self, opened: Any) -> None:
        """Check each connection to the server once, not on each use. Raises psycopg's OperationalError."""
        if getattr(opened, "is_session", False):
            return
        try:
            if self.alias == "default" and settings.DATABASE_POOLER:
                self._require_right_pooler(opened.info)
            elif not is_own_session(opened):
                raise self.Database.OperationalError(f"this is {POOLER}")
        except self.Database.Error:
            opened.pgconn.finish()
            if self.pool:
                self.pool.putconn(opened)  # the pool replaces a closed connection
            raise
        opened.is_session = True

    def _require_right_pooler(self, server: psycopg.ConnectionInfo) -> None:
        if not DatabaseWrapper._is_pooler_right:
            place = {"host": server.host, "port": server.port, "user": server.user, "password": server.password}
            if problem := problem_of_pooler(place):
                raise self.Database.OperationalError(f"there is a pooler {problem}")
            DatabaseWrapper._is_pooler_right = True
