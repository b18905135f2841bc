"""The statements that a call sends to the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

# what opens and closes a transaction is no query
FRAMES = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")


@contextmanager
def statements() -> Iterator[list[str]]:
    """Filled when the block ends."""
    found: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    found += [query["sql"] for query in captured if not query["sql"].startswith(FRAMES)]


def sent_by(call: Callable[[], Any], status: int = 200) -> list[str]:
    """The statements of a call that is answered with the status."""
    with statements() as found:
        answer = call()
    assert answer.status_code == status, answer.content
    return found
