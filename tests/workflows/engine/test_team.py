"""The team's figures, one's own, and what became of one's escalations."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connections
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from tests.api.queries import as_many_for_more_rows, sent_by
from tests.clocks import StandingClock, clock
from tests.factories import a_head_moderator, a_moderator, a_pending_task, an_account, an_admin, open_task
from tests.moderation_desk import Desk
from tests.plans import plan_of
from tests.staff import Staff
from tests.workflows.bulk.batches import ask_for, work
from workflows.models import Task, TaskSkip

__all__ = ["clock"]

REJECTION = {"outcome": "reject", "form": {"reason": "fake", "facts": "It is."}}


def row_of(head: Staff, user: User) -> dict[str, Any]:
    rows = head.get("/team").json()["members"]
    found: dict[str, Any] = next(row for row in rows if row["person"]["id"] == user.pk)
    return found


def decide(staff: Staff, task: Task, decision: dict[str, Any]) -> Any:
    staff.put(f"/tasks/{task.pk}/lock")
    answer = staff.post(f"/tasks/{task.pk}/decision", decision)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_items_of_a_person_are_counted_once_by_queue() -> None:
    user, head = a_moderator("Marta Ellwood"), Staff(a_head_moderator())
    staff = Staff(user)
    held, both, assigned, put_off = (a_pending_task() for _ in range(4))
    unverified = a_pending_task(verified=False)
    staff.put(f"/tasks/{held.pk}/lock")
    for task in (both, assigned, put_off, unverified):
        head.put(f"/tasks/{task.pk}/assignee", {"user_id": user.pk})
    staff.put(f"/tasks/{both.pk}/lock")
    tomorrow = (timezone.now() + timedelta(days=1)).isoformat()
    assert staff.put(f"/tasks/{put_off.pk}/snooze", {"until": tomorrow}).status_code == 204
    Task.objects.filter(pk=assigned.pk).update(created=Now() - timedelta(days=2), due_at=Now() - timedelta(days=1))
    row = row_of(head, user)
    assert (row["held"], row["assigned"], row["overdue"]) == (2, 2, 1)
    assert {load["queue"]: (load["items"], load["overdue"]) for load in row["queues"]} == {
        "pending": (3, 1),
        "unverified": (1, 0),
    }
    oldest = Task.objects.get(pk=assigned.pk).created
    assert abs(datetime.fromisoformat(row["oldest_at"]) - oldest) < timedelta(milliseconds=1)
    assert row["average_age_seconds"] == pytest.approx(2 * 86_400 / 4, rel=0.01)


def test_how_long_open_items_wait_is_said_of_each_queue_in_which_people_decide() -> None:
    Desk(a_pending_task()).decide("approve")  # queued: it is published by its clock
    unverified, put_off = a_pending_task(verified=False), a_pending_task()
    for days in range(1, 12):
        Task.objects.filter(pk=a_pending_task().pk).update(created=Now() - timedelta(days=days))
    Task.objects.filter(pk=unverified.pk).update(created=Now() - timedelta(days=3))
    Task.objects.filter(pk=put_off.pk).update(snoozed_until=Now() + timedelta(days=1))
    Task.objects.filter(queue="pending").update(due_at=F("created") + timedelta(hours=24))
    Task.objects.filter(pk=unverified.pk).update(due_at=None)
    waiting = Staff(a_head_moderator()).get("/team").json()["waiting"]
    in_days = [{name: round(each[name] / 86_400, 2) for name in ("low", "median", "high")} for each in waiting]
    assert [(each["queue"], each["open"]) for each in waiting] == [("pending", 11), ("unverified", 1)]
    assert in_days == [{"low": 2, "median": 6, "high": 10}, {"low": 3, "median": 3, "high": 3}]
    assert [each["clock"] for each in waiting] == [86_400, None]
    escalations = Staff(an_account(access=["head_moderator"]))
    assert escalations.get("/team").json()["waiting"] == []


@pytest.fixture
def noon(settings: Settings) -> None:
    """No test crosses the desk's midnight."""
    settings.DESK_TIME_ZONE = a_zone_at(12)


