"""Two transactions in a chosen order: barriers instead of luck, and no limit of time but for what hangs."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
from django.db import connection

from tests.live import wait_until

T = TypeVar("T")
HANGS = 300  # seconds
_BLOCKED = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


class Pause:
    """A place where the first thread that comes along waits until it is let go; later ones pass."""

    def __init__(self) -> None:
        self._reached, self._left = threading.Event(), threading.Event()
        self._first = threading.Lock()

    def __call__(self) -> None:
        if self._first.acquire(blocking=False):
            self._reached.set()
            assert self._left.wait(HANGS)

    def wait_until_reached(self) -> None:
        assert self._reached.wait(HANGS)

    def let_go(self) -> None:
        self._left.set()


def pause_before(monkeypatch: pytest.MonkeyPatch, place: str) -> Pause:
    """Pause the first caller of the function with this path, before the call."""
    pause, original = Pause(), _resolve(place)

    def paused(*args: Any, **named: Any) -> Any:
        pause()
        return original(*args, **named)

    monkeypatch.setattr(place, paused)
    return pause


@contextmanager
def at_the_same_time(first: Callable[[], T], pause: Pause) -> Iterator["Future[T]"]:
    """Run `first` in a thread up to its pause, and the body meanwhile. It goes on at the end of the body, or before."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(alone, first)
        try:
            pause.wait_until_reached()
            yield running
        finally:
            pause.let_go()


def blocked_or_done(work: Callable[[], T], then: Callable[[], object]) -> T:
    """Run `work` in a thread; when it waits for a lock of the database, or has ended, call `then`. Its result."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(alone, work)
        try:
            wait_until(lambda: running.done() or is_somebody_blocked(), HANGS)
        finally:
            then()
        return running.result(HANGS)


def alone(work: Callable[[], T]) -> T:
    """With a connection of its own, which waits for locks as long as it takes."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0")
        return work()
    finally:
        if connection.connection is not None and not connection.connection.closed:
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")
        connection.close()


@contextmanager
def impatient() -> Iterator[None]:
    """This thread hardly waits for a lock that stays held, and is refused soon."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 100")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


def is_somebody_blocked() -> bool:
    """Whether a connection of this database waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # a transaction sees the first answer again and again
        cursor.execute(_BLOCKED)
        return bool(cursor.fetchone()[0])


def _resolve(place: str) -> Any:
    module, _, name = place.rpartition(".")
    return getattr(__import__(module, fromlist=[name]), name)
