"""The statements that a call sends to the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

# statements that begin or end a transaction are not counted
FRAMES = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")


@contextmanager
def statements() -> Iterator[list[str]]:
    """The list is filled when the block ends."""
    found: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    found += [query["sql"] for query in captured if not query["sql"].startswith(FRAMES)]


def sent_by(call: Callable[[], Any], status: int = 200) -> list[str]:
    """The statements of a call; asserts its status."""
    with statements() as found:
        answer = call()
    assert answer.status_code == status, answer.content
    return found
