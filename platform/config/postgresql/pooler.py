"""The supported connection pooler: PgBouncer in transaction mode, where each transaction may get another session.

So Docket does not depend on sessions: settings come from the role, cursors live in transactions, job locks are rows,
and LISTEN uses DATABASE_DIRECT_URL. PgBouncer itself translates prepared statements.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

import psycopg
from django.db import transaction

# 1.21 translates prepared statements; 1.22 also DEALLOCATE ALL, which psycopg sends, for example after a savepoint
OLDEST = (1, 22)
LEAST_STATEMENTS = 100  # the number of statements that psycopg prepares per connection
_CONSOLE = "pgbouncer"  # the database name of its admin console
_VERSION = re.compile(r"PgBouncer (\d+)\.(\d+)")


def problem_of_pooler(parameters: Mapping[str, Any]) -> str:
    """Why the server at this address cannot be used; empty for a suitable PgBouncer. Raises psycopg.OperationalError if
    no server answers.
    """
    try:
        with psycopg.connect("", **{**parameters, "dbname": _CONSOLE, "autocommit": True}) as console:
            version = _answer(console, "SHOW VERSION")[0][-1]
            settings = {row[0]: row[1] for row in _answer(console, "SHOW CONFIG")}
    except psycopg.OperationalError as error:
        reason = str(error).strip().splitlines()[-1]
        if not any(words in reason for words in ("not allowed", "does not exist", "no such", "startup parameter")):
            raise
        user = parameters.get("user", "")
        return f"where no PgBouncer shows its version to {user}: correct it, or add {user} to its stats_users"
    found = _VERSION.match(version)
    if not found or (int(found[1]), int(found[2])) < OLDEST:
        return f"which is {version}, and Docket needs {OLDEST[0]}.{OLDEST[1]} or later"
    if int(settings["max_prepared_statements"]) < LEAST_STATEMENTS:
        return f"whose max_prepared_statements is below {LEAST_STATEMENTS}: set it to 500"
    if settings["pool_mode"] == "statement":
        return "whose pool_mode is statement: set it to transaction"
    return ""


def _answer(console: psycopg.Connection[Any], command: str) -> list[tuple[str, ...]]:
    """The rows of a console command. The console supports only the simple query protocol."""
    result = console.pgconn.exec_(command.encode())
    rows, columns = range(result.ntuples), range(result.nfields)
    found = [tuple((result.get_value(row, column) or b"").decode() for column in columns) for row in rows]
    if not found:
        raise psycopg.OperationalError(result.error_message.decode().strip() or "not allowed")
    return found


class CursorInTransaction:
    """A server-side cursor with its own transaction, so that all its reads use one session."""

    def __init__(self, alias: str, open_cursor: Callable[[], Any]) -> None:
        with ExitStack() as begun:
            begun.enter_context(transaction.atomic(using=alias))
            self._cursor = open_cursor()
            self._transaction = begun.pop_all()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def close(self) -> None:
        with self._transaction:
            self._cursor.close()