@pytest.mark.usefixtures("noon")
def test_how_much_and_how_fast_somebody_decides() -> None:
    user, head = a_moderator(), Staff(a_head_moderator())
    staff = Staff(user)
    for decision in (REJECTION, {"outcome": "approve"}, {"outcome": "approve"}, {"outcome": "backlog"}):
        decide(staff, a_pending_task(), decision)
    Task.objects.filter(status="DONE").update(finished=Now(), assigned=Now() - timedelta(seconds=40))
    old = decide(staff, a_pending_task(), {"outcome": "approve"})
    decide(staff, Task.objects.get(pk=old["next"]["task_id"]), {"outcome": "recall"})
    Task.objects.filter(outcome="approve").order_by("-pk").first()
    staff.post(f"/tasks/{a_pending_task().pk}/skip")
    row = row_of(head, user)
    # taking a decision back is none
    assert (row["decided_today"], row["decided_lately"], row["skipped_today"]) == (5, 5, 1)
    assert row["by_day"] == [*[0] * 13, 5]
    assert row["rejected_share"] == pytest.approx(0.2)
    assert row["median_seconds"] == pytest.approx(40, abs=1)
    days_earlier(8)
    row = row_of(head, user)
    assert (row["decided_lately"], row["rejected_share"], row["median_seconds"]) == (0, None, None)
    assert row["by_day"] == [*[0] * 5, 5, *[0] * 8]
    days_earlier(6)
    assert row_of(head, user)["by_day"] == [0] * 14


def days_earlier(days: int) -> None:
    """As if everything had been taken and decided so many days earlier."""
    back = timedelta(days=days)
    Task.objects.filter(status="DONE").update(assigned=F("assigned") - back, finished=F("finished") - back)


@pytest.mark.usefixtures("noon")
def test_a_batch_counts_and_makes_nobody_faster() -> None:
    user = a_head_moderator()
    staff = Staff(user)
    decide(staff, a_pending_task(), REJECTION)
    Task.objects.filter(status="DONE").update(assigned=F("finished") - timedelta(seconds=40))
    tasks = [a_pending_task() for _ in range(3)]
    ask_for(staff, tasks, "approve")
    work()
    ask_for(staff, [open_task(task.process) for task in tasks[:2]], "publish", queue="queued")  # one by one
    ask_for(staff, [a_pending_task()], "reject", form=REJECTION["form"])
    work()
    row = row_of(staff, user)
    assert (row["decided_today"], row["median_seconds"]) == (7, pytest.approx(40, abs=0.1))
    assert (row["batched_today"], row["batched_lately"], row["rejected_share"]) == (6, 6, 1.0)


def test_today_is_the_day_that_the_desk_lives_in(settings: Settings) -> None:
    user, head = a_moderator(), Staff(a_head_moderator())
    staff = Staff(user)
    decide(staff, a_pending_task(), REJECTION)
    staff.post(f"/tasks/{a_pending_task().pk}/skip")
    Task.objects.filter(status="DONE").update(assigned=Now() - timedelta(hours=4), finished=Now() - timedelta(hours=3))
    TaskSkip.objects.update(at=Now() - timedelta(hours=3))
    for hour, number in ((1, 0), (5, 1)):  # where it is so late at this moment, midnight was so long ago
        settings.DESK_TIME_ZONE = a_zone_at(hour)
        row = row_of(head, user)
        assert (row["decided_today"], row["decided_lately"], row["skipped_today"]) == (number, 1, number)
        assert row["by_day"][-2:] == [1 - number, number]


def a_zone_at(hour: int) -> str:
    ahead = (hour - timezone.now().hour + 12) % 24 - 12
    return f"Etc/GMT{-ahead:+d}"  # their signs are the other way round


def test_the_team_is_everybody_who_may_work_in_a_queue_but_admins() -> None:
    moderator, client, gone, admin = a_moderator(), an_account(), a_moderator(), an_admin()
    User.objects.filter(pk=gone.pk).update(is_active=False)
    head = a_head_moderator()
    staff = Staff(head)
    for rows in (
        staff.get("/team").json()["members"],
        staff.get("/dashboard").json()["team"],
        staff.get("/team/evenly").json(),
    ):
        assert {row["person"]["id"] for row in rows} == {moderator.pk, head.pk}
    assert {client.pk, admin.pk}.isdisjoint({moderator.pk, head.pk})
    loads = {row["id"]: row["load"] for row in staff.get(f"/tasks/{a_pending_task().pk}/colleagues").json()}
    assert loads[admin.pk] is not None, "who assigns an item to an admin sees their load"


