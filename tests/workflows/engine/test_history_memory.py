"""Exports of history need the same memory for few entries as for many."""

import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from workflows.engine.reading.exports import objects, xes
from workflows.engine.reading.exports.entries import READ_AT_ONCE
from workflows.engine.reading.exports.ocel_json import ocel_json_of_history
from workflows.engine.reading.exports.ocel_sqlite import ocel_sqlite_of_history
from workflows.engine.reading.exports.xes import xes_of_history
from workflows.engine.reading.history.filters import HistoryFilter
from workflows.models import Process, TaskEvent
from workflows.review_moderation import ReviewModeration

EACH = 5  # entries of a process
OUTCOMES = ("approve", "reject", "escalate", "publish", "confirm")


def parts(number: int) -> Iterator[list[TaskEvent]]:
    """Entries as they are read, each process about a review of its own: in the parts that the database gives."""
    flow: Any = ReviewModeration
    for start in range(0, number, READ_AT_ONCE):
        processes = {
            pk: Process(pk=pk, flow_class=flow, subject_id=pk, company_id=pk % 90)
            for pk in range(start // EACH, (start + READ_AT_ONCE) // EACH)
        }
        yield [
            TaskEvent(
                pk=place + 1,
                process=processes[place // EACH],
                seq=place % EACH + 1,
                task_id=place,
                actor_id=place % 40,
                action="decide",
                node="pending",
                outcome=OUTCOMES[place % EACH],
                to_node="queued",
                hash=b"12345678901234567890123456789012",
            )
            for place in range(start, start + READ_AT_ONCE)
        ]


def peak_of(write: Callable[[HistoryFilter], Iterator[Any]], number: int, patch: pytest.MonkeyPatch) -> int:
    """The most bytes at once, while a file of so many entries is written and its parts are thrown away."""
    for module in (objects, xes):
        patch.setattr(module, "entries_by_process", lambda _chosen: parts(number))
    patch.setattr(objects, "_checked", lambda _processes: {})
    tracemalloc.start()
    try:
        for _part in write(HistoryFilter()):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("write", [xes_of_history, ocel_json_of_history, ocel_sqlite_of_history])
def test_three_times_the_entries_need_no_more_memory(
    monkeypatch: pytest.MonkeyPatch, write: Callable[[HistoryFilter], Iterator[Any]]
) -> None:
    peak_of(write, READ_AT_ONCE, monkeypatch)  # what is made once
    # of two parts one is still there when the other is made
    few, many = (peak_of(write, parts * READ_AT_ONCE, monkeypatch) for parts in (2, 6))
    assert many < 1.3 * few
