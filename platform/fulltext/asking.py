"""Run the statements of a search within a time limit, and return what was found in time (search.md)."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import OperationalError, connection, transaction
from psycopg.errors import QueryCanceled

LIMIT_SECONDS = 2.0
SHORTEST_MS = 50
# enough for an exact bitmap of a common word; a lossy bitmap would make PostgreSQL parse all texts of a page again
_MEMORY = "32MB"
# for frequent words the planner would scan the table and parse one text after another until it has enough
_PLANS = f"SELECT set_config('work_mem', '{_MEMORY}', true), set_config('enable_seqscan', 'off', true)"
_LIMITS = f"{_PLANS}, set_config('statement_timeout', %(milliseconds)s, true)"

Result = TypeVar("Result")


class Deadline:
    """The time limit of a call, in seconds from now."""

    def __init__(self, seconds: float = LIMIT_SECONDS) -> None:
        self._end = time.monotonic() + seconds

    def in_time(self, *searches: Callable[[], Result]) -> list[Result | None]:
        """Run the searches one after another in one transaction. The result of a search that takes too long is None.

        A cancelled search ends the transaction; the next search begins a new one.
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
    """A transaction whose statements use the indexes of words, without a time limit of its own."""
    with transaction.atomic():
        rows(_PLANS, {})
        yield


def rows(statement: str, values: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[Any] = cursor.fetchall()
        return found


def estimated(statement: str, values: dict[str, Any]) -> float:
    """The planner's estimate of the number of rows, from statistics. The statement is not executed."""
    ((plan,),) = rows(f"EXPLAIN (FORMAT JSON) {statement}", values)
    return float(plan[0]["Plan"]["Plan Rows"])
