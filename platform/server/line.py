"""Whole requests that wait for a thread: the most urgent first, and within bounds."""

from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Semaphore
from time import monotonic
from typing import Generic, TypeVar

from django.conf import settings

from server.urgency import Urgency

T = TypeVar("T")

MOST_WAITING = 512  # in a worker process
MOST_LARGE = 2  # at work at once, half of the threads: people always find the others
# of settings.LONGEST_WAIT_SECONDS: a poll comes again anyway, and what somebody has done is tried for longest
WAITS = {Urgency.POLL: 0.25, Urgency.READ: 1.0, Urgency.LARGE: 4.0, Urgency.COMMAND: 4.0}


class Line(Generic[T]):
    """Threads take from it; the event loop alone adds, and refuses what waited too long or has no room.

    For each request a token is put into one queue, on which the threads sleep. A thread with a token takes the most
    urgent request that may begin; after a refusal there are more tokens than requests, and a thread may find nothing.
    The end of a large request is a token too, for the next of them.
    """

    def __init__(self, *, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._longest = {urgency: share * settings.LONGEST_WAIT_SECONDS for urgency, share in WAITS.items()}
        self._waiting: dict[Urgency, deque[tuple[float, T]]] = {urgency: deque() for urgency in Urgency}
        self._tokens: SimpleQueue[None] = SimpleQueue()
        self._places = Semaphore(MOST_LARGE)

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def add(self, request: T, urgency: Urgency) -> T | None:
        """Returns the request that there is no room for: the newest of the least urgent ones, which may be this one."""
        self._waiting[urgency].append((self._now(), request))
        refused = self._newest_of_the_least_urgent() if len(self) > MOST_WAITING else None
        self._tokens.put(None)
        return refused

    def take(self) -> T:
        """Waits for a request. Whoever takes a large one calls `end`."""
        while True:
            self._tokens.get()
            for urgency, waiting in self._waiting.items():
                if not waiting or (urgency == Urgency.LARGE and not self._places.acquire(blocking=False)):
                    continue
                try:
                    return waiting.popleft()[1]
                except IndexError:
                    self.end(urgency)

    def end(self, urgency: Urgency) -> None:
        """A request that was taken has its answer."""
        if urgency == Urgency.LARGE:
            self._places.release()
            self._tokens.put(None)

    def overdue(self) -> list[T]:
        """Removes and returns the requests that have waited too long."""
        now, found = self._now(), list[T]()
        for urgency, waiting in self._waiting.items():
            try:
                while now - waiting[0][0] >= self._longest[urgency]:
                    since, request = waiting.popleft()
                    if now - since < self._longest[urgency]:  # a thread has taken the older one in between
                        waiting.appendleft((since, request))
                        break
                    found.append(request)
            except IndexError:
                continue
        return found

    def _newest_of_the_least_urgent(self) -> T | None:
        for waiting in reversed(self._waiting.values()):
            try:
                return waiting.pop()[1]
            except IndexError:
                continue
        return None
