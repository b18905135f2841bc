"""Eight clients in a closed loop: each sends a call when the last answer has arrived. Measures medians over windows."""

import multiprocessing
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.processor import Tree

CLIENTS = 8
PROCESSES = 2  # a single process would be the bottleneck
ENDING_SECONDS = 120
# one call of a client; raises StopIteration if the client has no more items
Work = Callable[[], object]
Worker = Callable[[int], Work]

_fork = multiprocessing.get_context("fork")


class CrowdError(Exception):
    """A client failed. The message is the client's traceback."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds of warm-up and of each window, and the number of windows."""

    warm_up: float = 0.5
    window: float = 1.2
    windows: int = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """Figures per call, as medians over the windows. `processor_ms`: one value per watched process tree.

    `spread`: half the range of the windows' total processor times, as a share of their median; 0 for one window.
    """

    calls: int
    per_second: float
    processor_ms: tuple[float, ...]
    spread: float = 0.0


def measure(worker: Worker, watched: Sequence[Tree], pace: Pace) -> Measured:
    """Run the clients and measure their cost. Raises CrowdError."""
    counts = _fork.Array("q", CLIENTS, lock=False)
    stop, failures = _fork.Event(), _fork.SimpleQueue()
    share = CLIENTS // PROCESSES
    crowd = [
        _fork.Process(target=_work, args=(worker, range(first, first + share), counts, stop, failures), daemon=True)
        for first in range(0, CLIENTS, share)
    ]
    for process in crowd:
        process.start()
    try:
        _wait_for_first(counts, crowd, failures)
        time.sleep(pace.warm_up)
        windows = [_window(counts, watched, pace.window) for _ in range(pace.windows)]
    finally:
        stop.set()
        _end(crowd)
    if not failures.empty():
        raise CrowdError(failures.get())
    busy = [window for window in windows if window.calls] or windows[:1]
    wholes = [sum(window.processor_ms) for window in busy]
    return Measured(
        calls=sum(window.calls for window in windows),
        per_second=median(window.per_second for window in busy),
        processor_ms=tuple(median(costs) for costs in zip(*(window.processor_ms for window in busy), strict=True)),
        spread=(max(wholes) - min(wholes)) / 2 / median(wholes) if median(wholes) else 0.0,
    )


def _end(crowd: Sequence[Any]) -> None:
    """Wait for the clients after the last window, and kill those that hang, for example on a connection."""
    for process in crowd:
        process.join(ENDING_SECONDS)
        process.kill()
        process.join()


def _window(counts: Any, watched: Sequence[Tree], seconds: float) -> Measured:
    before, began = [tree.milliseconds() for tree in watched], time.monotonic()
    calls = -sum(counts)
    time.sleep(seconds)
    calls += sum(counts)
    took = time.monotonic() - began
    after = [tree.milliseconds() for tree in watched]
    spent = tuple((end - start) / max(calls, 1) for start, end in zip(before, after, strict=True))
    return Measured(calls, calls / took, spent)


def _wait_for_first(counts: Any, crowd: Sequence[Any], failures: Any) -> None:
    while not sum(counts) and failures.empty() and any(process.is_alive() for process in crowd):
        time.sleep(0.01)


def _work(worker: Worker, numbers: range, counts: Any, stop: Any, failures: Any) -> None:
    def loop(number: int) -> None:
        try:
            work = worker(number)
            while not stop.is_set():
                work()
                counts[number] += 1
        except StopIteration:
            return  # all items are done
        except Exception:
            failures.put(traceback.format_exc())
            stop.set()

    threads = [threading.Thread(target=loop, args=(number,)) for number in numbers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
