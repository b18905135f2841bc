"""Kills processes one by one and in series, and measures how long each is away."""

import os
import random
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

from drills.kinds import Kind
from tests.deploy.running import Product

LOOK_SECONDS = 0.02
PATIENCE_SECONDS = 600  # for what hangs
SERIES_PAUSE_SECONDS = 0.5


class Killer:
    """`times`: seconds from a kill until the work of that kind is done again, by the title of the kind."""

    def __init__(self, product: Product, kinds: Sequence[Kind], seed: int) -> None:
        self.kills = 0
        self.times: dict[str, list[float]] = defaultdict(list)
        self._product, self._kinds = product, kinds
        self._chance = random.Random(seed)

    def kill_each(self, rounds: int, between: Callable[[], None]) -> None:
        """Each kind so many times, in a random order, at a random moment after `between`."""
        order = [kind for kind in self._kinds for _ in range(rounds)]
        self._chance.shuffle(order)
        for kind in order:
            between()
            time.sleep(self._chance.uniform(0, 0.5))
            if killed := self._kill(kind):
                self.times[kind.title].append(self._wait(kind, killed, kind.begin()))

    def kill_in_series(self, number: int) -> None:
        """Many kills without waiting; then the time from the last until all that was killed works."""
        waits: dict[str, Callable[[], float]] = {}
        for _ in range(number):
            time.sleep(self._chance.uniform(0, 2 * SERIES_PAUSE_SECONDS))
            kind = self._chance.choice(self._kinds)
            if killed := self._kill(kind):
                waits[kind.title] = partial(self._wait, kind, killed, kind.begin())
        began = time.monotonic()
        for title, wait in waits.items():
            wait()
            self.times[f"{title}, in series"].append(time.monotonic() - began)
        self.times["all, after a series"].append(time.monotonic() - began)

    def report(self) -> list[str]:
        lines = [f"{'killed':<36}{'times':>6}{'median':>9}{'worst':>9}"]
        for title, times in self.times.items():
            lines.append(f"{title:<36}{len(times):>6}{median(times):>7.1f} s{max(times):>7.1f} s")
        return lines

    def _kill(self, kind: Kind) -> int:
        """The id of the killed process; nought when none of its kind runs at this moment."""
        pid = self._product.pid(kind.name)
        if pid is None:
            return 0
        os.kill(pid, signal.SIGKILL)
        self.kills += 1
        return pid

    def _wait(self, kind: Kind, killed: int, works: Callable[[], bool]) -> float:
        """Seconds until another process of the kind runs, and its work is done. Raises TimeoutError."""
        began = time.monotonic()
        while self._product.pid(kind.name) in (None, killed) or not works():
            if time.monotonic() - began > PATIENCE_SECONDS:
                raise TimeoutError(f"{kind.title} is not back within {PATIENCE_SECONDS} s")
            time.sleep(LOOK_SECONDS)
        return time.monotonic() - began
