"""What the process library does when it is left alone, and what this product must not."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now

from tests.factories import a_moderator, a_pending_task, open_task
from tests.staff import Staff
from workflows.checks import problems_of
from workflows.engine.core.flows import flows
from workflows.engine.verbs.sweep import sweep
from workflows.models import Task, TaskEvent
from workflows.review_moderation import ReviewModeration


def test_a_flow_without_a_lock_of_its_own_has_the_lock_of_all_flows() -> None:
    assert all(not problems_of(flow) for flow in flows())


def test_history_outlives_the_wish_to_delete_an_account() -> None:
    task, person = a_pending_task(), a_moderator()
    staff = Staff(person)
    staff.decide(task.pk, "approve")
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_user WHERE id = %s", [person.pk])
    with pytest.raises(TypeError, match="erased"):
        person.delete()
    assert TaskEvent.objects.filter(actor_id=person.pk).count() == 2


def test_when_a_task_was_taken_is_kept() -> None:
    task = a_pending_task()
    Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    task.refresh_from_db()
    assert task.assigned


def test_a_stored_error_contains_no_stack_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    task, staff = a_pending_task(author_name="Rowan Thackery"), Staff(a_moderator())
    staff.decide(task.pk, "approve")
    waiting = open_task(task.process)
    Task.objects.filter(pk=waiting.pk).update(fires_at=Now() - timedelta(seconds=1))
    monkeypatch.setattr(ReviewModeration.published, "effect", _fail_with_a_name)
    assert sweep()["failed"] == 1
    assert {str(row) for row in Task.objects.values_list("data", flat=True)} == {"{}"}
    assert open_task(task.process).pk == waiting.pk


def _fail_with_a_name(_subject_id: int) -> None:
    author = "Rowan Thackery"
    raise RuntimeError(author)


def test_a_decided_task_never_fires() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    step = staff.decide(task.pk, "approve")["next"]
    staff.decide(step["task_id"], "recall")
    Task.objects.filter(pk=step["task_id"]).update(fires_at=Now() - timedelta(seconds=1))
    assert not sweep()["fired"]
    assert open_task(task.process).queue == "pending"


def test_the_library_adds_no_middleware_and_makes_no_tables() -> None:
    assert not [name for name in settings.MIDDLEWARE if "viewflow" in name]
    assert not [name for name in connection.introspection.table_names() if name.startswith("viewflow")]


def test_the_task_table_has_our_indexes_alone() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE tablename = 'workflows_task' ORDER BY 1")
        names = {name for (name,) in cursor.fetchall()}
    ours = {index.name for index in Task._meta.indexes}
    assert {name for name in names - ours if not name.endswith("_pkey")} == {
        name for name in names if name.startswith("workflows_task_process_id")
    }


def test_an_outcome_that_is_unknown_to_the_step_is_never_taken() -> None:
    task = a_pending_task()
    with pytest.raises(KeyError):
        task.flow_task.target_of("publish", task)
