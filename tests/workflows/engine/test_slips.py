"""What only moved an item aside can be taken back by whoever did it: a skip, and an assignment to somebody else."""

import pytest

from tests.consistency import inconsistencies
from tests.factories import a_moderator, a_pending_task
from tests.staff import Staff
from workflows.engine.verbs.assignment import SLIP
from workflows.models import Task, TaskEvent, TaskSkip


def actions(task: Task) -> list[str]:
    return list(TaskEvent.objects.filter(process=task.process_id).order_by("seq").values_list("action", flat=True))


def hand_over(me: Staff, task: Task, to: int) -> None:
    me.put(f"/tasks/{task.pk}/lock")
    assert me.put(f"/tasks/{task.pk}/assignee", {"user_id": to, "note": "Yours?"}).status_code == 204


def test_a_skip_is_taken_back_once() -> None:
    staff, task = Staff(a_moderator()), a_pending_task()
    staff.post(f"/tasks/{task.pk}/skip")
    for _ in range(2):
        assert staff.delete(f"/tasks/{task.pk}/skip").status_code == 204
    assert not TaskSkip.objects.exists()
    assert actions(task) == ["start", "skip", "wake"]


def test_whoever_has_just_handed_an_item_to_a_colleague_takes_it_back_and_nobody_else_does() -> None:
    me, other, colleague = Staff(a_moderator()), Staff(a_moderator()), a_moderator()
    task = a_pending_task()
    hand_over(me, task, colleague.pk)
    assert other.delete(f"/tasks/{task.pk}/assignee").status_code == 403
    assert me.delete(f"/tasks/{task.pk}/assignee").status_code == 204
    task.refresh_from_db()
    assert task.assignee_id is None
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("since", ["worked on", "long ago"])
def test_a_slip_is_no_slip_any_more_when_the_colleague_has_worked_on_it_or_its_time_is_over(
    since: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, colleague, task = Staff(a_moderator()), a_moderator(), a_pending_task()
    hand_over(me, task, colleague.pk)
    if since == "worked on":
        Staff(colleague).put(f"/tasks/{task.pk}/lock")
        Staff(colleague).delete(f"/tasks/{task.pk}/lock")
    else:
        monkeypatch.setattr("workflows.engine.verbs.assignment.SLIP", -SLIP)
    assert me.delete(f"/tasks/{task.pk}/assignee").status_code == 403
