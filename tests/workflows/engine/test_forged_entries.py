"""What the application's role may write into history with SQL of its own: no time, no number, nobody else's name."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.db import ProgrammingError, connection, transaction
from django.utils import timezone

from audit import actions
from audit.entries import record_audit
from audit.models import AuditEntry
from kit import acting
from tests.databases import as_owner
from tests.entries import write_entry
from tests.factories import a_head_moderator, a_moderator, a_pending_task
from tests.interleaving import HANGS, alone, is_somebody_blocked
from tests.live import wait_until
from tests.staff import Staff
from workflows.engine.core.consistency.chains import find_faults
from workflows.engine.core.transition.writer import record_event
from workflows.engine.verbs.claims import claim_task
from workflows.models import HistoryHead, Process, TaskEvent

# of the columns that must have a value
FILLED = {
    "action": "'note'",
    **dict.fromkeys(("node", "outcome", "to_node", "request_id", "text_digest", "previous_hash", "hash"), "''"),
    "seq": "0",
    "data": "'{}'",
}


@pytest.fixture
def process() -> Iterator[Process]:
    """After each attack the chain is whole."""
    process = a_pending_task().process
    yield process
    call_command("docket_verify_history", verbosity=0)


def insert(process: Process, setting: str = "", **given: str) -> TaskEvent:
    """By the application's role, in a transaction that acts for `setting`."""
    columns = {"process_id": str(process.pk), **FILLED, **given}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('docket.actor', %s, true)", [setting])
        values = ", ".join(columns.values())
        cursor.execute(f"INSERT INTO workflows_taskevent ({', '.join(columns)}) VALUES ({values}) RETURNING id")
        ((number,),) = cursor.fetchall()
    return TaskEvent.objects.get(pk=number)


def test_of_two_first_entries_at_once_the_second_follows_the_first(process: Process) -> None:
    as_owner(f"DELETE FROM workflows_taskevent WHERE process_id = {process.pk}")
    as_owner(f"DELETE FROM workflows_historyhead WHERE process_id = {process.pk}")
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first = insert(process)
            waiting = pool.submit(alone, partial(insert, process))
            wait_until(is_somebody_blocked, HANGS)
        second = waiting.result(HANGS)
    assert (first.seq, second.seq) == (1, 2)
    assert second.previous_hash == first.hash
    assert first.at is not None
    assert second.at is not None
    assert first.at < second.at


def copy(table: str, columns: str, line: str) -> None:
    statement = f"COPY {table} ({columns}) FROM STDIN"
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as sent:
        sent.write(line)


@pytest.mark.parametrize("moment", ["'2020-02-02'", "'2099-01-01'", "'-infinity'", "now() - interval '1 second'"])
def test_the_time_of_an_entry_is_the_databases(process: Process, moment: str) -> None:
    before = TaskEvent.objects.get(process=process).at
    entry = insert(process, at=moment)
    assert before is not None
    assert entry.at is not None
    assert before < entry.at < timezone.now() + timedelta(minutes=1)


@pytest.mark.parametrize("number", ["-5", "0", "9223372036854775807", "(SELECT max(id) + 1 FROM workflows_taskevent)"])
def test_the_id_of_an_entry_is_the_sequences(process: Process, number: str) -> None:
    with pytest.raises(ProgrammingError, match="permission denied"):
        insert(process, id=number)
    last = TaskEvent.objects.latest("pk").pk
    assert insert(process).pk > last


@pytest.mark.parametrize("forged", [{"seq": "7"}, {"seq": "-1"}, {"hash": r"'\x00'"}, {"previous_hash": r"'\x00'"}])
def test_the_place_and_the_hashes_of_an_entry_are_the_triggers(process: Process, forged: dict[str, str]) -> None:
    entry = insert(process, **forged)
    first = TaskEvent.objects.get(process=process, seq=1)
    assert (entry.seq, bytes(entry.previous_hash)) == (2, bytes(first.hash))


def test_an_entry_names_nobody_but_who_acts(process: Process) -> None:
    me, other = a_moderator(), a_moderator()
    for setting in ("", str(me.pk), "nobody"):
        with pytest.raises(ProgrammingError, match=f"names account {other.pk}, and this session acts for"):
            insert(process, setting, actor_id=str(other.pk))
    assert insert(process, str(me.pk), actor_id=str(me.pk)).actor_id == me.pk
    assert insert(process, str(me.pk)).actor_id is None  # the product itself


