"""A large batch whose outcome sends letters wants a second person; the request lapses after an hour."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from tests.factories import a_head_moderator, an_account
from tests.staff import Staff
from tests.workflows.bulk.batches import REJECTION, ask_for, pending_tasks, results, work
from workflows.models import BulkBatch, TaskEvent

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture(autouse=True)
def low_threshold(settings: Any) -> None:
    settings.BULK_CONFIRM_ABOVE = 1


@pytest.fixture
def head() -> Staff:
    return Staff(a_head_moderator())


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
    assert code_of(head.post(f"/bulk/{batch.pk}/confirm")) == (403, "own_batch")
    second = a_head_moderator("Ines Duarte")
    assert Staff(second).post(f"/bulk/{batch.pk}/confirm").status_code == 200
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


def test_a_request_lapses_after_its_time(head: Staff) -> None:
    batch = rejected(head)
    BulkBatch.objects.update(expires_at=Now() - timedelta(seconds=1))
    assert state(head, batch) == "lapsed"
    for act in ("confirm", "cancel"):
        assert code_of(Staff(a_head_moderator()).post(f"/bulk/{batch.pk}/{act}")) == (409, "batch_lapsed")
    work()
    assert results(batch) == [("waiting", "", None)] * 2


def test_the_second_person_needs_both_permissions(head: Staff) -> None:
    batch = rejected(head)
    for access in (["moderation"], ["bulk_moderation"]):
        assert Staff(an_account(access=access)).post(f"/bulk/{batch.pk}/confirm").status_code == 403
    assert state(head, batch) == "confirming"


def test_a_request_can_be_cancelled_and_not_confirmed_afterwards(head: Staff) -> None:
    batch = rejected(head)
    assert head.post(f"/bulk/{batch.pk}/cancel").status_code == 200
    assert code_of(Staff(a_head_moderator()).post(f"/bulk/{batch.pk}/confirm")) == (409, "batch_state")


def test_a_batch_is_confirmed_once(head: Staff) -> None:
    batch = rejected(head)
    second = Staff(a_head_moderator())
    assert second.post(f"/bulk/{batch.pk}/confirm").status_code == 200
    assert code_of(second.post(f"/bulk/{batch.pk}/confirm")) == (409, "batch_state")
    work()
    assert TaskEvent.objects.filter(action="decide").count() == 2
