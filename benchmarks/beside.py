"""Measures how long people's calls take while a batch runs, and without it."""

import multiprocessing
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

from benchmarks.client import Client
from benchmarks.desk import Desk

PEOPLE = 4
ITEMS_EACH = 600
PAUSE_SECONDS = 0.1  # between two calls of a person, so that all people together use only a part of a core
PAGE, DECISION = "page", "decision"

_fork = multiprocessing.get_context("fork")


@dataclass(frozen=True, slots=True)
class Call:
    """A call; a decision includes its claim. `at`: when it began, in seconds of `time.monotonic`."""

    kind: str
    at: float
    ms: float


@dataclass(frozen=True, slots=True)
class Watch:
    """The people's calls; filled when they have stopped."""

    calls: list[Call]

    def of(self, kind: str, begin: float, end: float) -> str:
        """p50 and p95 of the calls that began between `begin` and `end`."""
        found = [call.ms for call in self.calls if call.kind == kind and begin <= call.at < end]
        if len(found) < 2:  # noqa: PLR2004 (fewer have no quantiles)
            return "none"
        parts = quantiles(found, n=20)
        return f"{parts[9]:.0f} / {parts[18]:.0f} ms"


@contextmanager
def people_at_work(desk: Desk) -> Iterator[Watch]:
    """Until the end of the block, some people read pages of the queue `pending` and decide its items."""
    items = desk.take_some_pending(min(PEOPLE * ITEMS_EACH, len(desk.pending) // 2))
    stop, (ours, theirs) = _fork.Event(), _fork.Pipe(duplex=False)
    process = _fork.Process(target=_work, args=(desk, items, stop, theirs), daemon=True)
    watch = Watch([])
    process.start()
    try:
        yield watch
    finally:
        stop.set()
        watch.calls.extend(ours.recv())
        process.join()


def _work(desk: Desk, items: Sequence[int], stop: Any, answer: Any) -> None:
    calls: list[Call] = []
    people = [
        threading.Thread(target=_person, args=(Client(desk.port, desk.tokens[-1 - number]), mine, stop, calls))
        for number, mine in enumerate(items[number::PEOPLE] for number in range(PEOPLE))
    ]
    for person in people:
        person.start()
    for person in people:
        person.join()
    answer.send(calls)


def _person(client: Client, items: Sequence[int], stop: Any, calls: list[Call]) -> None:
    for task in items:
        began = time.monotonic()
        client.get("/queues/pending/tasks")
        calls.append(Call(PAGE, began, (time.monotonic() - began) * 1_000))
        if stop.wait(PAUSE_SECONDS):
            return
        began = time.monotonic()
        client.send("PUT", f"/tasks/{task}/lock")
        client.send("POST", f"/tasks/{task}/decision", {"outcome": "approve", "form": {}, "revision": 1})
        calls.append(Call(DECISION, began, (time.monotonic() - began) * 1_000))
        if stop.wait(PAUSE_SECONDS):
            return
