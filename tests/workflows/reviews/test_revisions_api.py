"""Editing over HTTP: by the holder, on the revision that was read, not while a decision is held."""

from functools import partial
from itertools import count
from typing import Any

import pytest
from django.db.models import F

from reviews.models import Revision
from tests.api.queries import as_many_for_more_rows
from tests.consistency import inconsistencies
from tests.factories import a_moderator, a_pending_task, a_review, open_task
from tests.live import LiveStaff, at_once
from tests.staff import Staff
from workflows.models import EventText, Process, Task, TaskEvent

EDIT: dict[str, Any] = {"revision": 1, "reason": "A phone number of a private person.", "text": "Call them."}


def a_held_task(staff: Staff, **fields: Any) -> Task:
    task = a_pending_task(**fields)
    staff.put(f"/tasks/{task.pk}/lock")
    return task


def review_of(task: Task) -> str:
    return f"/review/{task.process.subject_id}"


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_an_edit_is_signed_screened_and_told(staff: Staff) -> None:
    task = a_held_task(staff, text="Call 020 7946 0000.", title="On time")
    answer = staff.patch(review_of(task), {**EDIT, "text": "Call them, the crooks.", "business_name": "King & Co"})
    saved = answer.json()
    assert (answer.status_code, saved["number"], saved["author"]["name"]) == (200, 2, "Marta Ellwood")
    assert (saved["text"], saved["title"], saved["business_name"]) == (
        "Call them, the crooks.",
        "On time",
        "King & Co",
    )
    event = TaskEvent.objects.get(action="revise")
    assert (event.task_id, event.actor_id, event.data["revision"]) == (task.pk, staff.user and staff.user.pk, 2)
    assert event.data["changed"] == ["text", "business_name"]
    assert EventText.objects.get(event=event).body == EDIT["reason"]
    item = staff.get(f"/tasks/{task.pk}").json()
    assert (item["subject"]["revision"], item["subject"]["screening"]["words"]) == (2, 1)
    assert [row["summary"]["flagged"] for row in staff.get("/queues/pending/tasks?flagged=true").json()["items"]] == [1]
    assert list(inconsistencies()) == []


def test_all_revisions_are_listed_the_received_one_first(staff: Staff) -> None:
    task = a_held_task(staff, text="As received.")
    staff.patch(review_of(task), EDIT)
    first, second = staff.get(f"{review_of(task)}/revisions").json()
    assert (first["number"], first["text"], first["author"], first["reason"]) == (1, "As received.", None, "")
    assert (second["number"], second["text"], second["author"]["name"]) == (2, "Call them.", "Marta Ellwood")
    assert second["reason"] == EDIT["reason"]
    assert staff.get("/review/999999/revisions").status_code == 404


def test_the_same_edit_sent_twice_is_one_revision_and_one_entry(staff: Staff) -> None:
    task = a_held_task(staff)
    first, again = staff.patch(review_of(task), EDIT), staff.patch(review_of(task), EDIT)
    assert (again.status_code, again.json()) == (200, first.json())
    assert Revision.objects.count() == 2
    assert TaskEvent.objects.filter(action="revise").count() == 1


def test_an_edit_that_changes_nothing_writes_nothing(staff: Staff) -> None:
    task = a_held_task(staff, text="Call them.")
    assert staff.patch(review_of(task), EDIT).json()["number"] == 1
    assert not TaskEvent.objects.filter(action="revise").exists()


def test_an_edit_or_a_decision_on_an_older_revision_is_refused_with_the_newer_one(staff: Staff) -> None:
    task = a_held_task(staff)
    staff.patch(review_of(task), EDIT)
    mine = {**EDIT, "text": "Mine.", "reason": "Another."}
    for answer in (
        staff.patch(review_of(task), mine),
        staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve", "revision": 1}),
    ):
        assert refusal(answer) == (409, "stale_revision")
        newer = answer.json()["newer"]
        assert (newer["number"], newer["text"], newer["author"]["name"]) == (2, "Call them.", "Marta Ellwood")
    assert staff.patch(review_of(task), {**mine, "revision": 2}).json()["number"] == 3


