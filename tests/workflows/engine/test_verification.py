"""`docket verify-history`: what was changed behind the application's back shows."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections
from django.db.models.functions import Now
from pytest_django import Settings

from tests.factories import a_moderator, a_pending_task
from tests.staff import Staff
from workflows.engine.core.stored_names import unknown_names
from workflows.engine.core.verification import Fault, broken_anchors, find_faults, write_anchor
from workflows.models import Task, TaskEvent

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture(autouse=True)
def anchors_of_our_own(settings: Settings, tmp_path: Path) -> None:
    settings.ANCHOR_FOLDER = tmp_path / "anchors"


@pytest.fixture
def task() -> Task:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    rejection = {"outcome": "reject", "form": {"reason": "fake", "facts": "No such street."}}
    staff.post(f"/tasks/{task.pk}/decision", rejection)
    return task


def as_owner(statement: str) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement)


def test_a_whole_history_has_no_faults(task: Task) -> None:
    assert list(find_faults()) == []
    call_command("docket_verify_history", verbosity=0)


@pytest.mark.parametrize(
    ("tampering", "what", "seq"),
    [
        ("UPDATE workflows_taskevent SET actor_id = 999 WHERE seq = 2", "link", 2),
        ("UPDATE workflows_taskevent SET data = '{}' WHERE seq = 3", "link", 3),
        ("UPDATE workflows_taskevent SET at = at - interval '1 day' WHERE seq = 1", "link", 1),
        ("UPDATE workflows_eventtext SET body = 'Something else.'", "text", 3),
        ("UPDATE workflows_historyhead SET length = 2", "head", 0),
    ],
)
def test_a_changed_entry_shows(task: Task, tampering: str, what: str, seq: int) -> None:
    as_owner(tampering)
    assert Fault(what, task.process_id, seq) in list(find_faults())


def test_a_removed_entry_shows(task: Task) -> None:
    as_owner("DELETE FROM workflows_taskevent WHERE seq = 2")
    assert {fault.what for fault in find_faults()} == {"link"}


def test_a_cut_tail_shows_at_the_head(task: Task) -> None:
    as_owner("DELETE FROM workflows_eventtext; DELETE FROM workflows_taskevent WHERE seq = 3")
    assert list(find_faults()) == [Fault("head", task.process_id, 0)]
    with pytest.raises(SystemExit):
        call_command("docket_verify_history")


def test_a_tail_cut_with_its_head_shows_at_the_anchor(task: Task, tmp_path: Path) -> None:
    as_owner("UPDATE workflows_taskevent SET at = at - interval '1 hour'")  # as if written an hour ago
    write_anchor(tmp_path)
    assert list(broken_anchors(tmp_path)) == []
    as_owner(
        "DELETE FROM workflows_eventtext; DELETE FROM workflows_taskevent WHERE seq = 3; "
        "UPDATE workflows_historyhead SET length = 2, hash = (SELECT hash FROM workflows_taskevent WHERE seq = 2)"
    )
    assert len(list(broken_anchors(tmp_path))) == 1


def test_an_anchor_leaves_out_what_may_still_be_written(task: Task, tmp_path: Path) -> None:
    assert '"entries": 0' in write_anchor(tmp_path).read_text()


def test_a_renamed_step_shows() -> None:
    task = a_pending_task()
    assert list(unknown_names()) == []
    renamed = "review_moderation.triage"
    with connections["default"].cursor() as cursor:
        cursor.execute("UPDATE workflows_task SET flow_task = %s WHERE id = %s", [renamed, task.pk])
    assert list(unknown_names()) == [(renamed, 1)]
    assert TaskEvent.objects.filter(at__lte=Now()).exists()
