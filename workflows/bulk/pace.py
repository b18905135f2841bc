"""Limits how long a chunk of a batch locks its items: a slow machine gets smaller chunks, so people wait no longer."""

import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

from django.conf import settings

# a quarter of the lock timeout: the last item, the rows of the batch and the commit need the rest
CHUNK_SECONDS = settings.LOCK_TIMEOUT_MS / 4_000
MOST_PARTS = 16
clock = time.monotonic
T = TypeVar("T")


def in_time(items: Sequence[T]) -> Iterator[T]:
    """The first of these items, at least one, until CHUNK_SECONDS have passed."""
    began = clock()
    for place, item in enumerate(items):
        if place and clock() - began > CHUNK_SECONDS:
            return
        yield item


class Pace:
    """The size of the chunks that are decided together: the whole size divided by `parts`.

    `parts` doubles after a chunk that took longer than CHUNK_SECONDS, and is halved after a faster one.
    """

    parts = 1

    def note(self, seconds: float) -> None:
        """Adapt `parts` to the duration of a chunk that was decided together."""
        self.parts = min(self.parts * 2, MOST_PARTS) if seconds > CHUNK_SECONDS else max(self.parts // 2, 1)
