"""Polls of a queue that accept an answer of a second ago: one page for everybody (decision 46)."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from kit.prepared import Prepared
from tests.api.queries import sent_by
from tests.clocks import StandingClock, clock
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_second_look
from tests.staff import Staff
from workflows.engine.reading.lists import lists
from workflows.models import Task, TaskSkip

__all__ = ["clock"]

pytestmark = pytest.mark.usefixtures("clock")

POLL = {"cache-control": "max-age=1"}
PENDING = "/queues/pending/tasks"


def poll(staff: Staff, path: str = PENDING, **headers: str) -> Any:
    return staff.get(path, **POLL, **headers)


def assert_as_read_anew(staff: Staff, path: str = PENDING) -> None:
    assert poll(staff, path).json() == staff.get(path).json()


def test_a_poll_sends_nothing_but_the_session() -> None:
    for _ in range(3):
        a_pending_task()
    first, other = Staff(a_moderator()), Staff(a_moderator())
    answer = poll(first)
    assert len(answer.json()["items"]) == 3
    assert len(sent_by(partial(poll, other))) == 1
    tagged = {"if-none-match": answer.headers["ETag"]}
    unchanged = poll(other, **tagged)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged.headers["ETag"] == answer.headers["ETag"]
    assert len(sent_by(partial(poll, other, **tagged), 304)) == 1


def test_a_poll_and_a_reading_have_the_same_etag(staff: Staff) -> None:
    a_pending_task()
    assert poll(staff).headers["ETag"] == staff.get(PENDING).headers["ETag"]


def test_after_a_second_the_page_is_read_again(clock: StandingClock, staff: Staff) -> None:
    etag = poll(staff).headers["ETag"]
    a_pending_task()
    clock += 0.9
    assert poll(staff, **{"if-none-match": etag}).status_code == 304
    clock += 0.2
    assert len(poll(staff, **{"if-none-match": etag}).json()["items"]) == 1


def test_without_the_header_ones_own_decision_shows_at_once() -> None:
    staff, task = Staff(a_moderator()), a_pending_task()
    poll(staff)
    staff.decide(task.pk, "backlog")
    assert len(poll(staff).json()["items"]) == 1
    assert staff.get(PENDING).json()["items"] == []


def test_a_removed_permission_bites_at_the_next_poll(staff: Staff) -> None:
    a_pending_task()
    poll(staff)
    assert staff.user is not None
    User.objects.filter(pk=staff.user.pk).update(cms_access=[])
    assert poll(staff).status_code == 403
    User.objects.filter(pk=staff.user.pk).update(is_active=False)
    assert poll(staff).status_code == 401


def test_who_has_an_item_open_is_not_told_so_themselves() -> None:
    task, looker, other = a_pending_task(), Staff(a_moderator()), Staff(a_moderator())
    assert looker.put(f"/presence/task/{task.pk}").status_code == 200
    for staff, number in ((looker, 0), (other, 1)):
        (row,) = poll(staff).json()["items"]
        assert len(row["open_with"]) == number
        assert_as_read_anew(staff)
    assert poll(looker).headers["ETag"] != poll(other).headers["ETag"]
    assert poll(looker, **{"if-none-match": poll(looker).headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("tasks", [4, 12])
def test_everybody_is_shown_what_next_serves_to_them(tasks: int, clock: StandingClock) -> None:
    waiting = [a_pending_task() for _ in range(tasks)]
    plain, skipper, holder, assignee = (Staff(a_moderator()) for _ in range(4))
    skipper.post(f"/tasks/{waiting[0].pk}/skip")
    assert assignee.user is not None
    Staff(a_head_moderator()).put(f"/tasks/{waiting[-1].pk}/assignee", {"user_id": assignee.user.pk})
    holder.put(f"/tasks/{waiting[1].pk}/lock")
    clock += 2
    for staff in (plain, skipper, holder, assignee):
        assert_as_read_anew(staff)
    # two statements: the session, and what `next` would serve this person
    assert [len(sent_by(partial(poll, staff))) for staff in (plain, skipper, holder, assignee)] == [1, 2, 1, 2]
    assert poll(assignee).json()["next_up"][0] == waiting[-1].pk
    assert waiting[0].pk not in poll(skipper).json()["next_up"][:1]


def test_an_old_skip_makes_no_difference() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    assert staff.user is not None
    TaskSkip.objects.create(task=task, user=staff.user, at=timezone.now() - timedelta(hours=25))
    poll(staff)
    assert len(sent_by(partial(poll, staff))) == 1


def test_nobody_sees_an_item_that_they_are_barred_from() -> None:
    path = "/queues/second_look/tasks"
    look, other = a_second_look(), a_second_look()
    assert look.barred_id is not None
    barred, anybody = Staff(User.objects.get(pk=look.barred_id)), Staff(a_head_moderator())
    assert {row["task_id"] for row in poll(anybody, path).json()["items"]} == {look.pk, other.pk}
    assert [row["task_id"] for row in poll(barred, path).json()["items"]] == [other.pk]
    for staff in (barred, anybody):
        assert_as_read_anew(staff, path)


def test_filters_and_pages_are_lists_of_their_own(staff: Staff) -> None:
    for _ in range(3):
        a_pending_task()
    first = poll(staff, f"{PENDING}?limit=2").json()
    for query in ("?rating=4", "?rating=1", "?flagged=true", "?q=time", "?limit=2", "?snoozed=true"):
        assert_as_read_anew(staff, PENDING + query)
    assert_as_read_anew(staff, f"{PENDING}?limit=2&cursor={first['next_cursor']}")
    assert poll(staff, f"{PENDING}?cursor=nonsense").status_code == 422


def test_a_list_with_filters_says_how_many_match_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        a_pending_task()
    Task.objects.update(number_1=5)
    a_pending_task()
    rated, staff = f"{PENDING}?rating=5", Staff(a_moderator())

    def matches(path: str) -> Any:
        assert_as_read_anew(staff, path)
        return staff.get(path).json()["matches"]

    assert (matches(rated), matches(f"{rated}&limit=2"), matches(f"{PENDING}?snoozed=true")) == (3, 3, 0)
    assert (matches(PENDING), matches(f"{PENDING}?limit=2")) == (None, None)  # its queue says how many
    following = staff.get(f"{rated}&limit=2").json()["next_cursor"]
    assert matches(f"{rated}&limit=2&cursor={following}") is None
    assert matches(f"{PENDING}?q=time") == 4
    assert matches(f"{PENDING}?q=time&limit=2") == 4
    monkeypatch.setattr(lists, "COUNTED", 1)
    monkeypatch.setattr(lists, "_COUNTED", Prepared(lists._counted))
    assert staff.get(f"{rated}&limit=2").json()["matches"] == 2  # more than one


def test_views_are_read_anew() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    assert poll(staff, "/queues/assigned_to_me/tasks").json()["items"] == []
    staff.put(f"/tasks/{task.pk}/lock")
    assert [row["task_id"] for row in poll(staff, "/queues/assigned_to_me/tasks").json()["items"]] == [task.pk]
    assert Task.objects.get(pk=task.pk).owner_id == (staff.user and staff.user.pk)


@pytest.mark.parametrize("header", ["no-cache", "max-age=0", "max-age=x", "s-maxage=5", "xmax-age=5", "max-age=-1"])
def test_what_does_not_accept_an_age_is_read_anew(header: str, staff: Staff) -> None:
    poll(staff)
    a_pending_task()
    assert len(staff.get(PENDING, **{"cache-control": header}).json()["items"]) == 1
