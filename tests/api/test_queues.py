"""The queues' overview and their pages: order, keyset, filters, views, 304."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now

from accounts.rights import AccessLevel, default_access
from api.tasks.rows import TaskPage
from reviews.models import Review
from tests.api.problems import all_rows
from tests.each import each
from tests.factories import (
    a_company,
    a_head_moderator,
    a_moderator,
    a_pending_task,
    a_review,
    an_account,
    an_admin,
)
from tests.staff import Staff
from workflows.engine.core.flows import queues
from workflows.facets import FLAGGED, RATING
from workflows.models import CountsSnapshot, Task

LIST = "/queues/pending/tasks"
MORNING = datetime(2026, 11, 20, 9, tzinfo=UTC)


def a_task_at(minutes: int, priority: int = 5, **fields: Any) -> Task:
    """A pending item that is due so many minutes after nine."""
    task = a_pending_task(**fields)
    due = MORNING + timedelta(minutes=minutes)
    Task.objects.filter(pk=task.pk).update(priority=priority, due_at=due, rank_at=due)
    return task


def ids(answer: Any) -> list[int]:
    assert answer.status_code == 200, answer.content
    return [row["task_id"] for row in answer.json()["items"]]


def pages(staff: Staff, query: str = "", *, limit: int = 2) -> Iterator[list[int]]:
    cursor = ""
    while True:
        answer = staff.get(f"{LIST}?limit={limit}{query}&cursor={cursor}")
        yield ids(answer)
        cursor = answer.json()["next_cursor"]
        if cursor is None:
            return


def test_the_overview_shows_the_queues_of_the_caller() -> None:
    first = a_task_at(0)
    a_task_at(10)
    Task.objects.filter(pk=first.pk).update(created=MORNING)
    Task.objects.exclude(pk=first.pk).update(due_at=datetime.now(UTC) + timedelta(hours=1))
    shown = {queue["name"]: queue for queue in Staff(a_moderator()).get("/queues").json()}
    assert list(shown) == open_to(default_access(AccessLevel.MODERATOR))
    assert shown["pending"] == {
        "name": "pending",
        "title": "Moderate reviews",
        "permission": "moderation",
        "open": 2,
        "oldest_at": "2026-11-20T09:00:00Z",
        "overdue": 1,
    }
    empty = shown["backlog"]
    assert (empty["open"], empty["oldest_at"], empty["overdue"]) == (0, None, 0)


@each("access", [[], ["backlog"], ["head_moderator"], ["tickets"], ["assigned_to_others", "history"]])
def test_the_overview_shows_no_other_queue(access: list[str]) -> None:
    shown = [queue["name"] for queue in Staff(an_account(access=access)).get("/queues").json()]
    assert shown == open_to(access)


def open_to(access: list[str]) -> list[str]:
    return [queue.name for queue in queues().values() if queue.permission in access]


def test_a_row_has_the_fields_of_the_list() -> None:
    company, holder = a_company("Quayle Street Dental"), a_moderator("Marta Ellwood")
    review = a_review(
        company,
        title="On time",
        text="They came\n on  time. " + "x" * 300,
        author_name="Ada",
        rating=2,
        source="google",
    )
    task = a_pending_task(review)
    staff = Staff(holder)
    (row,) = staff.get(LIST).json()["items"]
    free = {"locked": False, "locked_by": "Unknown user", "locked_id": 0, "locked_since": None, "locked_until": None}
    assert {name: row[name] for name in free} == free
    assert (row["task_id"], row["kind"], row["queue"]) == (task.pk, "review_moderation", "pending")
    assert (row["assigned_to"], row["priority"]) == (None, 5)
    summary = row["summary"]
    assert summary["company"] == {"id": company.pk, "name": "Quayle Street Dental"}
    assert (summary["id"], summary["title"], summary["author_name"]) == (review.pk, "On time", "Ada")
    assert (summary["rating"], summary["source"], summary["flagged"]) == (2, "google", 0)
    assert summary["excerpt"].startswith("They came on time. xxx")
    assert len(summary["excerpt"]) <= 160
    staff.put(f"/tasks/{task.pk}/lock")
    (row,) = staff.get(LIST).json()["items"]
    assert (row["locked"], row["locked_by"], row["locked_id"]) == (True, "Marta Ellwood", holder.pk)
    assert row["locked_since"] < row["locked_until"]


def test_a_page_has_exactly_the_fields_of_its_schema() -> None:
    """It is not put through the schema: that would take longer than reading it."""
    marta, free = Staff(a_moderator()), a_task_at(5)
    marta.put(f"/tasks/{a_task_at(10).pk}/lock")
    Task.objects.filter(pk=a_task_at(15).pk).update(assignee=marta.user)
    for name in ("pending", "assigned_to_me"):
        answer = marta.get(f"/queues/{name}/tasks").json()
        assert answer == TaskPage.model_validate(answer).model_dump(mode="json")
    assert free.pk in ids(marta.get(LIST))


def test_the_order_is_priority_then_due_then_number(staff: Staff) -> None:
    late, early = a_task_at(30), a_task_at(10)
    twins = [a_task_at(20), a_task_at(20)]
    harmful = a_task_at(60, priority=1)
    expected = [task.pk for task in (harmful, early, *twins, late)]
    assert ids(staff.get(LIST)) == expected
    assert staff.post("/queues/pending/next").json()["task_id"] == harmful.pk


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
def test_pages_hold_every_item_once(limit: int) -> None:
    tasks = [a_task_at(minutes=number % 3, priority=1 if number == 4 else 5) for number in range(7)]
    expected = ids(Staff(a_moderator()).get(LIST))
    found = list(pages(Staff(a_moderator()), limit=limit))
    assert list(chain(*found)) == expected
    assert sorted(expected) == [task.pk for task in tasks]
    assert all(len(page) == limit for page in found[:-1])
    assert found[-1]


def test_decisions_between_pages_neither_repeat_nor_hide_an_item() -> None:
    tasks = [a_task_at(number) for number in range(8)]
    reader, colleague = Staff(a_moderator()), Staff(a_moderator())
    seen: list[int] = []
    for page in pages(reader):
        seen += page
        for done in page:
            # of each page, one that was seen is decided and one that comes later is
            later = next((task.pk for task in reversed(tasks) if task.pk not in seen), None)
            for number in filter(None, (done, later if done == page[0] else None)):
                colleague.put(f"/tasks/{number}/lock")
                colleague.post(f"/tasks/{number}/decision", {"outcome": "approve"})
    assert len(seen) == len(set(seen))
    decided_unseen = set(Task.objects.filter(outcome="approve").values_list("pk", flat=True)) - set(seen)
    assert set(seen) | decided_unseen == {task.pk for task in tasks}
    assert decided_unseen


def test_arrivals_between_pages_do_not_repeat_an_item() -> None:
    for number in range(4):
        a_task_at(number * 10)
    reader, found = Staff(a_moderator()), []
    for page in pages(reader):
        found += page
        if len(found) == 2:
            earlier, later = a_task_at(1), a_task_at(100)
    assert len(found) == len(set(found)) == 5
    assert later.pk in found
    assert earlier.pk not in found


def test_the_last_page_says_so(staff: Staff) -> None:
    a_pending_task(), a_pending_task()
    assert staff.get(f"{LIST}?limit=2").json()["next_cursor"] is None
    assert staff.get("/queues/backlog/tasks").json() == {
        "items": [],
        "next_cursor": None,
        "next_up": [],
        "matches": None,
    }


@pytest.fixture
def companies() -> tuple[int, int]:
    """Two companies with reviews of one and five stars, some of them flagged."""
    first, second = a_company("Saltmarsh Veterinary Centre"), a_company("Oxbow Cycles")
    for company in (first, second):
        for rating in (1, 5):
            for flagged in (0, 2):
                review = a_review(company, rating=rating, text=f"{rating} stars from us", title=f"flag {flagged}")
                task = a_pending_task(review)
                Task.objects.filter(pk=task.pk).update(**{FLAGGED.column: flagged})
    return first.pk, second.pk


def test_filters_are_combined(companies: tuple[int, int]) -> None:
    staff, (first, second) = Staff(a_moderator()), companies
    Task.objects.filter(**{RATING.column: 1, FLAGGED.column: 0}).update(due_at=Now() - timedelta(minutes=1))
    expected = {
        "": 8,
        "overdue=true": 2,
        "overdue=false": 8,
        f"overdue=true&company={first}&rating=1": 1,
        "overdue=true&flagged=true": 0,
        "overdue=true&q=oxbow": 1,
        f"company={first}": 4,
        f"company={second}&rating=5": 2,
        "rating=5": 4,
        "rating=3": 0,
        "flagged=true": 4,
        "flagged=false": 4,
        f"company={first}&rating=1&flagged=true": 1,
        "q=oxbow": 4,
        "q=1 stars": 4,
        "q=flag 2": 4,
        f"q=oxbow&company={first}": 0,
        f"q=5 STARS&company={second}&rating=5&flagged=true": 1,
        "company=999999": 0,
        "q=%25": 0,
        "q=_ stars": 8,
        "q=  ": 8,
    }
    assert {query: len(ids(staff.get(f"{LIST}?{query}"))) for query in expected} == expected


def test_a_filtered_list_has_pages(companies: tuple[int, int]) -> None:
    staff, (first, _) = Staff(a_moderator()), companies
    query = f"&company={first}&q=stars"
    whole = ids(staff.get(f"{LIST}?x{query}"))
    assert len(whole) == 4
    assert list(chain(*pages(staff, query, limit=1))) == whole


def test_a_rows_stars_and_company_are_those_of_its_review(companies: tuple[int, int]) -> None:
    for row in Staff(a_moderator()).get(f"{LIST}?rating=5&company={companies[1]}").json()["items"]:
        review = Review.objects.get(pk=row["summary"]["id"])
        assert (review.rating, review.company_id) == (5, companies[1])


def test_the_views_show_who_has_what_over_all_queues() -> None:
    me, other = a_head_moderator(), a_head_moderator()
    staff, colleague = Staff(me), Staff(other)
    held, assigned, theirs, given, free = (a_pending_task() for _ in range(5))
    unverified = a_pending_task(verified=False)
    staff.put(f"/tasks/{held.pk}/lock")
    staff.put(f"/tasks/{unverified.pk}/lock")
    Task.objects.filter(pk=assigned.pk).update(assignee=me)
    colleague.put(f"/tasks/{theirs.pk}/lock")
    Task.objects.filter(pk=given.pk).update(assignee=other)
    mine, others = (set(ids(staff.get(f"/queues/assigned_to_{whom}/tasks"))) for whom in ("me", "others"))
    assert mine == {held.pk, assigned.pk, unverified.pk}
    assert others == {theirs.pk, given.pk}
    assert free.pk in ids(staff.get(LIST))
    Task.objects.filter(pk__in=[held.pk, theirs.pk]).update(lease_until=F("assigned"))
    mine, others = (set(ids(staff.get(f"/queues/assigned_to_{whom}/tasks"))) for whom in ("me", "others"))
    assert (mine, others) == ({assigned.pk, unverified.pk}, {given.pk})


def test_a_view_shows_no_item_of_a_queue_that_one_may_not_see() -> None:
    task, head = a_pending_task(), Staff(a_head_moderator())
    head.put(f"/tasks/{task.pk}/lock")
    watcher = Staff(an_account(access=["assigned_to_others", "backlog"]))
    assert ids(watcher.get("/queues/assigned_to_others/tasks")) == []


def test_an_unchanged_list_is_answered_304() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    first = staff.get(LIST)
    again = staff.get(LIST, **{"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    for answer in (first, again):
        assert set(answer.headers["Cache-Control"].split(", ")) == {"private", "no-cache"}
    Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    assert staff.get(LIST, **{"if-none-match": first.headers["ETag"]}).status_code == 200


def test_another_page_or_filter_has_another_etag() -> None:
    for rating in (1, 1, 5):
        a_pending_task(rating=rating)
    staff = Staff(an_admin())
    etags = {staff.get(f"{LIST}?{query}").headers["ETag"] for query in ("", "limit=1", "rating=1", "rating=3")}
    assert len(etags) == 4


def test_reading_lists_writes_nothing(staff: Staff) -> None:
    a_pending_task()
    before = all_rows()
    for path in (LIST, "/queues/assigned_to_me/tasks", "/queues/assigned_to_others/tasks"):
        staff.get(path)
    assert all_rows() == before
    assert not CountsSnapshot.objects.exists()


def test_the_companies_of_a_list_have_items_in_it(staff: Staff) -> None:
    quayle, oxbow, empty = a_company("Quayle Street Dental"), a_company("Oxbow Cycles"), a_company("Oxbow Dental")
    for _ in range(3):
        a_pending_task(a_review(oxbow))
    a_pending_task(a_review(quayle))
    a_pending_task(a_review(empty, verified=False))  # in another queue
    path = "/queues/pending/companies"
    first = {"id": oxbow.pk, "name": "Oxbow Cycles", "open": 3}
    second = {"id": quayle.pk, "name": "Quayle Street Dental", "open": 1}
    assert staff.get(path).json() == [first, second]
    assert staff.get(f"{path}?q=dental%20QUAYLE").json() == [second]
    assert staff.get(f"{path}?q={oxbow.pk}").json() == [first]
    assert staff.get(f"{path}?q=%25").json() == []
    assert staff.get(f"{path}?q={'9' * 40}").json() == []
    assert staff.get("/queues/assigned_to_me/companies").json() == []
    assert staff.get("/queues/nowhere/companies").status_code == 404
