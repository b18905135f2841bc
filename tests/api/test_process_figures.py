"""GET /processes/{kind}/figures: how the processes of a kind went in a period."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.api.queries import as_many_for_more_rows
from tests.factories import a_moderator, a_pending_task, a_process, a_second_look, an_admin, open_task
from tests.moderation_desk import Desk
from tests.staff import Staff
from workflows.engine.reading.figures import processes as process_figures
from workflows.models import Task, TaskEvent


def figures(staff: Staff, query: str = "", kind: str = "review_moderation") -> Any:
    answer = staff.get(f"/processes/{kind}/figures?{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def by_name(found: Any) -> dict[str, Any]:
    return {step["name"]: step for step in found["steps"]}


def test_each_step_says_who_stands_there_how_long_it_takes_and_what_comes_back() -> None:
    Desk(a_pending_task()).decide("approve", "recall", "approve", "publish")
    Desk(a_pending_task()).decide("backlog")
    a_process(verified=False)
    found = figures(Staff(an_admin()))
    assert (found["title"], found["begun"], found["ended"]) == ("Moderation of a review", 3, 1)
    assert 0 < found["median"] == found["slow"] < 60
    assert not found["is_part"]
    steps = by_name(found)
    assert [steps[name]["open"] for name in ("unverified", "pending", "backlog", "queued")] == [1, 0, 1, 0]
    assert steps["backlog"]["oldest_at"]
    never = dict.fromkeys(("whole", "waiting", "handling"))
    assert steps["unverified"] | {"passed": 0, "median": never, "slow": never, "again": 0} == steps["unverified"]
    assert (steps["pending"]["passed"], steps["pending"]["again"]) == (3, 1)
    assert (steps["queued"]["passed"], steps["queued"]["again"]) == (2, 1)
    assert 0 < steps["pending"]["median"]["whole"] <= steps["pending"]["slow"]["whole"] < 60
    numbers = {(row["step"], row["label"]): row["number"] for row in found["outcomes"]}
    assert numbers == {
        ("pending", "Approve"): 2,
        ("pending", "Backlog"): 1,
        ("queued", "Recall"): 1,
        ("queued", "Publish now"): 1,
    }


def test_the_items_of_a_step_are_those_of_the_menu_with_what_is_put_off_and_without_other_kinds(admin: Staff) -> None:
    for _ in range(3):
        put_off = a_pending_task()
    tomorrow = (timezone.now() + timedelta(days=1)).isoformat()
    Task.objects.filter(pk=put_off.pk).update(due_at=timezone.now() - timedelta(minutes=1))
    assert admin.put(f"/tasks/{put_off.pk}/snooze", {"until": tomorrow}).status_code < 300
    steps = by_name(figures(admin))
    menu = admin.get("/cms/counts").json()
    pending = steps["pending"]
    assert (pending["open"], pending["put_off"], pending["overdue"], menu["pending"]) == (3, 1, 1, 2)
    assert [name for name, step in steps.items() if step["is_shared"]] == ["backlog", "escalated"]


def test_the_time_in_a_step_is_waiting_until_it_is_taken_and_handling_from_then() -> None:
    """The tables' owner gives the times: taken an hour after it came and again after two, decided after three."""
    desk = Desk(a_pending_task())
    task = open_task(desk.process)
    for _ in range(2):
        desk.staff.put(f"/tasks/{task.pk}/lock")
        desk.staff.delete(f"/tasks/{task.pk}/lock")
    desk.decide("backlog").decide("return")
    entries = TaskEvent.objects.using("owner").filter(process=desk.process)
    came = timezone.now() - timedelta(hours=9)
    hours = {"start": 0, "claim": 1, "release": 1.5, "decide": 3}
    for entry in entries.filter(task_id=task.pk) | entries.filter(seq=1):
        entries.filter(pk=entry.pk).update(at=came + timedelta(hours=hours[entry.action]))
    last = entries.filter(task_id=task.pk, action="claim").latest("seq")
    entries.filter(pk=last.pk).update(at=came + timedelta(hours=2))
    pending = by_name(figures(Staff(an_admin())))["pending"]
    assert pending["median"] == pending["slow"] == {"whole": 10_800, "waiting": 7_200, "handling": 3_600}


def test_what_the_clock_moves_is_handled_by_nobody() -> None:
    Desk(a_pending_task()).decide("approve").wait()
    queued = by_name(figures(Staff(an_admin())))["queued"]
    assert queued["passed"] == 1
    assert queued["median"]["whole"] > 0
    assert (queued["median"]["waiting"], queued["median"]["handling"]) == (None, None)


def test_the_commonest_ways_come_first_with_an_example() -> None:
    for _ in range(2):
        Desk(a_pending_task()).decide("approve", "publish")
    rejected = Desk(a_pending_task()).decide("reject", "confirm")
    common, rare = figures(Staff(an_admin()))["ways"]
    assert (common["titles"], common["number"]) == (["Moderate reviews", "Queued to publish", "Published"], 2)
    assert common["nodes"] == ["pending", "queued", "published"]
    assert (rare["titles"][-1], rare["number"], rare["example"]) == ("Rejected", 1, rejected.process.pk)


def test_each_way_from_a_step_to_the_next_is_counted_and_an_undo_is_none() -> None:
    Desk(a_pending_task()).decide("approve", "recall", "approve", "publish")
    undone = Desk(a_pending_task()).decide("backlog")
    decided = TaskEvent.objects.get(process=undone.process, action="decide")
    assert undone.staff.post(f"/tasks/{decided.task_id}/undo").status_code < 300
    numbers = {(row["source"], row["target"]): row["number"] for row in figures(Staff(an_admin()))["edges"]}
    assert numbers == {
        ("", "pending"): 2,
        ("pending", "queued"): 2,
        ("pending", "backlog"): 1,
        ("queued", "pending"): 1,
        ("queued", "published"): 1,
    }


def test_a_period_counts_what_began_in_it_and_what_stands_now_always_counts() -> None:
    a_pending_task()
    tomorrow = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    found = figures(Staff(an_admin()), f"from={tomorrow}")
    assert (found["begun"], found["ended"], found["median"], found["ways"]) == (0, 0, None, [])
    assert by_name(found)["pending"]["open"] == 1


def test_a_period_with_more_than_is_measured_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_figures, "MOST", 2)
    for _ in range(3):
        a_pending_task()
    found = figures(Staff(an_admin()))
    assert (found["begun"], found["is_part"]) == (2, True)


def test_processes_of_a_second_look_of_the_caller_are_left_out() -> None:
    admin, check = Staff(an_admin()), a_second_look()
    assert figures(admin)["begun"] == 1
    admin.put(f"/tasks/{check.pk}/lock")
    found = figures(admin)
    assert (found["begun"], found["outcomes"], found["ways"]) == (0, [], [])


def test_the_number_of_statements_does_not_grow_with_the_processes(admin: Staff) -> None:

    def call() -> Any:
        return admin.get("/processes/review_moderation/figures")

    call()
    as_many_for_more_rows(call, lambda: Desk(a_pending_task()).decide("reject", "confirm"))


def test_other_people_and_other_kinds_are_refused() -> None:
    assert Staff(a_moderator()).get("/processes/review_moderation/figures").status_code == 403
    assert Staff(an_admin()).get("/processes/nothing/figures").status_code == 404
