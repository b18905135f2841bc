"""Slows streams down while requests run: Python runs one thread at a time."""

import time
from collections.abc import Callable
from threading import Lock

RESTS = 9  # seconds of rest for each second of work: all streams together get a tenth of a process's time
SLICE_SECONDS = 0.01  # of work before a rest
LONGEST_SECONDS = 2.0  # the longest rest after one part, which may have waited for the database and not worked


class Pace:
    """One for all streams of a process. They share one debt of rest: two streams together are no faster than one.

    The caller rests only while requests run (`is_busy`).
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
        """Block the thread for its rest. `made`: seconds of work since the last rest of this stream."""
        with self._lock:
            now = self.now()
            self._free_at = max(now, self._free_at) + min(RESTS * made, LONGEST_SECONDS)
            until = self._free_at
        self._sleep(until - now)
