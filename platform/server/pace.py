"""How fast streams are made while others wait for this process: Python lets one thread work at a time."""

import time
from collections.abc import Callable
from threading import Lock

RESTS = 9  # times as long as they were made: so all streams of a process together have a tenth of its time
SLICE_SECONDS = 0.01  # made without a rest
LONGEST_SECONDS = 2.0  # of the rest for one part: one that waited long for the database is not paid for in full


class Pace:
    """Of all streams of a process, which share one debt: two at once are made no faster than one.

    Without anybody at work (`is_busy`) there is no rest.
    """

    def __init__(
        self,
        is_busy: Callable[[], bool],
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.is_busy, self.now, self._sleep = is_busy, now, sleep
        self._lock = Lock()
        self._free_at = 0.0

    def rest(self, made: float) -> None:
        """`made`: seconds since the last rest of this stream. Blocks the thread, while requests are at work."""
        with self._lock:
            now = self.now()
            self._free_at = max(now, self._free_at) + min(RESTS * made, LONGEST_SECONDS)
            until = self._free_at
        self._sleep(until - now)
