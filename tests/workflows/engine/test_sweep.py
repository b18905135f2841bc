"""What time does: leases end, holds end, and nothing acts on what somebody holds."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db.models import F, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from reviews.models import Review
from tests.factories import a_head_moderator, a_moderator, a_pending_task, open_task, steps_of
from tests.staff import Staff
from workflows.engine.core.lifecycle import cancel_process
from workflows.engine.core.locked import lock_first
from workflows.engine.verbs.sweep import anything_to_sweep, sweep
from workflows.models import Process, Task, TaskEvent


def decided(outcome: str) -> tuple[Process, Staff]:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    form = {"reason": "fake", "facts": "Nobody lives there."} if outcome == "reject" else {}
    staff.post(f"/tasks/{task.pk}/decision", {"outcome": outcome, "form": form})
    return task.process, staff


def let_time_pass(process: Process) -> None:
    waiting = process.task_set.filter(pk=open_task(process).pk)
    waiting.update(fires_at=Now() - timedelta(seconds=1))


@pytest.mark.parametrize(
    ("outcome", "hold", "end"), [("approve", "queued", "published"), ("reject", "refused", "rejected")]
)
def test_a_hold_ends_by_itself(outcome: str, hold: str, end: str) -> None:
    process, _ = decided(outcome)
    assert not sweep()["fired"]
    let_time_pass(process)
    assert sweep()["fired"] == 1
    assert steps_of(process) == ["received", "screened", "pending", hold, end]
    process.refresh_from_db()
    assert (process.status, process.outcome) == ("DONE", end)
    assert Review.objects.get(pk=process.subject_id).status == end
    last = TaskEvent.objects.filter(process=process).latest("seq")
    assert (last.action, last.to_node, last.actor_id) == ("fire", end, None)


def test_the_hold_is_the_same_for_all_ratings() -> None:
    spans = set()
    for rating in (1, 3, 5):
        task, staff = a_pending_task(rating=rating), Staff(a_moderator())
        staff.decide(task.pk, "approve")
        waiting = open_task(task.process)
        assert waiting.fires_at
        spans.add(waiting.fires_at - waiting.created)
    assert spans == {settings.PUBLICATION_HOLD}


def test_a_due_publication_waits_while_somebody_holds_it() -> None:
    process, staff = decided("approve")
    staff.put(f"/tasks/{open_task(process).pk}/lock")
    let_time_pass(process)
    assert not sweep()["fired"]
    assert staff.post(f"/tasks/{open_task(process).pk}/decision", {"outcome": "recall"}).json()["status"] == "pending"


@pytest.mark.rule(3)
def test_an_ended_lease_is_tidied_and_told() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    assert not anything_to_sweep()
    Task.objects.filter(pk=task.pk).update(lease_until=F("assigned"))
    assert anything_to_sweep()
    assert sweep()["expired"] == 1
    assert not anything_to_sweep()
    task.refresh_from_db()
    assert (task.status, task.owner_id) == ("NEW", None)
    assert TaskEvent.objects.filter(process=task.process).latest("seq").action == "expire"


def test_one_item_that_fails_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, whole = decided("approve")[0], decided("reject")[0]
    let_time_pass(broken)
    let_time_pass(whole)
    with monkeypatch.context() as patch:
        patch.setattr("workflows.review_moderation.ReviewModeration.published.effect", _fail)
        done = sweep()
    assert (done["fired"], done["failed"]) == (1, 1)
    assert open_task(broken).queue == "queued"
    assert sweep()["fired"] == 1


def _fail(_subject_id: int) -> None:
    raise RuntimeError("the effect fails")


@pytest.mark.parametrize("change", [{"is_active": False}, {"cms_access": ["tickets"]}])
def test_work_is_freed_when_its_person_loses_the_permission(change: dict[str, object]) -> None:
    head, gone, other = Staff(a_head_moderator()), a_moderator(), Staff(a_moderator())
    task = a_pending_task()
    assert head.put(f"/tasks/{task.pk}/assignee", {"user_id": gone.pk, "note": "Yours."}).status_code == 204
    assert other.post("/queues/pending/next").status_code == 204
    assert not sweep()["freed"]
    User.objects.filter(pk=gone.pk).update(**change)
    assert anything_to_sweep()
    assert sweep()["freed"] == 1
    assert not anything_to_sweep()
    assert TaskEvent.objects.filter(process=task.process, action="unassign", actor_id=None).count() == 1
    assert other.post("/queues/pending/next").json()["task_id"] == task.pk


def recall(task: Task) -> None:
    """Another person decides: the task is no longer open."""
    other = Staff(a_moderator())
    other.put(f"/tasks/{task.pk}/lock")
    outcome = "recall" if task.queue == "queued" else "approve"
    assert other.post(f"/tasks/{task.pk}/decision", {"outcome": outcome}).status_code == 200


def cancel(task: Task) -> None:
    """The task is closed, and its times stay."""
    cancel_process(task.process, "Sent by mistake.")


def hold(task: Task) -> None:
    assert Staff(a_moderator()).put(f"/tasks/{task.pk}/lock").status_code == 200


def hold_again(task: Task) -> None:
    assert task.owner is not None
    assert Staff(task.owner).put(f"/tasks/{task.pk}/lock").status_code == 200


def delay(task: Task) -> None:
    Task.objects.filter(pk=task.pk).update(
        fires_at=Now() + timedelta(hours=1) if task.fires_at else None,
        snoozed_until=Now() + timedelta(hours=1) if task.snoozed_until else None,
    )


def restore(task: Task) -> None:
    assert task.assignee is not None
    User.objects.filter(pk=task.assignee.pk).update(is_active=True)


def hand_over(task: Task) -> None:
    head = Staff(a_head_moderator())
    body = {"user_id": a_moderator().pk, "note": "Yours."}
    assert head.put(f"/tasks/{task.pk}/assignee", body).status_code == 204


def hold_by_take_over(task: Task) -> None:
    """A head holds it; it stays assigned, as after a take-over from a holder who was not the assignee."""
    head = a_head_moderator()
    assert Staff(head).post(f"/tasks/{task.pk}/take-over", {"note": "Mine."}).status_code == 200
    Task.objects.filter(pk=task.pk).update(assignee=task.assignee_id)


def an_ended_lease() -> Task:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    Task.objects.filter(pk=task.pk).update(lease_until=F("assigned"))
    return task


def a_due_publication() -> Task:
    process, _ = decided("approve")
    let_time_pass(process)
    return open_task(process)


def an_item_put_off() -> Task:
    task = a_pending_task()
    Task.objects.filter(pk=task.pk).update(snoozed_until=Now() - timedelta(seconds=1))
    return task


def work_of_a_person_who_left() -> Task:
    task, gone = a_pending_task(), a_moderator()
    body = {"user_id": gone.pk, "note": "Yours."}
    assert Staff(a_head_moderator()).put(f"/tasks/{task.pk}/assignee", body).status_code == 204
    User.objects.filter(pk=gone.pk).update(is_active=False)
    return task


def unassign_and_decide(task: Task) -> None:
    """It is closed, and still names its assignee, as a task does that its assignee decides."""
    hand_over(task)
    assignee = Task.objects.select_related("assignee").get(pk=task.pk).assignee
    assert assignee is not None
    Staff(assignee).put(f"/tasks/{task.pk}/lock")
    assert Staff(assignee).post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}).status_code == 200
    User.objects.filter(pk=assignee.pk).update(is_active=False)


@pytest.mark.parametrize(
    ("due", "meanwhile"),
    [
        (an_ended_lease, hold_again),
        (an_ended_lease, recall),
        (a_due_publication, delay),
        (a_due_publication, recall),
        (a_due_publication, hold),
        (an_item_put_off, delay),
        (an_item_put_off, recall),
        (an_item_put_off, cancel),
        (a_due_publication, cancel),
        (work_of_a_person_who_left, restore),
        (work_of_a_person_who_left, hand_over),
        (work_of_a_person_who_left, hold_by_take_over),
        (work_of_a_person_who_left, unassign_and_decide),
    ],
)
def test_what_changed_since_the_sweep_looked_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, due: Callable[[], Task], meanwhile: Callable[[Task], None]
) -> None:
    """Between the list of what is due and the lock of an item, somebody is quicker."""
    task, entries = due(), list[int]()
    task.refresh_from_db()
    assert anything_to_sweep()

    def lock_late(candidates: QuerySet[Task]) -> Any:
        if not entries:
            meanwhile(task)
            entries.append(TaskEvent.objects.count())
        return lock_first(candidates)

    monkeypatch.setattr("workflows.engine.verbs.sweep.lock_first", lock_late)
    assert sweep() == Counter()
    assert [TaskEvent.objects.count()] == entries