@pytest.mark.usefixtures("noon")
def test_own_figures_count_only_own_work() -> None:
    user, head = a_moderator(), a_head_moderator()
    decide(Staff(user), a_pending_task(), REJECTION)
    Staff(user).put(f"/tasks/{a_pending_task().pk}/lock")
    mine, heads = (Staff(who).get("/user/me/figures").json() for who in (user, head))
    assert (mine["decided_today"], mine["held"], mine["rejected_share"]) == (1, 1, 1.0)
    assert (heads["decided_today"], heads["held"]) == (0, 0)


def test_an_escalation_shows_its_decision() -> None:
    user, other, head = a_moderator(), a_moderator(), a_head_moderator("Henrik Lindqvist")
    staff = Staff(user)
    first, waiting = a_pending_task(), a_pending_task()
    for task in (first, waiting):
        decide(staff, task, {"outcome": "escalate", "form": {"notes": "Too hard."}})
    up = Task.objects.get(process_id=first.process_id, queue="escalated")
    advice = {"outcome": "return", "form": {"advice": "Ask for the receipt."}}
    decide(Staff(head), up, advice)
    (mention,) = staff.get("/mentions").json()
    assert (mention["action"], mention["label"]) == ("decide", "Return to Moderate reviews")
    assert mention["text"] == "Ask for the receipt."
    assert mention["by"]["name"] == "Henrik Lindqvist"
    newest, oldest = staff.get("/user/me/escalations").json()
    assert (newest["task_id"], newest["answer"]) == (waiting.pk, None)
    assert (oldest["answer"]["label"], oldest["answer"]["text"]) == (
        "Return to Moderate reviews",
        "Ask for the receipt.",
    )
    assert Staff(other).get("/user/me/escalations").json() == []
    assert Staff(other).get("/mentions").json() == []


def test_escalations_and_answers_are_shown_while_the_person_may_work_on_such_items() -> None:
    user, head, task = a_moderator(), Staff(a_head_moderator()), a_pending_task()
    decide(Staff(user), task, {"outcome": "escalate", "form": {"notes": "Too hard."}})
    up = Task.objects.get(process_id=task.process_id, queue="escalated")
    decide(head, up, {"outcome": "return", "form": {"advice": "Ask for the receipt."}})
    assert len(Staff(user).get("/user/me/escalations").json()) == 1
    User.objects.filter(pk=user.pk).update(cms_access=["tickets"])
    assert Staff(user).get("/user/me/escalations").json() == []


def test_the_teams_statements_do_not_depend_on_its_size(head: Staff) -> None:
    as_many_for_more_rows(partial(head.get, "/team"), partial(assign, head))


def assign(head: Staff, user: User | None = None) -> None:
    head.put(f"/tasks/{a_pending_task().pk}/assignee", {"user_id": (user or a_moderator()).pk, "note": "Please."})


@pytest.mark.parametrize("path", ["/user/me/escalations", "/mentions"])
def test_the_statements_for_escalations_do_not_depend_on_their_number(path: str) -> None:
    staff, head = Staff(a_moderator()), Staff(a_head_moderator())

    def escalate() -> None:
        task = a_pending_task()
        decide(staff, task, {"outcome": "escalate", "form": {"notes": "Too hard."}})
        up = Task.objects.get(process_id=task.process_id, queue="escalated")
        decide(head, up, {"outcome": "return", "form": {"advice": "Ask."}})

    as_many_for_more_rows(partial(staff.get, path), escalate)


def test_the_statements_for_my_work_do_not_depend_on_its_length() -> None:
    user, head = a_moderator(), Staff(a_head_moderator())
    as_many_for_more_rows(partial(Staff(user).get, "/queues/assigned_to_me/tasks"), partial(assign, head, user))


def test_readers_who_accept_some_seconds_share_the_team(clock: StandingClock) -> None:
    heads = [Staff(a_head_moderator()) for _ in range(3)]
    poll = {"cache-control": "max-age=5"}
    first = heads[0].get("/team", **poll).json()
    heads[0].put(f"/tasks/{a_pending_task().pk}/lock")
    for head in heads:
        clock += 1
        assert len(sent_by(partial(head.get, "/team", **poll))) == 1  # the session
        assert head.get("/team", **poll).json() == first
    # a caller who accepts less, or nothing, reads anew; as does a poll after five seconds
    assert heads[1].get("/team", **{"cache-control": "max-age=2"}).json() != first
    heads[0].delete(f"/tasks/{Task.objects.get(status='ASSIGNED').pk}/lock")
    assert sum(row["held"] for row in heads[2].get("/team").json()["members"]) == 0
    clock += 6
    assert sum(row["held"] for row in heads[2].get("/team", **poll).json()["members"]) == 0