def test_saving_an_edit_deletes_its_draft_and_no_other(staff: Staff) -> None:
    task, colleague = a_held_task(staff), Staff(a_moderator())
    draft = {"text": "Call th", "revision": "1"}
    for author, form_name, form in (
        (staff, "revise", draft),
        (staff, "reject", {"facts": "Half a sent"}),
        (colleague, "revise", draft),
    ):
        author.put(f"/tasks/{task.pk}/draft", {"outcome": form_name, "form": form})
    stale = staff.patch(review_of(task), {**EDIT, "revision": 7})
    assert (stale.status_code, form_names(staff, task)) == (409, ["revise", "reject"])
    staff.patch(review_of(task), EDIT)
    assert (form_names(staff, task), form_names(colleague, task)) == (["reject"], ["revise"])
    # the answer was lost, and the draft sent once more in between: it ends with the second try
    staff.put(f"/tasks/{task.pk}/draft", {"outcome": "revise", "form": draft})
    assert staff.patch(review_of(task), EDIT).status_code == 200
    assert form_names(staff, task) == ["reject"]


def form_names(staff: Staff, task: Task) -> list[str]:
    """The forms of which the person has a draft, the oldest first."""
    return [draft["outcome"] for draft in staff.get(f"/tasks/{task.pk}").json()["drafts"]]


def test_an_edit_needs_the_lock(staff: Staff) -> None:
    task = a_pending_task()
    assert refusal(staff.patch(review_of(task), EDIT)) == (409, "lock_lost")
    Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    assert refusal(staff.patch(review_of(task), EDIT)) == (409, "task_taken")
    Task.objects.filter(pk=task.pk).update(lease_until=F("assigned"))
    assert refusal(staff.patch(review_of(task), EDIT)) == (409, "lock_lost")
    assert Revision.objects.count() == 1


@pytest.mark.parametrize(
    "decision", [{"outcome": "approve"}, {"outcome": "reject", "form": {"reason": "fake", "facts": "It is."}}]
)
def test_a_held_decision_blocks_edits(staff: Staff, decision: dict[str, Any]) -> None:
    task = a_held_task(staff)
    staff.post(f"/tasks/{task.pk}/decision", decision)
    waiting = open_task(Process.objects.get())
    staff.put(f"/tasks/{waiting.pk}/lock")
    assert refusal(staff.patch(review_of(task), EDIT)) == (409, "already_decided")


def test_an_ended_process_blocks_edits(staff: Staff) -> None:
    assert refusal(staff.patch(f"/review/{a_review().pk}", EDIT)) == (409, "task_closed")
    assert staff.patch("/review/999999", EDIT).status_code == 404


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"reason": " "}, "reason"),
        ({"reason": "x" * 501}, "reason"),
        ({"text": "x" * 20_001}, "text"),
        ({"text": "", "constructive": " "}, "text"),
        ({"title": "x" * 501}, "title"),
        ({"author_name": None}, "author_name"),
        ({"anonymous": "yes"}, "anonymous"),
        ({"revision": 0}, "revision"),
        ({"job_title": "a\x00b"}, "job_title"),
    ],
)
def test_an_invalid_edit_is_refused_by_field(staff: Staff, changes: dict[str, Any], field: str) -> None:
    task = a_held_task(staff)
    answer = staff.patch(review_of(task), {**EDIT, **changes})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
    assert Revision.objects.count() == 1


def test_a_decision_and_an_edit_at_once_leave_one_of_them_refused(server: str) -> None:
    task, user = a_pending_task(), a_moderator()
    editor, decider = LiveStaff(server, user), LiveStaff(server, user)
    editor.put(f"/tasks/{task.pk}/lock")
    approval = {"outcome": "approve", "revision": 1}
    edited, decided = at_once(
        [partial(editor.patch, review_of(task), EDIT), partial(decider.post, f"/tasks/{task.pk}/decision", approval)]
    )
    assert {edited.status_code, decided.status_code} == {200, 409}
    assert list(inconsistencies()) == []


def test_how_many_statements_any_number_of_revisions_takes(staff: Staff) -> None:
    task, numbers = a_held_task(staff), count(1)

    def revise() -> None:
        number = next(numbers)
        staff.patch(review_of(task), {**EDIT, "revision": number, "text": f"Call {number}."})

    as_many_for_more_rows(partial(staff.get, f"{review_of(task)}/revisions"), revise)
