"""`?q=` in a list of tasks finds words everywhere by the index of search; words of very many texts a part at a time."""

from functools import partial
from typing import Any

import pytest

from reviews.revisions import revise_review
from search.lists import WordsOf
from tests.api.queries import sent_by
from tests.factories import a_company, a_head_moderator, a_moderator, a_pending_task, a_review
from tests.staff import Staff
from workflows.engine.reading.lists import lists

pytestmark = pytest.mark.usefixtures("database")
PENDING, OTHERS = "/queues/pending/tasks", "/queues/assigned_to_others/tasks"


@pytest.fixture
def items() -> list[int]:
    """Eight, every third of them about a ring."""
    words = ("They were quick.", "They were slow.", "They stole a ring.")
    return [a_pending_task(text=words[number % 3]).pk for number in range(8)]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than one text with the words are very many; one item is looked at, then two."""
    monkeypatch.setattr(WordsOf, "hits", lambda _self, _wanted: None)
    monkeypatch.setattr(lists, "LOOKED_AT", (1, 2))


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


def test_a_word_is_found_everywhere_at_once(items: list[int]) -> None:
    staff = Staff(a_moderator())
    assert walk(staff, f"{PENDING}?q=no%20such%20words") == ([], [None])
    assert walk(staff, f"{PENDING}?q=STOLE%20a%20ring") == (items[2::3], [None])
    assert walk(staff, f"{PENDING}?q=they&limit=3") == ([], [None])  # a word that says nothing
    assert walk(staff, f"{PENDING}?q=%22stole%20a%20ring%22&limit=1") == (items[2::3], [None, None])


def test_words_are_read_as_in_the_search(items: list[int]) -> None:
    """With English endings, without accents, phrases and exclusions; the last word may be the beginning of one."""
    staff = Staff(a_moderator())
    staying = a_pending_task(text="Zoë was réally stealing rings.").pk
    assert walk(staff, f"{PENDING}?q=rings%20steal") == ([staying], [None])
    assert walk(staff, f"{PENDING}?q=zoe%20real") == ([staying], [None])
    assert walk(staff, f"{PENDING}?q=ring%20-stole") == ([staying], [None])
    assert walk(staff, f"{PENDING}?q=%22ring%20stole%22") == ([], [None])
    assert walk(staff, f"{PENDING}?q=company:ring") == ([], [None])  # a list has a filter for it


def test_the_text_is_found_as_it_stands_and_as_it_was_received(items: list[int]) -> None:
    staff, task = Staff(a_moderator()), a_pending_task(text="A watch was there.")
    revise_review(task.process.subject_id, {"text": "A clock was there."}, reason="A clock.", by=None)
    for word in ("watch", "clock"):
        assert walk(staff, f"{PENDING}?q={word}") == ([task.pk], [None])


def test_an_item_is_found_by_its_companys_name(items: list[int]) -> None:
    task = a_pending_task(a_review(a_company("Oxbow Cycles")))
    assert walk(Staff(a_moderator()), f"{PENDING}?q=oxb") == ([task.pk], [None])


def test_of_very_many_texts_a_page_reports_how_far_it_looked_and_the_next_continues(
    items: list[int], few: None
) -> None:
    staff = Staff(a_moderator())
    assert walk(staff, f"{PENDING}?q=no%20such%20words") == ([], [3, 3, None])
    assert walk(staff, f"{PENDING}?q=STOLE%20a%20ring") == (items[2::3], [3, 3, None])


def test_a_full_page_does_not_report_how_far_it_looked(items: list[int], few: None) -> None:
    first = page(Staff(a_moderator()), f"{PENDING}?q=ring&limit=1")
    assert ([row["task_id"] for row in first["items"]], bool(first["next_cursor"])) == (items[2:3], True)


def test_a_view_over_all_queues_is_searched_in_the_same_way(items: list[int]) -> None:
    head, user = Staff(a_head_moderator()), a_moderator()
    for item in items:
        head.put(f"/tasks/{item}/assignee", {"user_id": user.pk})
    assert walk(head, f"{OTHERS}?q=ring") == (items[2::3], [None])


@pytest.mark.parametrize(
    ("filters", "times"), [("", 2), ("&rating=3", 1), ("&company=1", 0), ("&person=1", 0), ("&snoozed=true", 0)]
)
def test_what_stands_next_is_read_along_the_order(items: list[int], few: None, filters: str, times: int) -> None:
    """Where no index leads to few items: PostgreSQL does not know how long the queue is, and would sort all of it."""
    sent = sent_by(partial(Staff(a_moderator()).get, f"{PENDING}?q=ring{filters}"))
    assert sent.count("SET LOCAL enable_sort = off") == times
