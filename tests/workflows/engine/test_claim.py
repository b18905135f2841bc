"""Claiming: one holder at a time, for a while, by the database's clock."""

from datetime import timedelta

import pytest
from django.db.models import F

from accounts.models import User
from kit.errors import ForbiddenError
from tests.factories import a_moderator, a_pending_task, a_second_look
from tests.staff import Staff
from workflows.engine.core.errors import TaskNotFoundError
from workflows.engine.verbs.claims import extend_lease, release_task
from workflows.models import Task, TaskEvent


def end_the_lease(task: Task) -> None:
    Task.objects.filter(pk=task.pk).update(lease_until=F("assigned"))


def lease_of(task: Task) -> timedelta:
    task.refresh_from_db()
    assert task.lease_until
    assert task.assigned
    return task.lease_until - task.assigned


def actions(task: Task) -> list[str]:
    return list(TaskEvent.objects.filter(process=task.process).order_by("seq").values_list("action", flat=True))


@pytest.mark.rule(3)
def test_a_claim_lasts_five_minutes_and_leaves_an_entry() -> None:
    task = a_pending_task()
    answer = Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    assert answer.status_code == 200
    assert lease_of(task) == timedelta(minutes=5)
    assert actions(task) == ["start", "claim"]


@pytest.mark.rule(1)
def test_a_second_claim_is_refused_with_the_holder_and_the_time() -> None:
    task, first = a_pending_task(), a_moderator("Marta Ellwood")
    Staff(first).put(f"/tasks/{task.pk}/lock")
    refused = Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    assert refused.status_code == 409
    body = refused.json()
    assert (body["code"], body["holder"]) == ("task_taken", {"id": first.pk, "name": "Marta Ellwood"})
    assert body["since"] < body["until"]
    assert actions(task) == ["start", "claim"]


@pytest.mark.rule(3)
def test_an_ended_lease_counts_as_free_before_any_sweep() -> None:
    task, second = a_pending_task(), a_moderator()
    Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    end_the_lease(task)
    assert Staff(second).put(f"/tasks/{task.pk}/lock").status_code == 200
    task.refresh_from_db()
    assert task.owner_id == second.pk


def test_each_change_of_a_lock_raises_its_version() -> None:
    task, first, second = a_pending_task(), Staff(a_moderator()), Staff(a_moderator())
    claimed = first.put(f"/tasks/{task.pk}/lock").json()["lock_version"]
    extended = first.put(f"/tasks/{task.pk}/lock", {"extend": True}).json()["lock_version"]
    refused = second.put(f"/tasks/{task.pk}/lock").json()["lock_version"]
    first.delete(f"/tasks/{task.pk}/lock")
    released = second.get(f"/tasks/{task.pk}").json()["lock_version"]
    listed = second.get("/queues/pending/tasks").json()["items"][0]["lock_version"]
    decided = first.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}).json()["lock_version"]
    assert 0 < claimed < extended == refused < released == listed == decided
    second.decide(task.pk, "approve")
    task.refresh_from_db()
    assert task.lock_version > released + 1


def test_claiming_again_extends_and_writes_nothing() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    Task.objects.filter(pk=task.pk).update(lease_until=F("lease_until") - timedelta(minutes=4))
    answer = staff.put(f"/tasks/{task.pk}/lock")
    assert answer.status_code == 200
    assert lease_of(task) >= timedelta(minutes=5)
    assert actions(task) == ["start", "claim"]


@pytest.mark.rule(3)
def test_a_lease_ends_after_thirty_minutes_however_often_it_is_extended() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    Task.objects.filter(pk=task.pk).update(assigned=F("assigned") - timedelta(minutes=29))
    answer = staff.put(f"/tasks/{task.pk}/lock", {"extend": True}).json()
    assert answer["locked_until"] == answer["limit_at"]


