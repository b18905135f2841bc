"""How the database would find what a call asks for, were its tables large: by which indexes, and whether alone."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.db import connection

from tests.databases import make_database, owner_of

READING = ("SELECT", "WITH")


def plan_of(call: Callable[[], Any], table: str, *, nth: int = 0, without: tuple[str, ...] = ()) -> str:
    """The plan of the nth statement by which a call reads from a table first. Raises IndexError when there is none.

    Empty tables would be read whole, sorted and matched: these ways are closed. `without` takes away indexes that
    are as short here.
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
    """As the owner, who alone may take an index away, in a transaction that is rolled back.

    In a database of its own, which nobody has written to or analyzed: the sizes and statistics of the tests' tables
    depend on the tests that ran before.
    """
    owner = owner_of(_untouched_database())
    owner.set_autocommit(False)
    try:
        with owner.cursor() as cursor:
            for way in ("seqscan", "bitmapscan", "hashjoin", "mergejoin", "sort", "incremental_sort"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
            for index in without:
                cursor.execute(f"DROP INDEX {index}")
            cursor.execute(f"EXPLAIN {sql}", parameters)
            return "\n".join(str(line) for (line,) in cursor.fetchall())
    finally:
        owner.rollback()
        owner.close()


@cache
def _untouched_database() -> str:
    return make_database("plans")
