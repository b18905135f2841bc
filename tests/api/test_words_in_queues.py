"""`?q=` in a list of tasks searches a limited number of items per call, and reports it."""

from functools import partial
from typing import Any

import pytest

from tests.api.queries import sent_by
from tests.factories import a_head_moderator, a_moderator, a_pending_task
from tests.plans import plan_of
from tests.staff import Staff
from workflows.engine.inbox import lists

pytestmark = pytest.mark.usefixtures("database")
PENDING, OTHERS = "/queues/pending/tasks", "/queues/assigned_to_others/tasks"


@pytest.fixture
def items(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Eight, every third of them about a ring; three are looked through at a time."""
    monkeypatch.setattr(lists, "SEARCHED_AT_ONCE", 3)
    words = ("They were quick.", "They were slow.", "They stole a ring.")
    return [a_pending_task(text=words[number % 3]).pk for number in range(8)]


def page(staff: Staff, path: str) -> Any:
    answer = staff.get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()


def walk(staff: Staff, path: str) -> tuple[list[int], list[int | None]]:
    """The items of all pages, and how many were looked through where that ended one."""
    found, searched, cursor = [], [], ""
    while True:
        answer = page(staff, f"{path}&cursor={cursor}")
        found += [row["task_id"] for row in answer["items"]]
        searched.append(answer["searched"])
        if answer["next_cursor"] is None:
            return found, searched
        cursor = answer["next_cursor"]


def test_a_page_reports_how_far_it_searched_and_the_next_continues(items: list[int]) -> None:
    staff = Staff(a_moderator())
    assert walk(staff, f"{PENDING}?q=no%20such%20words") == ([], [3, 3, None])
    assert walk(staff, f"{PENDING}?q=STOLE%20a%20ring") == (items[2::3], [3, 3, None])


def test_a_full_page_does_not_report_a_search_limit(items: list[int]) -> None:
    first = page(Staff(a_moderator()), f"{PENDING}?q=they&limit=2")
    assert (len(first["items"]), first["searched"], bool(first["next_cursor"])) == (2, None, True)
    found, _ = walk(Staff(a_moderator()), f"{PENDING}?q=they&limit=2")
    assert found == items


def test_a_view_over_all_queues_is_searched_in_the_same_way(items: list[int]) -> None:
    head, user = Staff(a_head_moderator()), a_moderator()
    for item in items:
        head.put(f"/tasks/{item}/assignee", {"user_id": user.pk})
    assert walk(head, f"{OTHERS}?q=ring") == (items[2::3], [3, 3, None])


def test_each_part_of_a_search_sends_as_many_statements(items: list[int]) -> None:
    # the session, how far to look, what of it holds the words
    assert len(sent_by(partial(Staff(a_moderator()).get, f"{PENDING}?q=no%20such%20words"))) == 3


def test_only_items_of_the_list_are_searched_for_words(items: list[int]) -> None:
    """One after the other: not in all the reviews that there ever were."""
    plan = plan_of(partial(Staff(a_moderator()).get, f"{PENDING}?q=ring"), "workflows_task", nth=1)
    assert "SubPlan" in plan
    assert "Index Cond: (id = workflows_process.subject_id)" in plan
    assert "Index Cond: (((queue)::text = 'pending'::text) AND (ROW(priority, rank_at, id) <= ROW(" in plan
