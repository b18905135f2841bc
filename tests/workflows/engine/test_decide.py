"""Deciding: only by the holder, once, on the revision that was read."""

import pytest
from django.db.models import F

from reviews.models import Review
from tests.factories import a_moderator, a_pending_task, open_task, steps_of
from tests.staff import Staff
from workflows.models import EventText, Task, TaskEvent

pytestmark = pytest.mark.rule(2)
REJECTION = {"outcome": "reject", "form": {"reason": "fake", "facts": "The address does not exist."}}


def a_held_task() -> tuple[Task, Staff]:
    task, staff = a_pending_task(), Staff(a_moderator("Marta Ellwood"))
    staff.put(f"/tasks/{task.pk}/lock")
    return task, staff


def status_of(task: Task) -> str:
    return Review.objects.get(pk=task.process.subject_id).status


def test_an_approval_leads_to_queued_and_names_its_undo() -> None:
    task, staff = a_held_task()
    answer = staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}).json()
    waiting = open_task(task.process)
    assert (answer["status"], answer["next"]["task_id"], answer["next"]["undo"]) == ("queued", waiting.pk, "recall")
    assert (waiting.queue, status_of(task)) == ("queued", "queued")


def test_a_rejection_stores_facts_separately_from_its_reason() -> None:
    task, staff = a_held_task()
    assert staff.post(f"/tasks/{task.pk}/decision", REJECTION).json()["status"] == "rejected"
    event = TaskEvent.objects.get(action="decide")
    assert (event.outcome, event.to_node, event.data) == (
        "reject",
        "refused",
        {"reason": "fake", "reason_title": "Fake"},
    )
    assert EventText.objects.get(event=event).body == "The address does not exist."
    assert status_of(task) == "rejected"


def test_the_undo_of_a_rejection_puts_the_review_back() -> None:
    task, staff = a_held_task()
    step = staff.post(f"/tasks/{task.pk}/decision", REJECTION).json()["next"]
    staff.put(f"/tasks/{step['task_id']}/lock")
    answer = staff.post(f"/tasks/{step['task_id']}/decision", {"outcome": step["undo"]})
    assert (answer.status_code, answer.json()["status"]) == (200, "pending")
    assert steps_of(task.process) == ["received", "screened", "pending", "refused", "pending"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"outcome": "publish"}, "outcome"),
        ({"outcome": "reject"}, "form.reason"),
        ({"outcome": "reject", "form": {"reason": "fake", "facts": "  "}}, "form.facts"),
        ({"outcome": "reject", "form": {"reason": "low-rating", "facts": "One star."}}, "form.reason"),
        ({"outcome": "reject", "form": {"reason": "fake", "facts": "x", "status": "published"}}, "form.status"),
        ({"outcome": "approve", "form": {"notes": "x"}}, "form"),
    ],
)
def test_an_invalid_decision_is_refused_by_field_and_changes_nothing(body: dict[str, object], field: str) -> None:
    task, staff = a_held_task()
    refused = staff.post(f"/tasks/{task.pk}/decision", body)
    assert (refused.status_code, next(iter(refused.json()["fields"]))) == (422, field)
    assert open_task(task.process).pk == task.pk
    assert not TaskEvent.objects.filter(action="decide").exists()


def test_a_decision_needs_the_lock() -> None:
    task = a_pending_task()
    refused = Staff(a_moderator()).post(f"/tasks/{task.pk}/decision", {"outcome": "approve"})
    assert (refused.status_code, refused.json()["code"]) == (409, "lock_lost")


def test_an_item_held_by_another_person_cannot_be_decided() -> None:
    task, _ = a_held_task()
    refused = Staff(a_moderator()).post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}).json()
    assert (refused["code"], refused["holder"]["name"]) == ("task_taken", "Marta Ellwood")


def test_a_decision_after_the_lease_is_refused() -> None:
    task, staff = a_held_task()
    Task.objects.filter(pk=task.pk).update(lease_until=F("assigned"))
    assert staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}).json()["code"] == "lock_lost"
    assert open_task(task.process).pk == task.pk


def test_a_second_decision_is_refused_with_the_first_decider() -> None:
    task, staff = a_held_task()
    staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"})
    refused = Staff(a_moderator()).post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}).json()
    assert (refused["code"], refused["holder"]["name"]) == ("task_closed", "Marta Ellwood")
    assert TaskEvent.objects.filter(action="decide").count() == 1


def test_a_decision_on_an_older_revision_is_refused() -> None:
    task, staff = a_held_task()
    Review.objects.filter(pk=task.process.subject_id).update(revision=2)
    refused = staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve", "revision": 1})
    assert (refused.status_code, refused.json()["code"]) == (409, "stale_revision")
    assert staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve", "revision": 2}).status_code == 200
