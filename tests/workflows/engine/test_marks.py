"""What left the house is noted outside the database: entries that a restored database or a lagging replica lacks."""

import threading
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from audit.entries import write_remark
from audit.models import Kind
from commands.relay import run_relay
from tests.databases import as_owner
from tests.factories import a_company, a_moderator, a_pending_task, an_admin
from tests.staff import Staff
from tests.workflows.reviews.desk import do_jobs, end_holds, reject
from tests.workflows.tickets.threads import a_ticket, reply
from workflows.engine.core.consistency.chains import broken_anchor_faults, find_faults
from workflows.engine.core.transition.writer import record_event
from workflows.engine.outbox.kinds import Kind as JobKind
from workflows.engine.outbox.marks import Watch, delete_old_marks
from workflows.models import Process

pytestmark = [pytest.mark.usefixtures("anchors"), pytest.mark.rule(17)]


def lose_the_last_entry(process_id: int) -> None:
    """As in a replica that lagged: the entry and its head are as they were before it."""
    last = f"(SELECT max(seq) FROM workflows_taskevent WHERE process_id = {process_id})"
    as_owner(f"DELETE FROM workflows_taskevent WHERE process_id = {process_id} AND seq = {last}")
    as_owner(
        "UPDATE workflows_historyhead head SET length = entry.seq, hash = entry.hash FROM workflows_taskevent entry"
        f" WHERE head.process_id = {process_id} AND entry.process_id = {process_id} AND entry.seq = {last}"
    )


def a_note(process: Process) -> None:
    record_event(process, "note", actor_id=a_moderator().pk, text="Look.")


def lost(folder: Path) -> list[str]:
    assert list(find_faults()) == []
    return [str(fault) for fault in broken_anchor_faults(folder)]


def test_what_the_relay_saw_and_the_database_lacks_is_named(tmp_path: Path) -> None:
    process = a_pending_task().process
    a_note(process)
    stop = threading.Event()

    class Broker:
        def __call__(self, message_id: int, kind: JobKind) -> None: ...

        def has_lost_jobs(self) -> bool:
            return False

        def waiting(self, kind: JobKind) -> int:
            stop.set()
            return 0

    run_relay(Broker(), stop)
    assert lost(tmp_path / "anchors") == []
    as_owner("DELETE FROM workflows_eventtext")
    lose_the_last_entry(process.pk)
    (sentence,) = lost(tmp_path / "anchors")
    assert sentence.startswith(f"process {process.pk}: entry 2, which was there at ")
    assert sentence.endswith("(relay), is not")
    a_note(process)  # another entry in its place
    assert len(lost(tmp_path / "anchors")) == 1


def test_a_letter_that_was_sent_names_the_decision_that_the_database_lacks(tmp_path: Path) -> None:
    task = a_pending_task(author_email="a@example.com")
    reject(Staff(a_moderator()), task)
    end_holds()
    do_jobs()
    assert lost(tmp_path / "anchors") == []
    for _ in range(2):  # that the letter was sent, and its statement
        lose_the_last_entry(task.process_id)
    (sentence,) = lost(tmp_path / "anchors")
    assert sentence.endswith("(letter), is not")


def test_a_mail_to_a_client_names_the_reply_that_the_database_lacks(tmp_path: Path) -> None:
    ticket = a_ticket()
    assert reply(Staff(a_moderator()), ticket).status_code == 201
    do_jobs()
    process = Process.objects.get(subject_id=ticket.pk)
    assert lost(tmp_path / "anchors") == []
    lose_the_last_entry(process.pk)
    (sentence,) = lost(tmp_path / "anchors")
    assert sentence.endswith("(mail), is not")


def test_a_lost_entry_of_an_audit_log_is_named(tmp_path: Path) -> None:
    company = a_company().pk
    for _ in range(2):
        write_remark(Kind.COMPANY, company, "Asked by telephone.", user_id=an_admin().pk)
    Watch("relay").look()
    as_owner("DELETE FROM audit_auditentry WHERE seq = 2")
    as_owner("UPDATE audit_audithead head SET length = 1, hash = entry.hash FROM audit_auditentry entry")
    (sentence,) = lost(tmp_path / "anchors")
    assert sentence.startswith(f"audit log of company {company}: entry 2")


def test_marks_hold_ids_and_codes_and_go_after_two_days(tmp_path: Path) -> None:
    folder = tmp_path / "anchors"
    a_pending_task()
    Watch("relay").look()
    (path,) = folder.glob("*.marks")
    old = folder / f"{timezone.now() - timedelta(days=3):%Y-%m-%d}.marks"
    old.write_text(path.read_text())
    with path.open("a") as file:
        file.write('{"at": "20')  # its writer was ended
    delete_old_marks(folder)
    assert (list(folder.glob("*.marks")), lost(folder)) == ([path], [])
