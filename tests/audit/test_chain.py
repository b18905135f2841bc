"""The audit log is a chain for each subject: what is changed behind the application's back shows (decision 67)."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import ProgrammingError, connection, transaction

from accounts.models import User
from audit import actions
from audit.chains import AuditFault, find_audit_faults
from audit.entries import record_audit, write_remark
from audit.models import AuditEntry, AuditHead, Kind
from tests.databases import as_owner
from tests.factories import a_company, an_admin
from workflows.engine.core.consistency.chains import broken_anchors, write_anchor

pytestmark = [pytest.mark.usefixtures("anchors"), pytest.mark.rule(17)]


@pytest.fixture
def person() -> User:
    return an_admin()


@pytest.fixture
def company(person: User) -> int:
    """A company with three entries, between those of another."""
    company, other = a_company().pk, a_company().pk
    for subject in (company, other, company):
        with transaction.atomic():
            record_audit(actions.COMPANY_CHANGED, subject, user_id=person.pk, fields=["name"])
    write_remark(Kind.COMPANY, company, "Asked by telephone.", user_id=person.pk)
    return int(company)


def test_the_log_of_each_subject_is_a_chain(company: int) -> None:
    entries = list(AuditEntry.objects.filter(subject_id=company).order_by("pk"))
    assert [entry.seq for entry in entries] == [1, 2, 3]
    assert [bytes(entry.previous_hash) for entry in entries] == [b"", *(bytes(entry.hash) for entry in entries[:2])]
    head = AuditHead.objects.get(subject_id=company)
    assert (head.length, bytes(head.hash)) == (3, bytes(entries[-1].hash))
    assert list(find_audit_faults()) == []
    call_command("docket_verify_history", verbosity=0)


@pytest.mark.parametrize(
    "change",
    [
        "kind = 'group'",
        "subject_id = 999",
        "at = at - interval '1 day'",
        "user_id = 999",
        "code = 'created'",
        """details = '{"fields": ["slug"]}'""",
        "sentence = 'Changed: slug.'",
        "remark_id = 7",
        "request_id = 'another'",
    ],
)
def test_a_changed_entry_shows(company: int, change: str) -> None:
    as_owner(f"UPDATE audit_auditentry SET {change} WHERE subject_id = {company} AND seq = 2")
    assert list(find_audit_faults())
    with pytest.raises(SystemExit):
        call_command("docket_verify_history")


def test_a_removed_entry_shows(company: int) -> None:
    as_owner(f"DELETE FROM audit_auditentry WHERE subject_id = {company} AND seq = 2")
    assert AuditFault("company", company, 3) in list(find_audit_faults())


def test_a_cut_tail_shows_at_the_head_and_with_it_at_the_anchor(company: int, tmp_path: Path) -> None:
    as_owner("UPDATE audit_auditentry SET at = at - interval '1 hour'")  # as if written an hour ago
    write_anchor(tmp_path)
    assert list(broken_anchors(tmp_path)) == []
    as_owner(f"DELETE FROM audit_auditentry WHERE subject_id = {company} AND seq = 3")
    assert AuditFault("company", company, 0) in list(find_audit_faults())
    as_owner(f"DELETE FROM audit_audithead WHERE subject_id = {company}")
    assert len(list(broken_anchors(tmp_path))) == 1


def test_the_application_gives_neither_number_nor_hash_and_cannot_touch_heads(company: int, person: User) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('docket.actor', %s, true)", [str(person.pk)])
        cursor.execute(
            "INSERT INTO audit_auditentry (kind, subject_id, user_id, code, request_id, seq, hash, previous_hash)"
            " VALUES ('company', %s, %s, 'created', '', 77, 'a', 'b')",
            [company, person.pk],
        )
    assert AuditEntry.objects.latest("pk").seq == 4
    assert list(find_audit_faults()) == []
    for statement in ("UPDATE audit_audithead SET length = 9", "DELETE FROM audit_audithead"):
        with pytest.raises(ProgrammingError, match="permission denied"), connection.cursor() as cursor:
            cursor.execute(statement)


def test_parallel_entries_of_one_log_stand_in_one_order(person: User) -> None:
    def write(_number: int) -> None:
        with transaction.atomic():
            record_audit(actions.GROUP_CHANGED, 5, user_id=person.pk, fields=["name"])
        connection.close()

    with ThreadPoolExecutor(8) as people:
        list(people.map(write, range(40)))
    assert list(AuditEntry.objects.order_by("seq").values_list("seq", flat=True)) == list(range(1, 41))
    assert list(find_audit_faults()) == []
