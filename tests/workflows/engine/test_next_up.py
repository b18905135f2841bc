"""A list names the items that `next` would serve, in that order: the console shows them after a decision."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from accounts.models import User
from tests.factories import a_head_moderator, a_moderator, a_pending_task
from tests.staff import Staff
from workflows.models import Task


def assign(task: Task, to: User | None) -> None:
    assert to
    answer = Staff(a_head_moderator()).put(f"/tasks/{task.pk}/assignee", {"user_id": to.pk})
    assert answer.status_code < 300, answer.content


def next_up(staff: Staff, query: str = "") -> list[int]:
    up: list[int] = staff.get(f"/queues/pending/tasks{query}").json()["next_up"]
    return up


def make_overdue(task: Task) -> None:
    Task.objects.filter(pk=task.pk).update(due_at=Now() - timedelta(days=1), rank_at=Now() - timedelta(days=1))


def test_it_is_the_order_of_next(staff: Staff) -> None:
    fresh, mine, overdue, skipped, taken, others = (a_pending_task() for _ in range(6))
    assign(mine, staff.user)
    assign(others, a_moderator())
    make_overdue(overdue)
    make_overdue(skipped)
    staff.post(f"/tasks/{skipped.pk}/skip")
    Staff(a_moderator()).put(f"/tasks/{taken.pk}/lock")
    promised = next_up(staff)
    assert promised == [mine.pk, overdue.pk, fresh.pk, skipped.pk]
    served = [staff.post("/queues/pending/next").json()["task_id"] for _ in promised]
    assert served == promised


def test_an_assigned_item_that_is_not_on_the_first_page_comes_first(staff: Staff) -> None:
    first, *_, last = (a_pending_task() for _ in range(4))
    assign(last, staff.user)
    assert next_up(staff, "?limit=1")[:2] == [last.pk, first.pk]


def test_it_holds_only_what_the_filters_let_through(staff: Staff) -> None:
    a_pending_task(rating=1)
    five = a_pending_task(rating=5)
    assert next_up(staff, "?rating=5") == [five.pk]


@pytest.mark.parametrize("query", ["?q=time", "?snoozed=true"])
def test_it_is_empty_for_words_and_for_what_is_put_off(staff: Staff, query: str) -> None:
    a_pending_task()
    assert next_up(staff, query) == []


def test_later_pages_and_views_do_not_name_it(staff: Staff) -> None:
    task, _ = a_pending_task(), a_pending_task()
    cursor = staff.get("/queues/pending/tasks?limit=1").json()["next_cursor"]
    assert next_up(staff, f"?limit=1&cursor={cursor}") == []
    assign(task, staff.user)
    assert staff.get("/queues/assigned_to_me/tasks").json()["next_up"] == []
