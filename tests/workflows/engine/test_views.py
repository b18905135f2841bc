"""Lists by whose work it is, over all queues: mine, others', put off."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from tests.factories import a_head_moderator, a_moderator, a_pending_task
from tests.plans import plan_of
from tests.staff import Staff

pytestmark = pytest.mark.usefixtures("database")


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


def test_what_others_have_is_read_in_order_and_not_sorted() -> None:
    head = Staff(a_head_moderator())
    plan = plan_of(partial(head.get, "/queues/assigned_to_others/tasks"), "workflows_task", without=("task_queue",))
    assert "Index Scan using task_taken" in plan
    assert "Sort" not in plan


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
