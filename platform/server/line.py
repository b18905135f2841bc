"""Complete requests that wait for a thread: a bounded queue, the most urgent first."""

from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Semaphore
from time import monotonic
from typing import Generic, TypeVar

from django.conf import settings

from server.urgency import Urgency

T = TypeVar("T")

MOST_WAITING = 512  # requests in a worker process
MOST_LARGE = 2  # large requests at once: half of the threads stay free for people
# shares of settings.LONGEST_WAIT_SECONDS: a poll is repeated anyway; a command is a person's work and waits longest
WAITS = {Urgency.POLL: 0.25, Urgency.READ: 1.0, Urgency.LARGE: 4.0, Urgency.COMMAND: 4.0}


class RequestQueue(Generic[T]):
    """Threads take requests. Only the event loop adds them, and refuses those that wait too long or have no room.

    Each request puts a token into one queue, on which the threads sleep. A thread with a token takes the most urgent
    request that may begin. A refused request leaves its token behind, so a thread may find no request. The end of a
    large request adds a token too, for the next large one.
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
        """Add a request. Above MOST_WAITING, removes and returns the newest of the least urgent: it may be this one."""
        self._waiting[urgency].append((self._now(), request))
        refused = self._newest_of_the_least_urgent() if len(self) > MOST_WAITING else None
        self._tokens.put(None)
        return refused

    def take(self) -> T:
        """Block until a request may begin. The caller calls `end` when it is answered."""
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
        """Report that a taken request is answered: the next large one may begin."""
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
