"""Measures how long a single caller waits for answers, for the p95 goals."""

import time
from statistics import quantiles

from benchmarks.crowd import Worker

FEWEST, LONGEST = 20, 10  # calls at least; then at most this multiple of the given seconds
WARMING = 3  # calls for warm-up


def measure_waiting(worker: Worker, seconds: float) -> tuple[float, float]:
    """p50 and p95 in milliseconds of the calls within `seconds`. Slow calls run longer, until there are FEWEST."""
    work, taken = worker(0), list[float]()
    for _ in range(WARMING):
        work()
    end = time.monotonic() + seconds
    while time.monotonic() < end or (len(taken) < FEWEST and time.monotonic() < end + LONGEST * seconds):
        began = time.monotonic()
        work()
        taken.append((time.monotonic() - began) * 1_000)
    parts = quantiles(taken, n=20) if len(taken) > 1 else taken * 19
    return parts[9], parts[18]
