"""How long one caller waits for answers, with nobody else at work: what the goals in p95 are about."""

import time
from statistics import quantiles

from benchmarks.crowd import Worker

FEWEST, LONGEST = 20, 10  # calls, and times the seconds that are asked for
WARMING = 3  # calls


def measure_waiting(worker: Worker, seconds: float) -> tuple[float, float]:
    """p50 and p95 in milliseconds, of the calls of so many seconds, or of some calls if these take longer."""
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
