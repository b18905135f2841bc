"""A rollback takes back the decisions of its batch alone, in the name of somebody who still may decide."""

from typing import Any

import pytest

from accounts.models import User
from tests.audit_log import told
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, open_task
from tests.staff import Staff
from tests.workflows.bulk.batches import ask_for, pending_tasks, results, work
from workflows.engine.outbox.outbox import perform, relay
from workflows.engine.verbs.claims import claim_task
from workflows.models import BulkBatch, Task, TaskEvent

pytestmark = pytest.mark.rule(10)

DONE, ROLLED_BACK = ("done", "", None), ("rolled_back", "", None)
MOVED_ON = ("done", "moved_on", None)


def decided(head: Staff, tasks: list[Task], outcome: str = "backlog") -> BulkBatch:
    """A batch that has decided all its items."""
    batch = ask_for(head, tasks, outcome)
    work()
    assert results(batch) == [DONE] * len(tasks)
    return batch


def undo_by_hand(head: Staff, task: Task) -> None:
    assert head.post(f"/tasks/{task.pk}/undo").status_code == 200


def decide_by_hand(head: Staff, task: Task, outcome: str) -> None:
    head.decide(task.pk, outcome)


def preview(head: Staff, batch: BulkBatch) -> Any:
    return head.get(f"/bulk/{batch.pk}/rollback").json()


def roll_back(head: Staff, batch: BulkBatch) -> None:
    assert head.post(f"/bulk/{batch.pk}/rollback").status_code == 200


@pytest.mark.parametrize("by_batch", ["backlog", "approve"])
@pytest.mark.parametrize("by_hand", ["backlog", "approve"])
def test_a_later_decision_by_hand_stands(head: Staff, by_batch: str, by_hand: str) -> None:
    changed, same = pending_tasks(2)
    batch = decided(head, [changed, same], by_batch)
    undo_by_hand(head, changed)
    decide_by_hand(head, changed, by_hand)
    now_at = open_task(changed.process)
    assert preview(head, batch) == {"possible": 1, "refused": [{"code": "moved_on", "count": 1}]}
    roll_back(head, batch)
    work()
    assert results(batch) == [MOVED_ON, ROLLED_BACK]
    assert open_task(changed.process) == now_at
    assert TaskEvent.objects.filter(process=changed.process, action="undo").count() == 1
    assert list(inconsistencies()) == []


def test_a_later_batch_is_rolled_back_and_the_first_is_not(head: Staff) -> None:
    (task,) = pending_tasks(1)
    first = decided(head, [task])
    undo_by_hand(head, task)
    second = decided(head, [task])
    assert (preview(head, first)["possible"], preview(head, second)["possible"]) == (0, 1)
    roll_back(head, first)
    work()
    assert results(first) == [MOVED_ON]
    roll_back(head, second)
    work()
    assert results(second) == [ROLLED_BACK]


def test_what_was_undone_by_hand_is_not_undone_again(head: Staff) -> None:
    (task,) = pending_tasks(1)
    batch = decided(head, [task])
    undo_by_hand(head, task)
    assert preview(head, batch) == {"possible": 0, "refused": [{"code": "already_undone", "count": 1}]}
    roll_back(head, batch)
    work()
    assert results(batch) == [("done", "already_undone", None)]


def test_one_by_one_decisions_are_rolled_back_too(head: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workflows.bulk.running.can_be_decided_together", lambda *_: False)
    batch = decided(head, pending_tasks(2))
    assert preview(head, batch) == {"possible": 2, "refused": []}
    roll_back(head, batch)
    work()
    assert results(batch) == [ROLLED_BACK] * 2


def test_after_a_rollback_nothing_waits_and_nothing_says_that_it_was_cancelled(head: Staff) -> None:
    held, free = pending_tasks(2)
    holder = a_moderator()
    claim_task(held.pk, by=holder)
    batch = ask_for(head, [held, free])
    work()
    assert results(batch) == [("waiting", "task_taken", holder.pk), DONE]
    roll_back(head, batch)
    work(patient=True)
    assert results(batch) == [("skipped", "batch_rolled_back", None), ROLLED_BACK], "nothing is decided afterwards"
    seen = head.get(f"/bulk/{batch.pk}").json()
    numbers = {name: seen[name] for name in ("state", "cancelled_by", "waiting", "skipped", "rolled_back")}
    ended = {"state": "rolled_back", "cancelled_by": None, "waiting": 0, "skipped": 1, "rolled_back": 1}
    assert numbers == ended
    said = [sentence for _, sentence in told("user_id", kind="bulk", subject_id=batch.pk)]
    assert said[1:] == ["Asked to roll back 1 item of a bulk batch."]
    assert open_task(held.process).owner == holder
    assert list(inconsistencies()) == []


def test_after_a_cancellation_nothing_waits(head: Staff) -> None:
    held, free = pending_tasks(2)
    claim_task(held.pk, by=a_moderator())
    batch = ask_for(head, [held, free])
    work()
    assert head.post(f"/bulk/{batch.pk}/cancel", {}).status_code == 200
    assert results(batch) == [("skipped", "batch_cancelled", None), DONE]
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("change", [{"is_active": False}, {"cms_access": ["moderation"]}])
def test_a_lost_permission_bites_at_the_next_chunk(
    head: Staff, change: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workflows.bulk.running.CHUNK_ONE_BY_ONE", 1)
    other = Staff(a_head_moderator())
    batch = decided(head, pending_tasks(3))
    roll_back(head, batch)
    relay(perform)
    assert head.user
    User.objects.filter(pk=head.user.pk).update(**change)
    assert preview(other, batch) == {"possible": 0, "refused": [{"code": "forbidden", "count": 2}]}
    work()
    assert results(batch) == [ROLLED_BACK, ("done", "forbidden", None), ("done", "forbidden", None)]
    found = other.get(f"/bulk/{batch.pk}").json()
    assert (found["state"], found["rolled_back"], found["done"]) == ("rolled_back", 1, 2)
    assert found["confirmed_at"] is None
    assert found["at"] < found["rolled_back_at"] < found["finished_at"]
    assert TaskEvent.objects.filter(action="undo").count() == 1
    assert list(inconsistencies()) == []
