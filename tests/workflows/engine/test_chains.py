"""`docket verify-history`: what was changed behind the application's back shows."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from tests.factories import a_moderator, a_pending_task
from tests.staff import Staff
from workflows.engine.core.consistency.chains import Fault, broken_anchors, find_faults, write_anchor
from workflows.models import Task

pytestmark = [pytest.mark.usefixtures("anchors"), pytest.mark.rule(17)]


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
        ("UPDATE workflows_taskevent SET request_id = 'another' WHERE seq = 2", "link", 2),
        ("UPDATE workflows_taskevent SET task_id = NULL WHERE seq = 3", "link", 3),
        ("UPDATE workflows_taskevent SET action = 'note' WHERE seq = 2", "link", 2),
        ("UPDATE workflows_taskevent SET node = 'backlog' WHERE seq = 2", "link", 2),
        ("UPDATE workflows_taskevent SET outcome = 'approve' WHERE seq = 3", "link", 3),
        ("UPDATE workflows_taskevent SET to_node = 'queued' WHERE seq = 3", "link", 3),
        ("UPDATE workflows_taskevent SET text_digest = '' WHERE seq = 3", "link", 3),
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


def test_all_anchors_are_compared_in_one_reading_of_history(task: Task, tmp_path: Path) -> None:
    """An anchor a day: a reading for each would take a year of readings after a year."""
    as_owner("UPDATE workflows_taskevent SET at = at - interval '1 hour' WHERE seq < 3")
    write_anchor(tmp_path).rename(tmp_path / "2026-01-01.json")
    write_anchor(tmp_path).rename(tmp_path / "2026-01-02.json")
    as_owner("UPDATE workflows_taskevent SET at = at - interval '1 hour' WHERE seq = 3")
    write_anchor(tmp_path).rename(tmp_path / "2026-01-03.json")
    with CaptureQueriesContext(connection) as queries:
        assert list(broken_anchors(tmp_path)) == []
    read = [query["sql"] for query in queries if '"hash" FROM' in query["sql"]]
    assert sorted("taskevent" in sql for sql in read) == [False, True]
    as_owner("UPDATE workflows_taskevent SET hash = '' WHERE seq = 3")
    assert [path.stem for path, _ in broken_anchors(tmp_path)] == ["2026-01-03"]
    as_owner("UPDATE workflows_taskevent SET hash = '' WHERE seq = 1")
    assert [path.stem for path, _ in broken_anchors(tmp_path)] == ["2026-01-01", "2026-01-02", "2026-01-03"]


def test_an_anchor_excludes_entries_of_running_transactions(task: Task, tmp_path: Path) -> None:
    assert '"entries": 0' in write_anchor(tmp_path).read_text()


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("UPDATE workflows_task SET flow_task = 'review_moderation.triage' WHERE id = %s", "review_moderation.triage"),
        ("UPDATE workflows_task SET queue = 'triage' WHERE id = %s", "triage"),
        (
            "UPDATE reviews_review SET status = 'triage' FROM workflows_process process JOIN workflows_task task"
            " ON task.process_id = process.id WHERE task.id = %s AND subject_id = reviews_review.id",
            "triage",
        ),
    ],
)
def test_a_name_that_no_process_declares_shows(statement: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    task = a_pending_task()
    call_command("docket_check")
    with connections["default"].cursor() as cursor:
        cursor.execute(statement, [task.pk])
    with pytest.raises(SystemExit):
        call_command("docket_check")
    assert f"No process declares '{name}', and 1 rows name it" in capsys.readouterr().err
