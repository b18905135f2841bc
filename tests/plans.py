"""Query plans as for large tables: which indexes a call uses, and whether by index-only scans."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.db import connection

from tests.databases import make_database, owner_of

READING = ("SELECT", "WITH")
PREFERRED_WHEN_EMPTY = ("seqscan", "bitmapscan", "hashjoin", "mergejoin", "sort", "incremental_sort")


def plan_of(call: Callable[[], Any], table: str, *, nth: int = 0, without: tuple[str, ...] = ()) -> str:
    """The plan of the nth statement by which a call reads from a table first. Raises IndexError when there is none.

    Sequential scans and sorts are disabled, because the planner prefers them for empty tables. `without`: indexes to
    drop, because with empty tables the planner could choose them as well.
    """
    sent: list[tuple[str, Any]] = []

    def keep(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        sent.append((sql, parameters))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(keep):
        call()
    # a union begins with a parenthesis
    found = [call for call in sent if call[0].lstrip("( \n").startswith(READING) and f'FROM "{table}"' in call[0]]
    return "\n".join(explain(*found[nth], without=without))


def explain(
    sql: str, parameters: Any, *, without: tuple[str, ...] = (), disabled: tuple[str, ...] = PREFERRED_WHEN_EMPTY
) -> list[str]:
    """The lines of a statement's plan. Read as the owner, because it drops indexes; that is rolled back.

    In a separate database without data and statistics: those of the tests' tables depend on the tests that ran
    before.
    """
    owner = owner_of(_untouched_database())
    owner.set_autocommit(False)
    try:
        with owner.cursor() as cursor:
            for way in disabled:
                cursor.execute(f"SET LOCAL enable_{way} = off")
            for index in without:
                cursor.execute(f"DROP INDEX {index}")
            cursor.execute(f"EXPLAIN {sql}", parameters)
            return [str(line) for (line,) in cursor.fetchall()]
    finally:
        owner.rollback()
        owner.close()


@cache
def _untouched_database() -> str:
    return make_database("plans")