def test_who_may_not_read_the_team_any_longer_gets_none_that_is_held(clock: StandingClock) -> None:
    head, poll = Staff(a_head_moderator()), {"cache-control": "max-age=5"}
    assert head.get("/team", **poll).status_code == 200
    assert head.user is not None
    User.objects.filter(pk=head.user.pk).update(cms_access=["moderation"])
    assert head.get("/team", **poll).status_code == 403


@pytest.mark.usefixtures("noon")
def test_own_figures_are_those_in_the_team() -> None:
    user, head = a_moderator(), Staff(a_head_moderator())
    staff = Staff(user)
    for decision in (REJECTION, {"outcome": "approve"}):
        decide(staff, a_pending_task(), decision)
    staff.post(f"/tasks/{a_pending_task().pk}/skip")
    staff.put(f"/tasks/{a_pending_task(verified=False).pk}/lock")
    for _ in range(2):
        head.put(f"/tasks/{a_pending_task().pk}/assignee", {"user_id": user.pk})
    in_team = row_of(head, user)
    own = staff.get("/user/me/figures").json()
    ages = (own.pop("average_age_seconds"), in_team.pop("average_age_seconds"))
    assert ages[0] == pytest.approx(ages[1], abs=600)
    assert own == {name: value for name, value in in_team.items() if name not in ("person", "on_duty", "by_day")}
    assert (own["decided_today"], own["held"], own["assigned"], own["skipped_today"]) == (2, 1, 2, 1)


@pytest.mark.parametrize("path", ["/team", "/user/me/figures"])
def test_figures_of_decisions_use_an_index_only_scan(path: str, head: Staff) -> None:
    """Also without statistics, as in the minutes after many rows were loaded."""
    for nth, index in ((0, "Index Scan using task_owner"), (1, "Index Scan using task_assignee")):
        assert index in plan_of(partial(head.get, path), "workflows_task", nth=nth)
    plan = plan_of(partial(head.get, path), "workflows_task", nth=-1)
    assert "Index Only Scan using task_decided" in plan


def test_tasks_are_vacuumed_after_so_many_changes_however_many_there_are() -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT reloptions FROM pg_class WHERE relname = 'workflows_task'")
        options = dict(option.split("=") for option in cursor.fetchone()[0])
    for kind in ("vacuum", "vacuum_insert"):
        assert (options[f"autovacuum_{kind}_scale_factor"], options[f"autovacuum_{kind}_threshold"]) == ("0", "2000")


def test_the_table_of_presence_is_not_logged() -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT relpersistence FROM pg_class WHERE relname = 'workflows_presence'")
        assert cursor.fetchone()[0] == "u"


def test_what_is_overdue_in_all_queues_is_one_list_the_longest_first_without_what_is_barred() -> None:
    head, tasks = a_head_moderator(), [a_pending_task() for _ in range(6)]
    for hours, task in enumerate(tasks):
        Task.objects.filter(pk=task.pk).update(due_at=timezone.now() - timedelta(hours=hours - 1))
    Task.objects.filter(pk=tasks[3].pk).update(barred_id=head.pk)
    Task.objects.filter(pk=tasks[4].pk).update(queue="escalated")
    Task.objects.filter(pk=tasks[2].pk).update(assignee=a_moderator(name="Callum Frayne"))
    staff = Staff(head)
    found = staff.get("/team/overdue").json()
    assert [row["task_id"] for row in found["items"]] == [tasks[at].pk for at in (5, 4, 2, 1)]
    assert (found["items"][1]["queue"], found["items"][2]["assigned_to"]["name"]) == ("escalated", "Callum Frayne")
    first = staff.get("/team/overdue?limit=3").json()
    rest = staff.get(f"/team/overdue?limit=3&cursor={first['next_cursor']}").json()
    assert [*first["items"], *rest["items"]] == found["items"]
    assert (found["next_cursor"], rest["next_cursor"]) == (None, None)
    assert staff.get("/team/overdue?cursor=x").status_code == 422


def test_the_list_of_what_is_overdue_is_read_in_one_statement() -> None:
    staff = Staff(a_head_moderator())

    def another() -> None:
        Task.objects.filter(pk=a_pending_task().pk).update(due_at=timezone.now() - timedelta(hours=1))

    as_many_for_more_rows(partial(staff.get, "/team/overdue"), another)
    sent = sent_by(partial(staff.get, "/team/overdue"))
    assert sum('FROM "workflows_task"' in statement for statement in sent) == 1
