"""A large batch whose outcome sends letters wants a second person; the request lapses after an hour."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from audit.models import AuditEntry
from companies.models import Company
from reviews.models import Review
from tests.factories import a_company, a_head_moderator, a_pending_task, a_review, a_second_look, an_account
from tests.staff import Staff
from tests.workflows.bulk.batches import REJECTION, ask, ask_for, pending_tasks, results, work
from workflows.models import BulkBatch, Process, Task, TaskEvent


@pytest.fixture(autouse=True)
def low_threshold(settings: Any) -> None:
    settings.BULK_CONFIRM_ABOVE = 1


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def rejected(head: Staff) -> BulkBatch:
    return ask_for(head, pending_tasks(2), "reject", form=REJECTION)


def state(staff: Staff, batch: BulkBatch) -> str:
    return str(staff.get(f"/bulk/{batch.pk}").json()["state"])


def test_more_items_than_the_setting_wait_for_a_second_person(head: Staff) -> None:
    batch = rejected(head)
    work()
    found = head.get(f"/bulk/{batch.pk}").json()
    assert (found["state"], found["done"], found["expires_at"] is not None) == ("confirming", 0, True)
    assert [answer["value"] for answer in found["form"]] == ["Fake", "No such street."]
    assert code_of(head.post(f"/bulk/{batch.pk}/confirm", {})) == (403, "own_batch")
    second = a_head_moderator("Ines Duarte")
    assert Staff(second).post(f"/bulk/{batch.pk}/confirm", {}).status_code == 200
    work()
    found = head.get(f"/bulk/{batch.pk}").json()
    assert (found["state"], found["done"], found["confirmed_by"]["name"]) == ("done", 2, "Ines Duarte")
    entries = TaskEvent.objects.filter(action="decide").values_list("actor_id", flat=True)
    assert head.user
    assert set(entries) == {head.user.pk}, "the decisions are those of the person who asked for them"


@pytest.mark.parametrize(("outcome", "number"), [("reject", 1), ("backlog", 2), ("approve", 2)])
def test_small_batches_and_those_without_letters_begin_at_once(head: Staff, outcome: str, number: int) -> None:
    batch = ask_for(head, pending_tasks(number), outcome, form=REJECTION if outcome == "reject" else {})
    work()
    assert state(head, batch) == "done"


def test_the_preview_says_whether_a_second_person_is_wanted(head: Staff) -> None:
    pending_tasks(2)
    wanted = {
        outcome: head.post("/bulk/preview", {"queue": "pending", "outcome": outcome}).json()["confirmation"]
        for outcome in ("reject", "approve")
    }
    assert wanted == {"reject": True, "approve": False}


def sample(staff: Staff, batch: BulkBatch) -> Any:
    answer = staff.get(f"/bulk/{batch.pk}/sample")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_second_person_reads_a_sample_with_what_the_filter_looked_for_marked(head: Staff) -> None:
    words = {"title": "Quick", "text": "My voucher code came at once.\n\nUse the voucher.", "constructive": "No code."}
    tasks = [a_pending_task(a_review(a_company(), rating=rating, **words)) for rating in (1, 2, 5)]
    Review.objects.filter(rating=5).update(
        flagged_words=[{"word": "at once", "entry_id": 1, "field": "text", "start": 21, "end": 28, "action": "flag"}]
    )
    answer = ask(head, "reject", form=REJECTION, filter={"q": "voucher"})
    batch = BulkBatch.objects.get(pk=answer.json()["id"])
    Staff(a_head_moderator("Callum Frayne")).put(f"/tasks/{tasks[0].pk}/lock")
    found = sample(Staff(a_head_moderator("Ines Duarte")), batch)
    assert [found[name] for name in ("companies", "low", "held")] == [3, 2, 1]
    assert REJECTION["facts"] in found["letter"]["body"]
    rows = {row["rating"]: row for row in found["items"]}
    text = "Quick\n\nMy voucher code came at once.\n\nUse the voucher.\n\nNo code."
    assert {row["text"] for row in rows.values()} == {text}
    marked = {rating: [text[begin:end] for begin, end in row["marks"]] for rating, row in rows.items()}
    assert marked == {1: ["voucher"] * 2, 2: ["voucher"] * 2, 5: ["voucher", "at once", "voucher"]}
    assert rows[2]["subject_id"] == tasks[1].process.subject_id
    assert {row["company"] for row in rows.values()} == set(Company.objects.values_list("name", flat=True))


def test_a_sample_is_drawn_once_and_is_of_twenty(head: Staff) -> None:
    numbers = [task.pk for task in pending_tasks(22)]
    batch = ask(head, "reject", form=REJECTION).json()["id"]
    second = Staff(a_head_moderator())
    drawn, again = ([row["task_id"] for row in second.get(f"/bulk/{batch}/sample").json()["items"]] for _ in range(2))
    assert (drawn, len(set(drawn))) == (again, 20)
    assert drawn != numbers[:20]


def test_a_sample_has_nothing_that_its_reader_is_barred_from(head: Staff) -> None:
    second = a_head_moderator("Ines Duarte")
    tasks = pending_tasks(3, rating=1)
    batch = ask_for(head, tasks, "reject", form=REJECTION)
    Task.objects.filter(pk=tasks[0].pk).update(barred_id=second.pk)
    look = a_second_look()
    Process.objects.filter(pk=look.process_id).update(subject_id=tasks[1].process.subject_id)
    assert Staff(second).put(f"/tasks/{look.pk}/lock").status_code == 200
    found = sample(Staff(second), batch)
    assert ([row["task_id"] for row in found["items"]], found["low"]) == ([tasks[2].pk], 1)


@pytest.mark.parametrize(("verb", "state_then"), [("confirm", "waiting"), ("cancel", "cancelled")])
def test_the_second_person_s_note_stands_at_the_batch_alone(head: Staff, verb: str, state_then: str) -> None:
    batch = rejected(head)
    second = Staff(a_head_moderator("Ines Duarte"))
    assert second.post(f"/bulk/{batch.pk}/{verb}", {"note": "n" * 501}).status_code == 422
    assert second.post(f"/bulk/{batch.pk}/{verb}", {"note": "  All by the stag party. "}).status_code == 200
    found = head.get(f"/bulk/{batch.pk}").json()
    assert (found["state"], found["answer"]) == (state_then, "All by the stag party.")
    work()
    entries = [*TaskEvent.objects.all(), *AuditEntry.objects.all()]
    assert not [entry for entry in entries if "stag party" in str(vars(entry))]
    assert Staff(an_account(access=["bulk_moderation"])).get(f"/bulk/{batch.pk}").json()["answer"] is None


def test_a_request_lapses_after_its_time(head: Staff) -> None:
    batch = rejected(head)
    BulkBatch.objects.update(expires_at=Now() - timedelta(seconds=1))
    assert state(head, batch) == "lapsed"
    for act in ("confirm", "cancel"):
        assert code_of(Staff(a_head_moderator()).post(f"/bulk/{batch.pk}/{act}", {})) == (409, "batch_lapsed")
    work()
    assert results(batch) == [("waiting", "", None)] * 2


def test_the_second_person_needs_both_permissions(head: Staff) -> None:
    batch = rejected(head)
    for access in (["moderation"], ["bulk_moderation"]):
        assert Staff(an_account(access=access)).post(f"/bulk/{batch.pk}/confirm", {}).status_code == 403
    assert state(head, batch) == "confirming"


def test_a_request_can_be_cancelled_and_not_confirmed_afterwards(head: Staff) -> None:
    batch = rejected(head)
    assert head.post(f"/bulk/{batch.pk}/cancel", {}).status_code == 200
    assert code_of(Staff(a_head_moderator()).post(f"/bulk/{batch.pk}/confirm", {})) == (409, "batch_state")


def test_a_batch_is_confirmed_once(head: Staff) -> None:
    batch = rejected(head)
    second = Staff(a_head_moderator())
    assert second.post(f"/bulk/{batch.pk}/confirm", {}).status_code == 200
    assert code_of(second.post(f"/bulk/{batch.pk}/confirm", {})) == (409, "batch_state")
    work()
    assert TaskEvent.objects.filter(action="decide").count() == 2
