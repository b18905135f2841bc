"""Taking over: with a reason, at once; only the person who loses it is notified (product.md, Lock; decision 14)."""

from typing import Any

import pytest

from accounts.models import User
from kit.errors import ForbiddenError
from tests.factories import a_head_moderator, a_moderator, a_pending_task
from tests.staff import Staff
from workflows.engine.verbs.claims import take_over_task
from workflows.models import Task, TaskEvent


@pytest.fixture
def head() -> Staff:
    return Staff(a_head_moderator("Henrik Lindqvist"))


def take_over(staff: Staff, task: Task, note: str = "The source is waiting.") -> Any:
    return staff.post(f"/tasks/{task.pk}/take-over", {"note": note})


def held_by(task: Task) -> User | None:
    owner: User | None = Task.objects.select_related("owner").get(pk=task.pk).owner
    return owner


def test_a_take_over_moves_the_item_and_keeps_the_draft(head: Staff) -> None:
    task, loser = a_pending_task(), Staff(a_moderator("Marta Ellwood"))
    loser.put(f"/tasks/{task.pk}/lock")
    loser.put(f"/tasks/{task.pk}/draft", {"outcome": "reject", "form": {"facts": "Mine."}})
    answer = take_over(head, task)
    assert answer.status_code == 200
    assert set(answer.json()) == {"locked_since", "locked_until", "limit_at", "lock_version"}
    assert held_by(task) == head.user
    event = TaskEvent.objects.select_related("text").latest("pk")
    assert loser.user is not None
    assert (event.action, event.data) == ("take_over", {"holder": loser.user.pk})
    assert event.text.body == "The source is waiting."
    (draft,) = loser.get(f"/tasks/{task.pk}").json()["drafts"]
    assert draft["form"] == {"facts": "Mine."}


def test_the_previous_holder_is_refused_with_person_and_reason(head: Staff) -> None:
    task, loser = a_pending_task(), Staff(a_moderator())
    loser.put(f"/tasks/{task.pk}/lock")
    take_over(head, task)

    def refusal(answer: Any) -> tuple[str, str, str]:
        assert answer.status_code == 409
        taken = answer.json()["taken_over"]
        return answer.json()["code"], taken["by"]["name"], taken["note"]

    by = ("Henrik Lindqvist", "The source is waiting.")
    decision = {"outcome": "approve"}
    assert refusal(loser.put(f"/tasks/{task.pk}/lock", {"extend": True})) == ("lock_lost", *by)
    assert refusal(loser.post(f"/tasks/{task.pk}/decision", decision)) == ("task_taken", *by)
    edit = {"revision": 1, "reason": "A name.", "text": "They came."}
    assert refusal(loser.patch(f"/review/{task.process.subject_id}", edit)) == ("task_taken", *by)
    head.delete(f"/tasks/{task.pk}/lock")
    assert refusal(loser.post(f"/tasks/{task.pk}/decision", decision)) == ("lock_lost", *by)
    head.put(f"/tasks/{task.pk}/lock")
    head.post(f"/tasks/{task.pk}/decision", decision)
    assert refusal(loser.post(f"/tasks/{task.pk}/decision", decision)) == ("task_closed", *by)
    (mention,) = loser.get("/mentions").json()
    assert (mention["action"], mention["text"]) == ("take_over", "The source is waiting.")


def test_only_the_previous_holder_is_notified(head: Staff) -> None:
    task, loser, other = a_pending_task(), Staff(a_moderator()), Staff(a_moderator())
    loser.put(f"/tasks/{task.pk}/lock")
    take_over(head, task)
    for answer in (
        other.put(f"/tasks/{task.pk}/lock", {"extend": True}),
        other.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}),
    ):
        assert "taken_over" not in answer.json()
    assert other.get("/mentions").json() == []


def test_a_new_claim_clears_the_notice_of_a_take_over(head: Staff) -> None:
    task, loser = a_pending_task(), Staff(a_moderator())
    loser.put(f"/tasks/{task.pk}/lock")
    take_over(head, task)
    head.delete(f"/tasks/{task.pk}/lock")
    loser.put(f"/tasks/{task.pk}/lock")
    loser.delete(f"/tasks/{task.pk}/lock")
    assert "taken_over" not in loser.put(f"/tasks/{task.pk}/lock", {"extend": True}).json()


def test_a_takeover_wants_a_reason_and_a_head(head: Staff) -> None:
    task, holder = a_pending_task(), a_moderator()
    Staff(holder).put(f"/tasks/{task.pk}/lock")
    for note in ("", "   "):
        assert take_over(head, task, note).status_code == 422
    assert take_over(Staff(a_moderator()), task).status_code == 403
    assert held_by(task) == holder


def test_the_engine_itself_wants_a_head() -> None:
    """The API asks before it; another caller may not."""
    task, holder = a_pending_task(), a_moderator()
    Staff(holder).put(f"/tasks/{task.pk}/lock")
    with pytest.raises(ForbiddenError):
        take_over_task(task.pk, "Mine now.", by=a_moderator())
    with pytest.raises(ForbiddenError):
        take_over_task(task.pk, "Mine now.", by=holder)
    assert held_by(task) == holder


def test_a_take_over_ends_the_previous_assignment(head: Staff) -> None:
    task, loser = a_pending_task(), a_moderator()
    Staff(loser).put(f"/tasks/{task.pk}/assignee", {"user_id": loser.pk})
    assert take_over(head, task).status_code == 200
    assert Task.objects.get(pk=task.pk).assignee_id is None
    assert held_by(task) == head.user
    (mention,) = Staff(loser).get("/mentions").json()
    assert mention["text"] == "The source is waiting."


def test_an_assignment_that_is_so_no_more_leaves_the_notices(head: Staff) -> None:
    task, decided, loser = a_pending_task(), a_pending_task(), a_moderator()
    for each in (task, decided):
        head.put(f"/tasks/{each.pk}/assignee", {"user_id": loser.pk, "note": "Yours."})
    assert [each["action"] for each in Staff(loser).get("/mentions").json()] == ["assign", "assign"]
    take_over(head, task)
    Staff(loser).put(f"/tasks/{decided.pk}/lock")
    assert Staff(loser).post(f"/tasks/{decided.pk}/decision", {"outcome": "approve"}).status_code == 200
    assert [each["action"] for each in Staff(loser).get("/mentions").json()] == ["take_over"]


def test_taking_over_a_free_item_claims_it(head: Staff) -> None:
    task = a_pending_task()
    assert take_over(head, task).status_code == 200
    assert [event.action for event in TaskEvent.objects.order_by("pk")] == ["start", "claim"]
    assert take_over(head, task).status_code == 200
    assert TaskEvent.objects.count() == 2


def test_a_take_over_respects_the_limit_of_leases(head: Staff) -> None:
    for _ in range(10):
        head.put(f"/tasks/{a_pending_task().pk}/lock")
    task, holder = a_pending_task(), a_moderator()
    Staff(holder).put(f"/tasks/{task.pk}/lock")
    refused = take_over(head, task)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_held")
    assert held_by(task) == holder
