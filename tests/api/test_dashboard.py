"""GET /dashboard: the figures of the dashboard, by what a person may see."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from kit.desk_day import desk_today
from tests.api.queries import as_many_for_more_rows, within_budget
from tests.databases import as_owner
from tests.factories import (
    a_head_moderator,
    a_moderator,
    a_pending_task,
    a_review,
    a_second_look,
    an_account,
    an_admin,
    open_task,
)
from tests.moderation_desk import Desk
from tests.staff import Staff
from tests.workflows.bulk.batches import ask_for, pending_tasks, work
from workflows.engine.reading.figures.days import days
from workflows.models import (
    BatchState,
    BulkBatch,
    CountsSnapshot,
    DayFigures,
    OutboxMessage,
    Priority,
    Process,
    Task,
    Verification,
)

HEADS = ("stars", "overdue", "due_first", "waiting", "team", "agreement")


def dashboard(user: User | None) -> Any:
    assert user
    answer = Staff(user).get("/dashboard")
    assert answer.status_code == 200, answer.content
    return answer.json()


def days_ago(number: int) -> None:
    """As if all history until now had been written so many days earlier."""
    as_owner(f"UPDATE workflows_taskevent SET at = at - interval '{number} days'")


def test_what_a_person_sees_follows_their_permissions() -> None:
    a_pending_task()
    moderator, head, admin = (dashboard(user) for user in (a_moderator(), a_head_moderator(), an_admin()))
    assert [moderator[part] for part in (*HEADS, "health")] == [None] * 7
    assert all(head[part] is not None for part in HEADS)
    assert head["health"] is None
    assert [line["what"] for line in admin["health"]] == ["worker", "mail", "jobs", "verification"]
    assert {queue["emptied"] for queue in moderator["queues"]} == {None}
    assert "escalated" not in [queue["queue"] for queue in moderator["queues"]]


def test_the_first_morning_says_what_the_outcomes_mean_until_the_person_puts_it_away() -> None:
    user, colleague = a_moderator(), a_moderator()
    process = a_pending_task().process
    task = Staff(user).get(f"/tasks/{open_task(process).pk}").json()
    meanings = dashboard(user)["morning"]
    shown = ("name", "label", "about", "hotkey")
    assert meanings == [{name: outcome[name] for name in shown} | {"undo_seconds": 30} for outcome in task["outcomes"]]
    for _ in range(2):
        assert Staff(user).delete("/dashboard/morning").status_code == 204
    assert dashboard(user)["morning"] is None
    assert Staff(user).get("/user/me").json()["knows_outcomes"] is True
    assert dashboard(colleague)["morning"] == meanings
    assert dashboard(a_head_moderator())["morning"] is None
    assert dashboard(an_account(access=["tickets"]))["morning"] is None


def test_a_day_counts_what_came_what_people_decided_and_batches_apart() -> None:
    user = a_moderator()
    Desk(a_pending_task()).decide("approve")
    Desk(a_pending_task()).decide("investigate")  # to another queue in which people decide
    a_pending_task()
    Task.objects.filter(outcome="investigate").update(assigned=Now() + timedelta(hours=1))
    found = dashboard(user)["days"]
    assert len(found) == 14
    assert found[-1] == {"day": desk_today().isoformat(), "arrived": 3, "decided": 1, "batched": 1}
    Task.objects.filter(outcome="approve").update(assigned=None)
    assert dashboard(user)["days"][-1] == found[-1] | {"decided": 0, "batched": 2}


def test_an_item_arrives_once_and_what_was_undone_was_not_decided() -> None:
    desks = [Desk(a_pending_task()) for _ in range(4)]
    undone, again, recalled, reinstated = desks
    for desk, outcome in ((undone, "approve"), (again, "reject")):
        task = open_task(desk.process)
        desk.decide(outcome)
        assert desk.staff.post(f"/tasks/{task.pk}/undo").status_code == 200
    again.decide("approve")
    recalled.decide("approve", "recall")
    reinstated.decide("approve", "publish")
    kind, number = reinstated.process.kind, reinstated.process.pk
    answer = reinstated.staff.post(f"/processes/{kind}/{number}/reinstatement", {"notes": "It names a nurse."})
    assert answer.status_code == 201, answer.content
    found = dashboard(undone.staff.user)
    assert found["days"][-1] == {"day": desk_today().isoformat(), "arrived": 4, "decided": 3, "batched": 0}
    # a moderator has no queue of escalated items: among theirs this one has not arrived a second time
    escalated = open_task(Process.objects.get(override_of=reinstated.process))
    Desk(escalated).decide("investigate")
    assert dashboard(a_moderator())["days"][-1] == found["days"][-1]
    queues = {queue["queue"]: queue["open"] for queue in found["queues"]}
    assert (queues["pending"][-2:], queues["escalated"][-2:]) == ([0, 2], [0, 1])


def test_an_item_arrives_in_the_queues_of_a_person_when_it_comes_there_for_the_first_time() -> None:
    desk = Desk(a_pending_task()).decide("escalate", "return", "escalate", "investigate")
    heads = dashboard(desk.staff.user)["days"][-1]
    assert (heads["arrived"], heads["decided"]) == (1, 4)
    assert [days()[-1].arrived(queues) for queues in ({"escalated"}, {"pending"}, {"investigation"})] == [1] * 3


def test_what_a_batch_rolled_back_was_not_decided_on_the_day_on_which_it_ran() -> None:
    head, (kept, *taken) = Staff(a_head_moderator()), pending_tasks(3)
    batch, other = ask_for(head, taken), ask_for(head, [kept])
    work()
    days_ago(3)
    Task.objects.filter(pk__in=[task.pk for task in taken]).update(finished=Now() - timedelta(days=3))

    def of_batches() -> tuple[int, int]:
        return dashboard(head.user)["days"][-4]["batched"], sum(
            row["done"] for row in head.get("/bulk").json()["items"]
        )

    assert of_batches() == (3, 3)
    assert head.post(f"/bulk/{batch.pk}/rollback").status_code == 200
    work()
    batch.refresh_from_db()
    assert (batch.rolled_back, other.state) == (2, "waiting")
    assert of_batches() == (1, 1)
    assert dashboard(head.user)["days"][-1]["arrived"] == 0


def test_stored_days_of_earlier_rules_are_counted_again() -> None:
    a_pending_task()
    days_ago(2)
    before = days()
    DayFigures.objects.filter(day=desk_today() - timedelta(days=2)).update(moves=[["", "pending", 9, 0, 0]])
    assert days() == before


def test_the_team_has_one_number_for_today_with_batches_and_without_what_was_undone() -> None:
    head, tasks = Staff(a_head_moderator()), pending_tasks(3)
    ask_for(head, tasks[:2], "approve")
    work()
    task = tasks[2]
    head.decide(task.pk, "approve")
    assert _today(head) == [(3, 2, 1)] * 2
    assert head.post(f"/tasks/{task.pk}/undo").status_code == 200
    assert _today(head) == [(2, 2, 0)] * 2


def test_a_day_has_as_many_decisions_as_its_people_one_by_one_and_in_batches(head: Staff) -> None:
    Desk(a_pending_task()).decide("escalate", "return", "backlog")  # from one queue of a head to another
    ask_for(head, pending_tasks(2), "approve")
    work()
    found = head.get("/dashboard").json()
    decided, batched = (sum(person[name] for person in found["team"]) for name in ("decided_today", "batched_today"))
    assert (found["days"][-1]["decided"], found["days"][-1]["batched"]) == (decided - batched, batched) == (3, 2)


def _today(head: Staff) -> list[tuple[int, int, int]]:
    """With batches, those of batches, and the last day of the trend without them: on the dashboard, and of the team."""
    assert head.user
    lists = (head.get("/dashboard").json()["team"], head.get("/team").json()["members"])
    rows = [next(row for row in rows if row["person"]["id"] == head.user.pk) for rows in lists]
    return [(row["decided_today"], row["batched_today"], row["by_day"][-1]) for row in rows]


def test_open_items_of_past_days_are_those_of_now_without_what_came_since() -> None:
    Desk(a_pending_task()).decide("backlog")
    a_pending_task()
    days_ago(3)
    a_pending_task()
    queues = {queue["queue"]: queue["open"] for queue in dashboard(a_moderator())["queues"]}
    assert queues["pending"][-5:] == [0, 1, 1, 1, 2]
    assert queues["backlog"][-5:] == [0, 1, 1, 1, 1]


def test_the_counts_are_those_of_the_menu_and_of_the_queues(staff: Staff) -> None:
    for _ in range(3):
        task = a_pending_task()
    Task.objects.filter(pk=task.pk).update(snoozed_until=Now() + timedelta(days=1))
    found = {queue["queue"]: queue["open"][-1] for queue in staff.get("/dashboard").json()["queues"]}
    menu = staff.get("/cms/counts").json()
    assert found == {queue["name"]: queue["open"] for queue in staff.get("/queues").json()}
    assert found["pending"] == menu["pending"] == 2


def test_days_that_are_over_are_counted_once_and_stored_as_they_were() -> None:
    Desk(a_pending_task()).decide("approve")
    a_pending_task()
    days_ago(2)
    before = days()
    stored = DayFigures.objects.get(day=desk_today() - timedelta(days=2))
    assert stored.people == 1
    assert not DayFigures.objects.filter(day=desk_today()).exists()
    days_ago(9)
    assert days() == before
    DayFigures.objects.all().delete()
    assert days() != before


def test_nobody_who_reads_waits_for_who_counts_the_days_or_undoes_one() -> None:
    Desk(a_pending_task()).decide("approve")
    days_ago(2)
    with transaction.atomic(using="owner"):
        as_owner("SELECT pg_advisory_xact_lock(hashtextextended('docket days', 0))")
        read = days()
        assert not DayFigures.objects.exists()
    assert days() == read
    assert DayFigures.objects.filter(day=desk_today() - timedelta(days=2)).exists()


def test_a_forecast_needs_a_fortnight_and_then_says_when_a_queue_is_empty() -> None:
    head = a_head_moderator()
    for _ in range(2):
        a_pending_task()
        days_ago(1)
    assert dashboard(head)["expected"] == []
    emptied = {queue["queue"]: queue["emptied"] for queue in dashboard(head)["queues"]}
    assert (emptied["pending"]["when"], emptied["escalated"]["when"], emptied["queued"]) == ("unknown", "empty", None)
    assert emptied["backlog"]["when"] == "parked"  # held on purpose, however long
    DayFigures.objects.all().delete()
    days_ago(14)
    found = dashboard(head)
    assert [day["day"] for day in found["expected"]] == [
        (desk_today() + timedelta(days=ahead)).isoformat() for ahead in range(6)
    ]
    pending = next(queue["emptied"] for queue in found["queues"] if queue["queue"] == "pending")
    assert (pending["when"], pending["growth"] > 0) == ("never", True)


def test_open_items_are_counted_by_stars_and_age() -> None:
    for rating, hours in ((5, 1), (5, 30), (1, 5), (1, 13)):
        task = a_pending_task(a_review(rating=rating))
        Task.objects.filter(pk=task.pk).update(created=timezone.now() - timedelta(hours=hours))
    found = dashboard(a_head_moderator())["stars"]
    assert found["queue"] == "pending"
    assert [(line["rating"], line["open"], line["ages"]) for line in found["ages"]] == [
        (5, 2, [1, 0, 0, 1]),
        (1, 2, [0, 1, 1, 0]),
    ]
    assert found["ages"][1]["median_seconds"] == pytest.approx(9 * 3_600, abs=60)


def test_items_that_were_decided_lately_have_their_median_age_by_stars() -> None:
    user = a_moderator()
    decided = [Desk(a_pending_task(a_review(rating=rating))) for rating in (1, 1, 5, 5, 3)]
    tasks = [open_task(desk.process) for desk in decided]
    for desk, outcome in zip(decided, ("approve", "reject", "approve", "escalate", "approve"), strict=True):
        desk.decide(outcome)
    assert decided[4].staff.post(f"/tasks/{tasks[4].pk}/undo").status_code == 200
    for hours, task in zip((2, 4, 7, 9, 1), tasks, strict=True):
        Task.objects.filter(pk=task.pk).update(created=Now() - timedelta(hours=hours))
    found = [(line["rating"], line["count"], line["median_seconds"]) for line in dashboard(user)["decided"]]
    assert found == [(1, 2, pytest.approx(3 * 3_600, abs=60)), (5, 2, pytest.approx(8 * 3_600, abs=60))]
    assert dashboard(a_head_moderator())["decided"] is None
    days_ago(8)
    assert dashboard(user)["decided"] == []


def test_overdue_items_come_harm_and_then_the_longest_first_without_those_that_are_barred() -> None:
    head, tasks = a_head_moderator(), [a_pending_task() for _ in range(9)]
    for hours, task in enumerate(tasks, start=1):
        Task.objects.filter(pk=task.pk).update(due_at=timezone.now() - timedelta(hours=hours))
    Task.objects.filter(pk=tasks[1].pk).update(barred_id=head.pk)
    Task.objects.filter(pk=tasks[0].pk).update(priority=Priority.HARMFUL)
    found = dashboard(head)["overdue"]
    assert [row["task_id"] for row in found] == [tasks[at].pk for at in (0, 8, 7, 6, 5, 4)]
    assert [row["priority"] for row in found[:2]] == [Priority.HARMFUL, Priority.NORMAL]


def test_the_items_of_the_queues_of_heads_come_by_when_they_are_due_without_those_that_are_barred() -> None:
    head, tasks = a_head_moderator(), [a_pending_task() for _ in range(7)]
    for hours, task in enumerate(tasks, start=1):
        open_ = Task.objects.filter(pk=task.pk)
        open_.update(queue="escalated", created=timezone.now() - timedelta(hours=hours), due_at=None)
    Task.objects.filter(pk=tasks[0].pk).update(queue="pending", created=timezone.now() - timedelta(days=9))
    Task.objects.filter(pk=tasks[6].pk).update(barred_id=head.pk)
    late = Task.objects.filter(pk=tasks[1].pk)
    late.update(due_at=timezone.now() - timedelta(hours=1))
    Task.objects.filter(pk=tasks[2].pk).update(due_at=timezone.now() + timedelta(hours=1))
    found = dashboard(head)
    # without a time to be due, the oldest
    expected = [tasks[number].pk for number in (1, 2, 5, 4)]
    assert [row["task_id"] for row in found["due_first"]] == expected
    assert [row["task_id"] for row in found["overdue"]] == [tasks[1].pk]


def test_a_batch_waits_for_a_head_who_did_not_ask_for_it() -> None:
    asking, other = a_head_moderator(), a_head_moderator()
    BulkBatch.objects.create(
        step="review_moderation.pending",
        queue="pending",
        outcome="approve",
        state=BatchState.CONFIRMING,
        by=asking,
        expires_at=Now() + timedelta(hours=1),
    )
    assert dashboard(asking)["waiting"] == []
    assert [(line["what"], line["number"]) for line in dashboard(other)["waiting"]] == [("batches", 1)]
    BulkBatch.objects.update(expires_at=Now() - timedelta(hours=1))
    assert dashboard(other)["waiting"] == []


def test_agreement_is_by_month_with_its_interval() -> None:
    for outcome, form in (("would_reject", {"reason": "fake", "facts": "No such street."}), ("would_approve", {})):
        second, task = Staff(a_moderator()), a_second_look()
        second.decide(task.pk, outcome, form)
    (month,) = dashboard(a_head_moderator())["agreement"]
    assert (month["month"], month["checked"], month["agreed"]) == (desk_today().replace(day=1).isoformat(), 2, 1)
    assert 0 < month["low"] < 0.5 < month["high"] < 1


def test_health_says_what_the_product_knows(settings: LazySettings) -> None:
    admin = an_admin()

    def health() -> list[Any]:
        return [(line["is_good"], line["number"], line["at"] is not None) for line in dashboard(admin)["health"]]

    assert health() == [(True, 0, False), (True, None, False), (True, 0, False), (None, None, False)]
    done = OutboxMessage.objects.create(topic="announce", done_at=Now())
    assert health()[:2] == [(True, 0, True), (True, None, False)]
    OutboxMessage.objects.filter(pk=done.pk).update(topic="mail_letter")
    settings.MAIL_IS_SENT = False
    long_ago = timezone.now() - timedelta(hours=1)
    for set_aside_at in (None, None, Now()):
        OutboxMessage.objects.create(topic="letter", available_at=long_ago, set_aside_at=set_aside_at)
    Verification.objects.create(source="night", ended_at=Now(), faults=0)
    assert health() == [(False, 2, True), (False, None, True), (False, 1, False), (True, 0, True)]


def test_the_page_costs_as_many_statements_for_any_number_of_items(admin: Staff) -> None:
    admin.get("/dashboard")
    CountsSnapshot.objects.update(refreshed_at=Now() + timedelta(hours=1))  # or it is made anew in between
    as_many_for_more_rows(
        partial(admin.get, "/dashboard"),
        lambda: Task.objects.filter(pk=a_pending_task().pk).update(due_at=timezone.now() - timedelta(hours=1)),
    )
    within_budget("dashboard", partial(admin.get, "/dashboard"))
    within_budget("dashboard of a moderator", partial(Staff(a_moderator()).get, "/dashboard"))
