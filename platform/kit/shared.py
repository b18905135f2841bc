"""Answers held in this process for some seconds, so that callers who accept an older answer share one read."""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")


def _new(_value: object) -> float:
    return 0.0


@dataclass(frozen=True, slots=True)
class _Held(Generic[T]):
    value: T
    read_at: float


class Shared(Generic[T]):
    """Values by key. `seconds`: the greatest age at which a value is used; `most`: the number of values held.

    `is_slow`: reading takes seconds. Whoever accepts any age then gets a value of up to `seconds`, and one thread of
    this process reads at a time: the others get the value before, up to ten times as old, or wait for the new one.
    """

    everywhere: ClassVar[WeakSet["Shared[Any]"]] = WeakSet()

    def __init__(self, *, seconds: float, most: int = 64, is_slow: bool = False) -> None:
        self.seconds, self.most = seconds, most
        self._held: dict[Hashable, _Held[T]] = {}
        self._turn = Lock() if is_slow else None
        self.everywhere.add(self)

    def get(
        self,
        key: Hashable,
        age: float,
        read: Callable[[], T],
        *,
        already: Callable[[T], float] = _new,
        worth: Callable[[T], bool] = lambda _value: True,
    ) -> T:
        """The held value, if it was read at most `age` seconds ago; else it is read here.

        `already`: the age that a value had when it was read. `worth`: whether a value is held. Unless it is slow, two
        threads may read at once: no thread waits for another.
        """
        if self._turn is None or age <= 0:
            return self._get(key, min(age, self.seconds), read, already, worth)
        found = self._held_for(key, 10 * self.seconds if self._turn.locked() else self.seconds)
        if found is not None:
            return found.value
        with self._turn:
            return self._get(key, self.seconds, read, already, worth)

    def _held_for(self, key: Hashable, age: float) -> _Held[T] | None:
        held = self._held.get(key)
        return held if age > 0 and held is not None and time.monotonic() - held.read_at <= age else None

    def _get(
        self,
        key: Hashable,
        age: float,
        read: Callable[[], T],
        already: Callable[[T], float],
        worth: Callable[[T], bool],
    ) -> T:
        if (held := self._held_for(key, age)) is not None:
            return held.value
        now = time.monotonic()
        value = read()
        if worth(value):
            self._hold(key, _Held(value, now - already(value)))
        return value

    def forget(self) -> None:
        self._held.clear()

    def _hold(self, key: Hashable, held: _Held[T]) -> None:
        newest = self._held.get(key)
        if newest is not None and newest.read_at > held.read_at:
            return
        self._held.pop(key, None)
        self._held[key] = held
        for other, found in list(self._held.items()):  # the oldest first
            if held.read_at - found.read_at > self.seconds or len(self._held) > self.most:
                self._held.pop(other, None)


def forget_everything() -> None:
    """For a database that was emptied or exchanged behind this process."""
    for shared in Shared.everywhere:
        shared.forget()
