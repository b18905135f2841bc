"""How the database would find what a call asks for, were its tables large: by which indexes, and whether alone."""

from collections.abc import Callable
from typing import Any

from django.db import connection, connections, transaction

READING = ("SELECT", "WITH")


def plan_of(call: Callable[[], Any], table: str, *, nth: int = 0, without: tuple[str, ...] = ()) -> str:
    """The plan of the nth statement by which a call reads from a table first. Raises IndexError when there is none.

    Tables of three rows would be read whole, sorted and matched: these ways are closed. `without` takes away indexes
    that are as short here.
    """
    sent: list[tuple[str, Any]] = []

    def keep(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        sent.append((sql, parameters))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(keep):
        call()
    found = [one for one in sent if one[0].lstrip().startswith(READING) and f'FROM "{table}"' in one[0]]
    return _plan(*found[nth], without)


def _plan(sql: str, parameters: Any, without: tuple[str, ...]) -> str:
    """As the owner, who alone may take an index away, in a transaction that comes to nothing."""
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        for way in ("seqscan", "bitmapscan", "hashjoin", "mergejoin", "sort", "incremental_sort"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
        for index in without:
            cursor.execute(f"DROP INDEX {index}")
        cursor.execute(f"EXPLAIN {sql}", parameters)
        lines = [str(line) for (line,) in cursor.fetchall()]
        transaction.set_rollback(True, using="owner")
    return "\n".join(lines)
