"""An item that returns to a step keeps its age and due time there: moving it does not restart a clock."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from tests.factories import a_pending_task, open_task
from tests.moderation_desk import Desk
from workflows.engine.core.transition.planning import HARM_WITHIN
from workflows.models import Process, Task

TWO_DAYS, ONE_DAY = timedelta(days=2), timedelta(days=1)


def age(task: Task) -> None:
    """Let a task have waited for two days, overdue since yesterday."""
    Task.objects.filter(pk=task.pk).update(created=Now() - TWO_DAYS, due_at=Now() - ONE_DAY, rank_at=Now() - ONE_DAY)
    task.refresh_from_db()


@pytest.mark.parametrize(
    ("before", "away", "queue"),
    [
        ([], ["approve", "recall"], "pending"),
        ([], ["reject", "recall"], "pending"),
        ([], ["investigate", "return"], "pending"),
        ([], ["backlog", "return"], "pending"),
        ([], ["escalate", "return"], "pending"),
        ([], ["investigate", "approve", "recall", "return"], "pending"),
        (["escalate"], ["approve", "recall"], "escalated"),
        (["escalate"], ["investigate", "return"], "escalated"),
        (["investigate"], ["reject", "recall"], "investigation"),
    ],
)
def test_every_way_back_keeps_age_due_time_and_place(before: list[str], away: list[str], queue: str) -> None:
    desk = Desk(a_pending_task()).decide(*before)
    left = open_task(desk.process)
    age(left)
    desk.decide(*away)
    back = open_task(desk.process)
    assert (back.queue, back.pk > left.pk) == (queue, True)
    assert (back.created, back.due_at, back.rank_at) == (left.created, left.due_at, left.rank_at)
    shown = desk.staff.get(f"/tasks/{back.pk}").json()
    assert shown["created_at"].startswith(f"{left.created:%Y-%m-%dT%H:%M}")


def test_the_overdue_count_does_not_fall_by_undoing() -> None:
    task = a_pending_task()
    age(task)
    desk = Desk(task).decide("approve", "recall")
    (pending,) = [queue for queue in desk.staff.get("/queues").json() if queue["name"] == "pending"]
    assert pending["overdue"] == 1


def test_a_reinstated_item_keeps_its_age_in_escalated() -> None:
    desk = Desk(a_pending_task()).decide("escalate")
    escalated = open_task(desk.process)
    age(escalated)
    desk.decide("reject", "confirm")
    answer = desk.staff.post(
        f"/processes/review_moderation/{desk.process.pk}/reinstatement", {"notes": "The author sent the receipt."}
    )
    again = open_task(Process.objects.get(pk=answer.json()["process"]["id"]))
    assert (again.created, again.due_at) == (escalated.created, escalated.due_at)


def test_a_review_returned_from_its_first_queue_keeps_the_age_of_its_process() -> None:
    desk = Desk(a_pending_task(text="I know where you live."))
    Process.objects.filter(pk=desk.process.pk).update(created=Now() - TWO_DAYS)
    desk.decide("return")
    task, process = open_task(desk.process), Process.objects.get(pk=desk.process.pk)
    assert (task.queue, task.created) == ("pending", process.created)
    assert task.due_at == process.created + HARM_WITHIN


def test_an_item_that_is_sent_on_again_has_a_new_clock() -> None:
    desk = Desk(a_pending_task()).decide("escalate")
    first = open_task(desk.process)
    age(first)
    desk.decide("return", "escalate")
    assert open_task(desk.process).created > first.created
