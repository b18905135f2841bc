"""How long a chunk of a batch may hold its items: on a slow machine it has fewer, so that people wait no longer."""

import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

from django.conf import settings

# a quarter of the time that people wait for a lock: the last item, the rows of the batch and the commit take their part
CHUNK_SECONDS = settings.LOCK_TIMEOUT_MS / 4_000
MOST_PARTS = 16
clock = time.monotonic
T = TypeVar("T")


def in_time(items: Sequence[T]) -> Iterator[T]:
    """The first of these items, until they have taken as long as a chunk may; one at least."""
    began = clock()
    for place, item in enumerate(items):
        if place and clock() - began > CHUNK_SECONDS:
            return
        yield item


class Pace:
    """`parts`: of which one is decided together. Twice as many after a chunk that took too long, and fewer again."""

    parts = 1

    def note(self, seconds: float) -> None:
        self.parts = min(self.parts * 2, MOST_PARTS) if seconds > CHUNK_SECONDS else max(self.parts // 2, 1)
