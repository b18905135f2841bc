"""Answers held in this process for some seconds, so that callers who accept an older answer share one read."""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
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
    """Values by key. `seconds`: the greatest age at which a value is used; `most`: the number of values held."""

    everywhere: ClassVar[WeakSet["Shared[Any]"]] = WeakSet()

    def __init__(self, *, seconds: float, most: int = 64) -> None:
        self.seconds, self.most = seconds, most
        self._held: dict[Hashable, _Held[T]] = {}
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

        `already`: the age that a value had when it was read. `worth`: whether a value is held. Two threads may read at
        once: no thread waits for another.
        """
        now, held = time.monotonic(), self._held.get(key)
        if age > 0 and held is not None and now - held.read_at <= min(age, self.seconds):
            return held.value
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
