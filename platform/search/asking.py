"""The statements of search: a call ends in time with what it has (search.md)."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import OperationalError, connection, transaction
from psycopg.errors import QueryCanceled

LIMIT_SECONDS = 2.0
SHORTEST_MS = 50
# entries of an index for a common word, exactly: without them, each text of a page of the table would be read again
_MEMORY = "32MB"

Result = TypeVar("Result")


class Deadline:
    """The time that a call may still take."""

    def __init__(self, seconds: float = LIMIT_SECONDS) -> None:
        self._end = time.monotonic() + seconds

    def in_time(self, search: Callable[[], Result]) -> Result | None:
        """What the search finds; None if the time ends before."""
        left = int((self._end - time.monotonic()) * 1_000)
        if left < SHORTEST_MS:
            return None
        try:
            with _limits(left):
                return search()
        except OperationalError as error:
            if isinstance(error.__cause__, QueryCanceled):
                return None
            raise


def rows(statement: str, values: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[Any] = cursor.fetchall()
        return found


def estimated(statement: str, values: dict[str, Any]) -> float:
    """How many rows the database expects, by its statistics of words. Reads nothing."""
    ((plan,),) = rows(f"EXPLAIN (FORMAT JSON) {statement}", values)
    return float(plan[0]["Plan"]["Plan Rows"])


@contextmanager
def _limits(milliseconds: int) -> Iterator[None]:
    """For words of many texts the planner would take all texts apart, one after another, until it has enough."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"SELECT set_config('statement_timeout', '{milliseconds}', true),"
            f" set_config('work_mem', '{_MEMORY}', true), set_config('enable_seqscan', 'off', true)"
        )
        yield
