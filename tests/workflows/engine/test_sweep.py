"""What time does: leases end, holds end, and nothing acts on what somebody holds."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db.models import F
from django.db.models.functions import Now

from accounts.models import User
from reviews.models import Review
from tests.factories import a_head_moderator, a_moderator, a_pending_task, open_task, steps_of
from tests.staff import Staff
from workflows.engine.verbs.sweep import anything_to_sweep, sweep
from workflows.models import Process, Task, TaskEvent

pytestmark = pytest.mark.usefixtures("database")


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
        staff.put(f"/tasks/{task.pk}/lock")
        staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"})
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
