"""A batch decides what its person has seen in the preview, or nothing: what changed meanwhile is said."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from reviews.models import Review
from tests.api.source import Source
from tests.factories import a_company, a_pending_task, a_review, open_task
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from tests.workflows.bulk.batches import ask, ask_for, pending_tasks, results, work
from workflows.models import BulkBatch, Task


def preview(head: Staff, **body: Any) -> Any:
    answer = head.post("/bulk/preview", {"queue": "pending", "outcome": "backlog", **body})
    assert answer.status_code == 200, answer.content
    return answer.json()


def ask_as_seen(head: Staff, seen: Any, count: int | None = None, **body: Any) -> Any:
    number = seen["count"] if count is None else count
    return ask(head, **body, previewed_at=seen["previewed_at"], count=number)


def test_what_arrives_after_the_preview_is_not_decided(head: Staff) -> None:
    pending_tasks(3)
    seen = preview(head)
    late = [a_pending_task() for _ in range(2)]
    answer = ask_as_seen(head, seen)
    assert (answer.status_code, answer.json()["total"]) == (202, 3)
    work()
    assert [open_task(task.process).queue for task in late] == ["pending"] * 2


def test_what_a_preview_shows_of_a_long_text_ends_with_a_whole_word(head: Staff) -> None:
    a_pending_task()
    Review.objects.update(text="veterinary " * 30)
    (row,) = preview(head)["sample"]
    assert row["summary"]["excerpt"] == " ".join(["veterinary"] * 14) + "…"


def leaves(_head: Staff) -> None:
    Task.objects.filter(pk=Task.objects.filter(queue="pending").earliest("pk").pk).update(
        snoozed_until=Now() + timedelta(days=1)
    )


def says_something_else(_head: Staff) -> None:
    review = Review.objects.get(external_id="it")
    sent = a_sent_review(external_id="it", company={"id": review.company_id}, text="I was never there.")
    assert Source().statuses(sent) == ["revised"]


def comes_back(head: Staff) -> None:
    """A decision of before the preview is undone."""
    (task,) = Task.objects.filter(outcome="approve")
    assert head.post(f"/tasks/{task.pk}/undo").status_code == 200


@pytest.mark.parametrize(
    ("change", "numbers"),
    [
        (leaves, {"previewed": 3, "same": 2, "arrived": 0, "changed": 0}),
        (says_something_else, {"previewed": 3, "same": 2, "arrived": 0, "changed": 1}),
    ],
)
def test_a_batch_of_what_is_no_longer_there_is_refused_with_what_changed(
    head: Staff, change: Callable[[Staff], None], numbers: dict[str, int]
) -> None:
    company = a_company()
    for external_id in ("it", "b", "c"):
        a_pending_task(a_review(company, external_id=external_id))
    seen = preview(head)
    change(head)
    refused = ask_as_seen(head, seen)
    assert (refused.status_code, refused.json()["code"]) == (409, "preview_changed")
    assert refused.json()["preview"] == numbers
    assert not BulkBatch.objects.exists()
    assert ask_as_seen(head, preview(head)).status_code == 202


def test_what_comes_back_after_the_preview_is_not_decided(head: Staff) -> None:
    (task, *_) = pending_tasks(3)
    head.decide(task.pk, "approve")
    put_off = a_pending_task()
    Task.objects.filter(pk=put_off.pk).update(snoozed_until=Now() + timedelta(seconds=0.2))
    seen = preview(head)
    assert seen["count"] == 2
    comes_back(head)
    Task.objects.filter(pk=put_off.pk).update(snoozed_until=Now())
    assert preview(head)["count"] == 4
    answer = ask_as_seen(head, seen)
    assert (answer.status_code, answer.json()["total"]) == (202, 2)


def test_a_count_alone_refuses_more_and_fewer(head: Staff) -> None:
    pending_tasks(2)
    for count in (1, 3):
        refused = ask(head, count=count)
        assert (refused.status_code, refused.json()["code"]) == (409, "preview_changed")
    assert refused.json()["preview"]["same"] == 2
    assert ask(head, count=2).status_code == 202


def test_without_either_the_filter_is_evaluated_when_the_batch_is_accepted(head: Staff) -> None:
    pending_tasks(1)
    preview(head)
    a_pending_task()
    assert ask(head).json()["total"] == 2


def test_a_preview_is_thinned_out(head: Staff) -> None:
    first, second, third = pending_tasks(3)
    seen = preview(head)
    answer = ask_as_seen(head, seen, 2, without=[second.pk])
    assert (answer.status_code, answer.json()["total"]) == (202, 2)
    work()
    assert [open_task(task.process).queue for task in (first, second, third)] == ["backlog", "pending", "backlog"]
    batch = BulkBatch.objects.get()
    assert head.get(f"/bulk/{batch.pk}").json()["filter"] == {"without": 1}


def test_items_that_were_chosen_one_by_one_are_those_that_were_seen(head: Staff) -> None:
    tasks = pending_tasks(2)
    seen = preview(head, task_ids=[task.pk for task in tasks])
    batch = ask_for(head, tasks, previewed_at=seen["previewed_at"], count=seen["count"])
    assert [result for result, _, _ in results(batch)] == ["waiting"] * 2


def test_the_console_asks_again_above_a_number_of_the_installation(head: Staff, settings: Any) -> None:
    settings.BULK_ASK_ABOVE = 7
    assert preview(head)["ask_above"] == 7
