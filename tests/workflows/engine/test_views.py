"""Lists by whose work it is, over all queues: mine, others', put off."""

from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.utils import timezone

from tests.factories import a_head_moderator, a_moderator, a_pending_task
from tests.plans import plan_of
from tests.staff import Staff
from workflows.engine.core.conditions import awake, mine
from workflows.engine.reading.lists.lists import ORDER, tasks_in
from workflows.models import Task


def listed(staff: Staff, path: str) -> set[int]:
    answer = staff.get(f"/queues/{path}")
    assert answer.status_code == 200, answer.content
    return {row["task_id"] for row in answer.json()["items"]}


def test_the_view_of_others_can_be_filtered_by_person() -> None:
    held, assigned, anothers = (a_pending_task() for _ in range(3))
    first, second, head = a_moderator(), a_moderator(), Staff(a_head_moderator())
    Staff(first).put(f"/tasks/{held.pk}/lock")
    head.put(f"/tasks/{assigned.pk}/assignee", {"user_id": first.pk})
    head.put(f"/tasks/{anothers.pk}/assignee", {"user_id": second.pk})
    assert listed(head, "assigned_to_others/tasks") == {held.pk, assigned.pk, anothers.pk}
    assert listed(head, f"assigned_to_others/tasks?person={first.pk}") == {held.pk, assigned.pk}
    assert listed(Staff(first), "assigned_to_me/tasks") == {held.pk, assigned.pk}
    assert Staff(first).get("/queues/assigned_to_me/tasks?person=0").status_code == 422


def test_what_others_have_is_read_in_order_until_the_page_is_full(head: Staff) -> None:
    """However many items are taken: below the limit nothing is sorted, and no process is looked up."""
    plan = plan_of(partial(head.get, "/queues/assigned_to_others/tasks"), "workflows_task", without=("task_listed",))
    _, limit, chosen = plan.partition("Limit ")
    assert limit, plan
    of_page = chosen.partition("using workflows_task_pkey")[0]
    assert "Index Scan using task_taken on workflows_task u0" in of_page
    assert "Sort" not in of_page
    assert "workflows_process" not in of_page
    assert "using workflows_process" in plan


@pytest.mark.parametrize("filters", ["", "&rating=1", "&person={colleague}"])
def test_pages_of_a_view_put_together_are_the_whole_list_in_order(filters: str) -> None:
    me, colleague, another = a_head_moderator(), a_moderator(), a_moderator()
    chance, people = Random(5), (me, colleague, another, None)
    now = timezone.now()
    for place in range(24):
        task, assignee, holder = a_pending_task(), people[place % 4], people[place // 4 % 4]
        Task.objects.filter(pk=task.pk).update(
            assignee=assignee,
            owner=holder,
            status="ASSIGNED" if holder else "NEW",
            lease_until=now + timedelta(minutes=chance.choice((-5, 5))) if holder else None,
            rank_at=now + timedelta(minutes=chance.randrange(3)),
            priority=chance.choice((0, 1)),
            number_1=chance.choice((1, 2)),
            snoozed_until=now + timedelta(minutes=chance.choice((-5, 5))) if place % 5 == 0 else None,
        )
    asked = filters.format(colleague=colleague.pk)
    every = tasks_in("assigned_to_others", me).filter(awake())
    if "rating" in asked:
        every = every.filter(number_1=1)
    if "person" in asked:
        every = every.filter(mine(colleague))
    wanted = list(every.order_by(*ORDER).values_list("pk", flat=True))
    assert len(wanted) > 3
    found: list[int] = []
    cursor: str | None = ""
    staff = Staff(me)
    while cursor is not None:
        page = staff.get(f"/queues/assigned_to_others/tasks?limit=3&cursor={cursor}{asked}").json()
        found += [row["task_id"] for row in page["items"]]
        cursor = page["next_cursor"]
    assert found == wanted


def test_snoozed_items_of_everybody_are_listed_and_can_be_returned() -> None:
    task, waiting, me = a_pending_task(), a_pending_task(), Staff(a_moderator())
    until = (timezone.now() + timedelta(days=1)).isoformat()
    assert me.put(f"/tasks/{task.pk}/snooze", {"until": until}).status_code == 204
    colleague = Staff(a_moderator())
    assert listed(colleague, "set_aside/tasks") == {task.pk}
    assert listed(colleague, "pending/tasks") == {waiting.pk}
    assert colleague.put(f"/tasks/{task.pk}/snooze", {"until": None}).status_code == 204
    assert listed(colleague, "set_aside/tasks") == set()
    assert colleague.post("/queues/set_aside/next").status_code == 404


def test_the_people_of_a_list_have_items_in_it() -> None:
    held, both, assigned, _ = (a_pending_task() for _ in range(4))
    marta, callum, head = a_moderator("Marta Ellwood"), a_moderator("Callum Frayne"), Staff(a_head_moderator())
    Staff(marta).put(f"/tasks/{held.pk}/lock")
    head.put(f"/tasks/{both.pk}/assignee", {"user_id": marta.pk})
    Staff(marta).put(f"/tasks/{both.pk}/lock")  # assigned and in hand is one item
    head.put(f"/tasks/{assigned.pk}/assignee", {"user_id": callum.pk})
    path = "/queues/assigned_to_others/people"
    first = {"id": marta.pk, "name": "Marta Ellwood", "open": 2}
    second = {"id": callum.pk, "name": "Callum Frayne", "open": 1}
    assert head.get(path).json() == [first, second]
    assert head.get(f"{path}?q=frayne%20CALL").json() == [second]
    assert head.get(f"{path}?q=%25").json() == []
    assert Staff(marta).get(path).json() == [second]
    assert head.get("/queues/nowhere/people").status_code == 404