def test_a_heartbeat_never_takes_a_task() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    assert staff.put(f"/tasks/{task.pk}/lock", {"extend": True}).json()["code"] == "lock_lost"
    task.refresh_from_db()
    assert task.owner_id is None


@pytest.mark.rule(3)
def test_a_heartbeat_after_the_lease_names_the_new_holder() -> None:
    task, first, second = a_pending_task(), Staff(a_moderator()), Staff(a_moderator("Callum Frayne"))
    first.put(f"/tasks/{task.pk}/lock")
    end_the_lease(task)
    second.put(f"/tasks/{task.pk}/lock")
    refused = first.put(f"/tasks/{task.pk}/lock", {"extend": True})
    assert refused.status_code == 409
    assert (refused.json()["code"], refused.json()["holder"]["name"]) == ("lock_lost", "Callum Frayne")


def test_an_item_assigned_to_another_person_cannot_be_claimed() -> None:
    task, assignee = a_pending_task(), a_moderator("Marta Ellwood")
    Task.objects.filter(pk=task.pk).update(assignee=assignee)
    refused = Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    assert (refused.status_code, refused.json()["holder"]["name"]) == (409, "Marta Ellwood")
    assert Staff(assignee).put(f"/tasks/{task.pk}/lock").status_code == 200


def test_a_release_frees_the_task_and_can_be_sent_twice() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    assert staff.delete(f"/tasks/{task.pk}/lock").status_code == 204
    assert staff.delete(f"/tasks/{task.pk}/lock").status_code == 204
    assert actions(task) == ["start", "claim", "release"]
    assert Staff(a_moderator()).put(f"/tasks/{task.pk}/lock").status_code == 200


def test_a_release_needs_the_own_lock() -> None:
    task = a_pending_task()
    Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    assert Staff(a_moderator()).delete(f"/tasks/{task.pk}/lock").json()["code"] == "task_taken"


def test_a_person_holds_at_most_ten(staff: Staff) -> None:
    tasks = [a_pending_task() for _ in range(11)]
    assert [staff.put(f"/tasks/{task.pk}/lock").status_code for task in tasks] == [200] * 10 + [409]
    assert staff.post("/queues/pending/next").json()["code"] == "too_many_held"
    staff.delete(f"/tasks/{tasks[0].pk}/lock")
    assert staff.put(f"/tasks/{tasks[10].pk}/lock").status_code == 200


def test_a_hold_ends_by_itself_once_its_holder_may_not_do_the_step_any_more() -> None:
    user, task = a_moderator(), a_pending_task()
    staff = Staff(user)
    staff.put(f"/tasks/{task.pk}/lock")
    until = Task.objects.get(pk=task.pk).lease_until
    User.objects.filter(pk=user.pk).update(cms_access=["tickets"])
    user.refresh_from_db()
    for answer in (staff.put(f"/tasks/{task.pk}/lock", {"extend": True}), staff.delete(f"/tasks/{task.pk}/lock")):
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    # the engine checks the permission too, for callers that are not the API
    for verb in (extend_lease, release_task):
        with pytest.raises(ForbiddenError):
            verb(task.pk, by=user)
    task.refresh_from_db()
    assert (task.owner_id, task.lease_until) == (user.pk, until)
    assert actions(task) == ["start", "claim"]


def test_a_barred_person_cannot_extend_or_release() -> None:
    user, task = a_moderator(), a_second_look()
    staff = Staff(user)
    staff.put(f"/tasks/{task.pk}/lock")
    Task.objects.filter(pk=task.pk).update(barred_too_id=user.pk)
    for answer in (staff.put(f"/tasks/{task.pk}/lock", {"extend": True}), staff.delete(f"/tasks/{task.pk}/lock")):
        assert answer.status_code == 404
    for verb in (extend_lease, release_task):
        with pytest.raises(TaskNotFoundError):
            verb(task.pk, by=user)
    assert actions(task) == ["start", "claim"]
