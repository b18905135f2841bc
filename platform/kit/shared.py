"""Values cached in this process for some seconds, so that callers who accept an older value share one read."""

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
    """Cached values by key. `seconds`: the maximum age of a value. `most`: the maximum number of values.

    `is_slow`: for reads that take seconds. Then one thread of this process reads at a time, and a caller that accepts
    any age above 0 gets a value up to `seconds` old. During a read the other threads get the previous value, if it is
    at most ten times as old; else they wait.
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
        """The cached value, if it was read at most `age` seconds ago; else the result of `read`.

        `already`: the age in seconds that a value already had when it was read. `worth`: whether to cache a value.
        Unless `is_slow`, no thread waits for another, so two threads may read at once.
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
    """Clear all caches, after the database was emptied or replaced."""
    for shared in Shared.everywhere:
        shared.forget()
