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
# for words of many texts the planner would take all texts apart, one after another, until it has enough
_PLANS = f"SELECT set_config('work_mem', '{_MEMORY}', true), set_config('enable_seqscan', 'off', true)"
_LIMITS = f"{_PLANS}, set_config('statement_timeout', %(milliseconds)s, true)"

Result = TypeVar("Result")


class Deadline:
    """The time that a call may still take."""

    def __init__(self, seconds: float = LIMIT_SECONDS) -> None:
        self._end = time.monotonic() + seconds

    def in_time(self, *searches: Callable[[], Result]) -> list[Result | None]:
        """What each finds, one after the other in one transaction; None for those for which the time is not enough.

        One that is ended takes the transaction with it, and the next begins another.
        """
        found: list[Result | None] = []
        while len(found) < len(searches):
            try:
                with transaction.atomic(), connection.cursor() as cursor:
                    for search in searches[len(found) :]:
                        left = int((self._end - time.monotonic()) * 1_000)
                        if left < SHORTEST_MS:
                            return found + [None] * (len(searches) - len(found))
                        cursor.execute(_LIMITS, {"milliseconds": str(left)})
                        found.append(search())
            except OperationalError as error:
                if not isinstance(error.__cause__, QueryCanceled):
                    raise
                found.append(None)
        return found


@contextmanager
def along_indexes() -> Iterator[None]:
    """A transaction whose statements read words by their indexes, without a limit of time of its own."""
    with transaction.atomic():
        rows(_PLANS, {})
        yield


def rows(statement: str, values: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[Any] = cursor.fetchall()
        return found


def estimated(statement: str, values: dict[str, Any]) -> float:
    """How many rows the database expects, by its statistics of words. Reads nothing."""
    ((plan,),) = rows(f"EXPLAIN (FORMAT JSON) {statement}", values)
    return float(plan[0]["Plan"]["Plan Rows"])
