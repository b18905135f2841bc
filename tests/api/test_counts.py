"""GET /cms/counts: a whole number for each queue and counted view, 304 while nothing is new (product.md, last line)."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.rights import PERMISSIONS
from api.tasks.counts import Counts
from tests.each import each
from tests.factories import a_head_moderator, a_moderator, a_pending_task, an_account, an_admin, open_task
from tests.live import LiveStaff, at_once
from tests.plans import plan_of
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_request
from tests.workflows.tickets.threads import a_ticket
from workflows.engine.core.flows import queues
from workflows.engine.reading.lists import counts as engine_counts
from workflows.engine.reading.lists.views import VIEWS, get_list
from workflows.models import CountsSnapshot, Task

PERMISSION_OF = {name: get_list(name).permission for name in Counts.model_fields}
NOTHING = dict.fromkeys(PERMISSION_OF, 0)


def age_snapshot() -> None:
    """So that the next call counts anew, as after a second."""
    CountsSnapshot.objects.update(refreshed_at=F("refreshed_at") - timedelta(seconds=2))


def hold_snapshot() -> None:
    """So that it stays fresh for the rest of a test, however slow the machine is."""
    CountsSnapshot.objects.update(refreshed_at=F("refreshed_at") + timedelta(hours=1))


def decide(staff: Staff, task: Task, outcome: str, form: dict[str, str] | None = None) -> Task:
    staff.decide(task.pk, outcome, form)
    return open_task(task.process)


@pytest.fixture
def desk() -> Staff:
    """One item in every queue, one held, one assigned, one both by different people: given by a head moderator."""
    person = a_head_moderator()
    head = Staff(person)
    a_pending_task()
    a_pending_task(verified=False)
    decide(head, a_pending_task(), "investigate", {"question": "Was it so?"})
    decide(head, a_pending_task(), "backlog")
    decide(head, a_pending_task(), "approve")
    escalated = decide(head, a_pending_task(), "escalate", {"notes": "Too hard."})
    Staff(a_head_moderator()).put(f"/tasks/{escalated.pk}/lock")
    Task.objects.filter(pk=a_pending_task().pk).update(assignee=an_account("MODERATOR").pk)
    head.put(f"/tasks/{a_pending_task().pk}/lock")
    shared = a_pending_task()  # the head's, while somebody else holds it: both count it
    Staff(a_moderator()).put(f"/tasks/{shared.pk}/lock")
    Task.objects.filter(pk=shared.pk).update(assignee=person)
    a_request()
    a_ticket()
    return head


def test_every_count_is_always_present_as_a_whole_number() -> None:
    for staff in (Staff(an_account()), Staff(an_admin())):
        body = staff.get("/cms/counts").json()
        assert body == NOTHING
        assert {type(count) for count in body.values()} == {int}


def test_counts_are_the_numbers_of_waiting_items(desk: Staff) -> None:
    assert desk.get("/cms/counts").json() == {
        **NOTHING,
        "pending": 4,
        "unverified": 1,
        "investigation": 1,
        "backlog": 1,
        "queued": 1,
        "escalated": 1,
        "requests_to_restrict": 1,
        "tickets": 1,
        "assigned_to_me": 2,
        "assigned_to_others": 3,
    }


@each("permission", PERMISSIONS)
def test_a_count_is_zero_without_its_permission(desk: Staff, permission: str) -> None:
    everything = desk.get("/cms/counts").json()
    counts = Staff(an_account(access=[permission])).get("/cms/counts").json()
    for name, count in counts.items():
        if permission != PERMISSION_OF[name]:
            assert count == 0, name
        elif name not in ("assigned_to_me", "assigned_to_others"):
            assert count == everything[name], name


@pytest.mark.parametrize("access", ["ADMIN", "HEAD_MODERATOR", "MODERATOR", "assigned_to_others", "moderation"])
def test_a_count_is_the_length_of_its_list(desk: Staff, access: str) -> None:
    user = an_account(access=[access]) if access.islower() else an_account(access)
    staff = Staff(user)
    staff.post("/queues/pending/next")
    counts = staff.get("/cms/counts").json()
    listed = {}
    for name in PERMISSION_OF.keys() & {*queues(), *VIEWS}:
        answer = staff.get(f"/queues/{name}/tasks")
        listed[name] = len(answer.json()["items"]) if answer.status_code == 200 else 0
    assert {name: counts[name] for name in listed} == listed


def test_unchanged_counts_are_answered_304(staff: Staff) -> None:
    a_pending_task()
    first = staff.get("/cms/counts")
    again = staff.get("/cms/counts", **{"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    for answer in (first, again):
        assert set(answer.headers["Cache-Control"].split(", ")) == {"private", "no-cache"}


def test_a_recount_with_equal_figures_is_answered_304(staff: Staff) -> None:
    etag = staff.get("/cms/counts").headers["ETag"]
    age_snapshot()
    assert staff.get("/cms/counts", **{"if-none-match": etag}).status_code == 304


def test_a_decision_shows_at_the_next_count() -> None:
    staff, reader = Staff(a_moderator()), Staff(a_moderator())
    task = a_pending_task()
    before = reader.get("/cms/counts")
    decide(staff, task, "approve")
    age_snapshot()
    after = reader.get("/cms/counts", **{"if-none-match": before.headers["ETag"]})
    assert after.status_code == 200
    assert (before.json()["pending"], after.json()["pending"]) == (1, 0)
    assert (before.json()["queued"], after.json()["queued"]) == (0, 1)


def test_ones_own_claim_shows_at_once() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    etag = staff.get("/cms/counts").headers["ETag"]
    staff.put(f"/tasks/{task.pk}/lock")
    after = staff.get("/cms/counts", **{"if-none-match": etag})
    assert (after.status_code, after.json()["assigned_to_me"]) == (200, 1)


def test_an_etag_of_another_person_does_not_match() -> None:
    etag = Staff(a_moderator()).get("/cms/counts").headers["ETag"]
    assert Staff(a_moderator()).get("/cms/counts", **{"if-none-match": etag}).status_code == 200


def test_a_changed_permission_is_a_change() -> None:
    user = a_moderator()
    etag = Staff(user).get("/cms/counts").headers["ETag"]
    User.objects.filter(pk=user.pk).update(cms_access=["moderation"])
    assert Staff(user).get("/cms/counts", **{"if-none-match": etag}).status_code == 200


def countings(queries: CaptureQueriesContext) -> int:
    return sum("GROUP BY" in query["sql"] for query in queries)


def test_within_a_second_the_queues_are_counted_once_for_everybody() -> None:
    a_pending_task()
    people = [Staff(a_moderator()) for _ in range(5)]
    with CaptureQueriesContext(connection) as queries:
        first = people[0].get("/cms/counts").json()
    assert countings(queries) == 1
    hold_snapshot()
    with CaptureQueriesContext(connection) as queries:
        answers = [person.get("/cms/counts").json() for person in people for _ in range(4)]
        people[0].get("/queues")
    assert answers == [first] * 20
    assert countings(queries) == 0
    CountsSnapshot.objects.update(refreshed_at=Now() - timedelta(seconds=2))
    with CaptureQueriesContext(connection) as queries:
        people[0].get("/cms/counts")
        hold_snapshot()
        for person in people:
            person.get("/cms/counts")
    assert countings(queries) == 1


def test_a_snapshot_is_a_second_old_at_most() -> None:
    assert timedelta(seconds=1) == engine_counts.MAX_AGE


@pytest.mark.parametrize("path", ["/cms/counts", "/queues/pending/companies"])
def test_counting_uses_an_index_only_scan(path: str, staff: Staff) -> None:
    a_pending_task()
    staff.get("/cms/counts")
    age_snapshot()
    plan = plan_of(partial(staff.get, path), "workflows_task", without=("task_listed",))
    assert "Index Only Scan using task_waiting" in plan


@contextmanager
def somebody_counting() -> Iterator[None]:
    """Another process in the middle of counting."""
    parameters: dict[str, Any] = {
        key: value
        for key, value in connection.get_connection_params().items()
        if key in ("dbname", "user", "password", "host", "port")
    }
    with psycopg.connect(**parameters) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [engine_counts._REFRESH_LOCK])
        yield


def test_while_another_process_counts_the_last_figures_are_answered(staff: Staff) -> None:
    a_pending_task()
    assert staff.get("/cms/counts").json()["pending"] == 1
    a_pending_task()
    age_snapshot()
    with somebody_counting(), CaptureQueriesContext(connection) as queries:
        assert staff.get("/cms/counts").json()["pending"] == 1
    assert countings(queries) == 0
    assert staff.get("/cms/counts").json()["pending"] == 2


def test_without_a_snapshot_a_call_counts_by_itself() -> None:
    a_pending_task()
    with somebody_counting():
        assert Staff(a_moderator()).get("/cms/counts").json()["pending"] == 1


def test_a_removed_queue_in_the_snapshot_is_ignored(staff: Staff) -> None:
    staff.get("/cms/counts")
    CountsSnapshot.objects.update(queues={"gone": [7, "2026-01-01T00:00:00+00:00", 1, 2]})
    assert staff.get("/cms/counts").json() == NOTHING
    assert all(queue["open"] == 0 for queue in staff.get("/queues").json())


def test_many_consoles_at_once_all_get_the_figures(server: str) -> None:
    a_pending_task()
    people = [LiveStaff(server, a_moderator()) for _ in range(16)]
    people[0].get("/cms/counts")
    age_snapshot()
    answers = at_once([partial(person.get, "/cms/counts") for person in people])
    assert {(answer.status_code, answer.json()["pending"]) for answer in answers} == {(200, 1)}
    assert CountsSnapshot.objects.count() == 1
