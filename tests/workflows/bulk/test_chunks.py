"""How much one job of a batch holds: people who take one of its items, or cancel the batch, wait for its end."""

import itertools
from typing import Any

import pytest

from tests.factories import a_head_moderator, open_task
from tests.staff import Staff
from tests.workflows.bulk.batches import REJECTION, ask_for, pending_tasks, results, work
from workflows.bulk import pace, running
from workflows.engine.outbox.outbox import perform, relay
from workflows.engine.verbs.decisions import decide_together
from workflows.models import BulkBatch

pytestmark = pytest.mark.rule(10)


@pytest.fixture
def head(monkeypatch: pytest.MonkeyPatch) -> Staff:
    monkeypatch.setattr("workflows.bulk.running.CHUNK_ONE_BY_ONE", 2)
    return Staff(a_head_moderator())


def names(batch: BulkBatch) -> list[str]:
    return [result for result, *_ in results(batch)]


def test_what_is_decided_together_is_one_job(head: Staff) -> None:
    batch = ask_for(head, pending_tasks(5))
    relay(perform)
    assert names(batch) == ["done"] * 5


def test_what_is_decided_one_by_one_is_several_jobs(head: Staff) -> None:
    tasks = pending_tasks(5)
    ask_for(head, tasks, "approve")
    work()
    batch = ask_for(head, [open_task(task.process) for task in tasks], "publish", queue="queued")
    relay(perform)
    assert names(batch) == ["done", "done", "waiting", "waiting", "waiting"]
    batch.refresh_from_db()
    assert (batch.done, batch.state) == (2, "running")
    work()
    assert names(batch) == ["done"] * 5


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock is later than a chunk may take."""
    monkeypatch.setattr(pace, "clock", itertools.count(0, 2 * pace.CHUNK_SECONDS).__next__)
    monkeypatch.setattr(running, "_pace", pace.Pace())
    monkeypatch.setattr(running, "CHUNK", 8)
    monkeypatch.setattr(running, "CHUNK_ONE_BY_ONE", 2)


def test_on_a_machine_that_is_slow_less_is_decided_together(slow: None) -> None:
    head = Staff(a_head_moderator())
    batch = ask_for(head, pending_tasks(13))
    for decided in (8, 12, 13):
        relay(perform)
        assert names(batch).count("done") == decided


def test_and_what_is_decided_one_by_one_ends_with_the_item_under_way(slow: None) -> None:
    head = Staff(a_head_moderator())
    batch = ask_for(head, pending_tasks(3), "reject", form=REJECTION)
    work()
    assert head.post(f"/bulk/{batch.pk}/rollback").status_code == 200
    relay(perform)
    assert names(batch) == ["rolled_back", "done", "done"]
    work()
    assert names(batch) == ["rolled_back"] * 3


def test_so_is_a_rollback(head: Staff) -> None:
    batch = ask_for(head, pending_tasks(5), "reject", form=REJECTION)
    work()
    assert head.post(f"/bulk/{batch.pk}/rollback").status_code == 200
    relay(perform)
    assert names(batch) == ["rolled_back", "rolled_back", "done", "done", "done"]
    work()
    assert names(batch) == ["rolled_back"] * 5


def test_and_what_could_not_be_decided_together(head: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(items: Any, *arguments: Any, **named: Any) -> Any:
        if len(items) > 1:
            raise RuntimeError("a fault of the product")
        return decide_together(items, *arguments, **named)

    monkeypatch.setattr("workflows.bulk.running.decide_together", fail)
    batch = ask_for(head, pending_tasks(5))
    relay(perform)
    assert names(batch) == ["done", "done", "waiting", "waiting", "waiting"]
    work()
    batch.refresh_from_db()
    assert (names(batch), batch.done) == (["done"] * 5, 5)