def test_a_copied_entry_is_no_way_around(process: Process) -> None:
    columns = f"process_id, {', '.join(FILLED)}"
    line = "\t".join([str(process.pk), "note", *[""] * 7, "5", "{}"])
    with pytest.raises(ProgrammingError, match="permission denied"):
        copy("workflows_taskevent", f"id, {columns}", f"-5\t{line}\n")
    with pytest.raises(ProgrammingError, match="names account 99"):
        copy("workflows_taskevent", f"actor_id, {columns}", f"99\t{line}\n")
    copy("workflows_taskevent", f"at, {columns}", f"2020-02-02\t{line}\n")
    entry = TaskEvent.objects.get(action="note")
    assert entry.at is not None
    assert (entry.seq, entry.at.year > 2020) == (2, True)


def test_a_temporary_table_does_not_stand_for_the_heads(process: Process) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE workflows_historyhead (LIKE public.workflows_historyhead INCLUDING ALL)")
        try:
            with transaction.atomic():
                cursor.execute("SELECT set_config('docket.actor', '', true)")
                cursor.execute(
                    f"INSERT INTO workflows_taskevent (process_id, {', '.join(FILLED)})"
                    f" VALUES ({process.pk}, {', '.join(FILLED.values())})"
                )
        finally:
            cursor.execute("DROP TABLE pg_temp.workflows_historyhead")
    assert HistoryHead.objects.get(process=process).length == 2


def test_a_request_writes_entries_of_the_person_who_signed_in_alone(process: Process) -> None:
    me, other = a_moderator(), a_moderator()
    with acting.in_request():
        with pytest.raises(ProgrammingError, match="names account"):
            record_event(process, "note", actor_id=me.pk)  # nobody has signed in
        acting.sign_in(me.pk)
        record_event(process, "note", actor_id=me.pk)
        with pytest.raises(ProgrammingError, match=f"names account {other.pk}"):
            record_event(process, "note", actor_id=other.pk)
    record_event(process, "note", actor_id=other.pk)  # a job, on behalf of the person whom its caller names


def test_a_verb_by_another_than_the_caller_is_refused(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """The routers name the caller (`by=`): a router that names somebody else changes nothing."""
    task, me, other = process.task_set.get(queue="pending"), a_moderator(), a_head_moderator()
    staff = Staff(me)
    monkeypatch.setattr("api.tasks.tasks.claim_task", lambda number, **_: claim_task(number, by=other))
    staff.client.raise_request_exception = False
    assert staff.put(f"/tasks/{task.pk}/lock").status_code == 500
    task.refresh_from_db()
    assert (task.owner_id, TaskEvent.objects.filter(action="claim").exists()) == (None, False)
    monkeypatch.undo()
    staff.put(f"/tasks/{task.pk}/lock")
    assert TaskEvent.objects.get(action="claim").actor_id == me.pk


def test_the_owner_may_write_entries_of_other_days(process: Process) -> None:
    at = timezone.now() - timedelta(days=400)
    assert TaskEvent.objects.get(pk=write_entry(process, "skip", actor_id=7, at=at).pk).at == at
    assert list(find_faults()) == []


def test_the_audit_log_takes_neither_time_nor_number_nor_name() -> None:
    me, other = a_moderator(), a_moderator()

    def write(**given: Any) -> None:
        columns = {"kind": "account", "subject_id": me.pk, "code": "erased", "request_id": "", **given}
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('docket.actor', %s, true)", [str(me.pk)])
            places = ", ".join(["%s"] * len(columns))
            cursor.execute(
                f"INSERT INTO audit_auditentry ({', '.join(columns)}) VALUES ({places})", list(columns.values())
            )

    write(user_id=me.pk, at="2020-02-02")
    assert AuditEntry.objects.get().at > timezone.now() - timedelta(hours=1)
    with pytest.raises(ProgrammingError, match="permission denied"):
        write(id=-5)
    with pytest.raises(ProgrammingError, match=f"names account {other.pk}"):
        write(user_id=other.pk)
    with acting.in_request(), transaction.atomic():
        acting.sign_in(me.pk)
        assert record_audit(actions.ACCOUNT_ERASED, me.pk, user_id=me.pk).pk


@pytest.mark.parametrize("table", ["reviews_revision", "reviews_statement", "workflows_taskevent", "audit_auditentry"])
def test_no_append_only_table_takes_an_id(table: str) -> None:
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        connection.cursor().execute(f"INSERT INTO {table} (id) VALUES (1)")
