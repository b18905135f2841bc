"""A batch whose job fails at every attempt says so, stops, and goes on when its owner lets it."""

from typing import Any

import pytest

from tests.audit_log import told
from tests.factories import a_head_moderator, an_admin
from tests.staff import Staff
from tests.workflows.bulk.batches import REJECTION, ask_for, pending_tasks, results, work
from workflows.engine.outbox.outbox import perform, relay
from workflows.models import BulkBatch, OutboxMessage

ATTEMPTS = 64


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """After the first chunk of two items no result can be stored; undone by `fault.undo()`."""
    monkeypatch.setattr("workflows.bulk.running.CHUNK", 2)
    monkeypatch.setattr("workflows.bulk.running.CHUNK_ONE_BY_ONE", 2)
    return monkeypatch


def begin_to_fail(fault: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("a fault of the product")

    fault.setattr("workflows.bulk.running._store", fail)


def state(staff: Staff, batch: BulkBatch) -> dict[str, Any]:
    shown = staff.get(f"/bulk/{batch.pk}").json()
    assert next(row for row in staff.get("/bulk").json()["items"] if row["id"] == batch.pk).items() <= shown.items()
    return {name: shown[name] for name in ("state", "done", "waiting", "failed_attempts", "tries_again_at")}


def test_it_tells_each_failed_attempt_and_stops_after_the_last(head: Staff, fault: pytest.MonkeyPatch) -> None:
    batch = ask_for(head, pending_tasks(4))
    relay(perform)
    begin_to_fail(fault)
    relay(perform)
    found = state(head, batch)
    again_at = found.pop("tries_again_at")
    assert found == {"state": "running", "done": 2, "waiting": 2, "failed_attempts": 1}
    assert again_at is not None
    work(patient=True)
    stopped = {"state": "stopped", "done": 2, "waiting": 2, "failed_attempts": ATTEMPTS, "tries_again_at": None}
    assert state(Staff(a_head_moderator()), batch) == stopped, "everybody with the permission sees it"
    assert head.get(f"/bulk/{batch.pk}").json()["seconds_left"] is None
    (job,) = head.get("/jobs/failed").json()["items"]
    assert (job["topic"], job["code"]) == ("bulk", "RuntimeError")


def test_its_owner_lets_it_go_on(head: Staff, fault: pytest.MonkeyPatch) -> None:
    batch = ask_for(head, pending_tasks(4))
    relay(perform)
    assert head.post(f"/bulk/{batch.pk}/retry").status_code == 409, "it has not stopped"
    begin_to_fail(fault)
    work(patient=True)
    fault.undo()
    other = Staff(a_head_moderator()).post(f"/bulk/{batch.pk}/retry")
    assert (other.status_code, other.json()["code"]) == (403, "not_your_batch")
    answer = head.post(f"/bulk/{batch.pk}/retry")
    assert (answer.status_code, answer.json()["state"], answer.json()["failed_attempts"]) == (200, "running", 0)
    work()
    assert results(batch) == [("done", "", None)] * 4
    assert state(head, batch)["state"] == "done"
    assert head.user
    said = (head.user.pk, "Let a bulk batch go on that an error had stopped.")
    assert said in told("user_id", kind="bulk", subject_id=batch.pk)
    assert head.get("/jobs/failed").json()["count"] == 0


def test_so_does_an_admin_who_tries_its_job_again(head: Staff, fault: pytest.MonkeyPatch) -> None:
    batch = ask_for(head, pending_tasks(2))
    begin_to_fail(fault)
    work(patient=True)
    fault.undo()
    job = OutboxMessage.objects.get(topic="bulk", done_at=None)
    assert Staff(an_admin()).post(f"/jobs/{job.pk}/retry").status_code == 204
    work()
    assert state(head, batch)["state"] == "done"


def test_a_rollback_that_stops_goes_on_as_a_rollback(head: Staff, fault: pytest.MonkeyPatch) -> None:
    batch = ask_for(head, pending_tasks(4), "reject", form=REJECTION)
    work()
    head.post(f"/bulk/{batch.pk}/rollback")
    begin_to_fail(fault)
    work(patient=True)
    assert state(head, batch)["state"] == "stopped"
    fault.undo()
    assert head.post(f"/bulk/{batch.pk}/retry").json()["state"] == "rolling_back"
    work()
    assert results(batch) == [("rolled_back", "", None)] * 4


def test_a_stopped_batch_can_be_cancelled(head: Staff, fault: pytest.MonkeyPatch) -> None:
    batch = ask_for(head, pending_tasks(4))
    relay(perform)
    begin_to_fail(fault)
    work(patient=True)
    fault.undo()
    assert head.post(f"/bulk/{batch.pk}/cancel", {}).json()["state"] == "cancelled"
    assert [result for result, *_ in results(batch)] == ["done", "done", "skipped", "skipped"]
