"""A clock that stands still, for answers that are held for some seconds: no test waits, or depends on the machine."""

import pytest

from kit import shared


class StandingClock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    def __iadd__(self, seconds: float) -> "StandingClock":
        self.now += seconds
        return self


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StandingClock:
    clock = StandingClock()
    monkeypatch.setattr(shared, "time", clock)
    return clock
