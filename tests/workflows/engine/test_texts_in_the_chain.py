"""What people wrote stands in the chains as salted digests: what the application's role changes by hand is named."""

from pathlib import Path
from typing import Any

import pytest
from django.db import ProgrammingError, connection, transaction
from pytest_django import Settings

from audit import actions
from audit.entries import record_audit, write_remark
from audit.models import AuditEntry, Kind, Remark
from banned_words.entries import add_word
from banned_words.fields import WordFields
from tests.consistency import enter_rows_of_tests, inconsistencies
from tests.databases import as_owner
from tests.factories import a_company, a_head_moderator, a_moderator, a_pending_task, an_admin
from tests.staff import Staff
from tests.workflows.bulk.batches import ask_for, pending_tasks, work
from tests.workflows.restrictions.requests import a_published_review, a_request
from tests.workflows.reviews.desk import do_jobs, end_holds, reject
from tests.workflows.tickets.threads import a_ticket, reply, writes
from tickets.models import Message, MessageKind
from workflows.consistency import verify
from workflows.models import DomainEvent
from workflows.tickets.mail_in import keep

pytestmark = pytest.mark.rule(17)

RAW = b"From: ada@client.example\r\nSubject: Hello\r\nMessage-ID: <one@client.example>\r\n\r\nHello.\r\n"
WRITTEN, DIFFERS = "was written, and no entry says so", "is not what was written"
# by the application's role, which must be able to change these rows
CHANGED = {
    "UPDATE accounts_user SET cms_access = '{{users}}' WHERE id = {moderator}": f"account {{moderator}} {DIFFERS}",
    "UPDATE accounts_user SET access_level = 'ADMIN' WHERE id = {moderator}": f"account {{moderator}} {DIFFERS}",
    "UPDATE accounts_user SET is_active = false WHERE id = {moderator}": f"account {{moderator}} {DIFFERS}",
    "UPDATE accounts_user SET salt = NULL WHERE id = {moderator}": f"account {{moderator}} {DIFFERS}",
    "INSERT INTO accounts_user (password, email, first_name, last_name, avatar_filename, access_level, cms_access,"
    " on_duty, is_active, created_at, job_title, mobile_phone, landline_phone) VALUES ('', 'new@docket.test', '', '',"
    " '', 'ADMIN', '{{users}}', true, true, now(), '', '', '')": WRITTEN,
    "UPDATE banned_words_bannedword SET term = 'else' WHERE id = {word}": f"word {{word}} {DIFFERS}",
    "UPDATE banned_words_bannedword SET shadow = true WHERE id = {word}": f"word {{word}} {DIFFERS}",
    "UPDATE banned_words_bannedword SET endings = NOT endings WHERE id = {word}": f"word {{word}} {DIFFERS}",
    "DELETE FROM banned_words_bannedword WHERE id = {word}": "word {word} does not exist, and no entry says",
    """UPDATE workflows_domainevent SET payload = payload || '{{"status": "published"}}'
        WHERE id = '{event}'""": f"event {{event}} {DIFFERS}",
    "UPDATE workflows_bulkbatch SET done = 1, failed = 1 WHERE id = {batch}": "batch {batch} counts 2 items: 1 done,",
    "UPDATE workflows_bulkitem SET result = 'failed' WHERE batch_id = {batch}": "its items say 2: 0, 0, 2, 0",
    "UPDATE workflows_bulkitem SET task_id = {task} WHERE batch_id = {batch}": "batch {batch} has decided task {task}",
    "DELETE FROM tickets_originalmail": "mail {mail} does not exist, and no entry says that it was deleted",
    "INSERT INTO audit_remark (text) VALUES ('Forged.')": WRITTEN,
    "INSERT INTO tickets_message (ticket_id, kind, author_name, author_email, text, quoted, created_at, via, auto,"
    " in_reply_to) VALUES ({ticket}, 'note', '', '', 'Forged.', '', now(), 'console', false, '')": WRITTEN,
    "INSERT INTO tickets_originalmail (raw, size, sha256, reason, attempts, received_at)"
    " VALUES ('x', 1, 'x', 'waiting', 0, now())": WRITTEN,
}
# what the application's role may not do, and what is said where the owner of the tables does it
REFUSED = {
    "UPDATE tickets_message SET text = 'Else.' WHERE id = {message}": f"message {{message}} {DIFFERS}",
    "UPDATE tickets_message SET quoted = 'Else.' WHERE id = {message}": f"message {{message}} {DIFFERS}",
    "UPDATE tickets_message SET author_email = 'x@y.example' WHERE id = {message}": f"message {{message}} {DIFFERS}",
    "UPDATE tickets_message SET salt = '' WHERE id = {message}": f"message {{message}} {DIFFERS}",
    "UPDATE tickets_ticket SET last_message_id = NULL;"
    " DELETE FROM tickets_message WHERE id = {message}": "message {message} does not exist",
    "UPDATE audit_remark SET text = 'Else.'": f"remark {{remark}} {DIFFERS}",
    "DELETE FROM audit_remark": "remark {remark} does not exist, and no entry says that it was deleted",
    "UPDATE tickets_ticket SET client_email = 'x@y.example' WHERE id = {ticket}": f"ticket {{ticket}} {DIFFERS}",
    "UPDATE tickets_ticket SET client_name = 'Else' WHERE id = {ticket}": f"ticket {{ticket}} {DIFFERS}",
    "UPDATE tickets_originalmail SET sha256 = 'else' WHERE id = {mail}": f"mail {{mail}} {DIFFERS}",
    "UPDATE restrictions_requesttorestrict SET contact_email = 'x@y.example'": f"request {{request}} {DIFFERS}",
    "UPDATE restrictions_requesttorestrict SET facts = 'Else.'": f"request {{request}} {DIFFERS}",
    "DELETE FROM workflows_domainevent WHERE id = '{event}'": "event {event} does not exist",
}


@pytest.fixture(autouse=True)
def folders_of_our_own(settings: Settings, tmp_path: Path) -> None:
    settings.ANCHOR_FOLDER, settings.MEDIA_ROOT = tmp_path / "anchors", tmp_path / "files"


@pytest.fixture
def names() -> dict[str, Any]:
    """A desk on which each of the things was written as people and programs write it."""
    admin, me, head = an_admin(), a_moderator(), a_head_moderator()
    staff = Staff(me)
    rejected = a_pending_task(author_email="a@example.com")
    reject(staff, rejected)
    end_holds()
    do_jobs()
    request = a_request(a_published_review())
    ticket = a_ticket()
    assert reply(staff, ticket).status_code == 201
    writes(ticket, "Thank you.", quoted="> It is on its way.")
    write_remark(Kind.COMPANY, a_company().pk, "Asked by telephone.", user_id=admin.pk)
    batch = ask_for(Staff(head), pending_tasks(2))
    work()
    word = add_word(WordFields(term="gongfarmer"), by=admin)
    mail = keep(RAW)
    return {
        "moderator": me.pk,
        "message": Message.objects.get(kind=MessageKind.STAFF).pk,
        "ticket": ticket.pk,
        "remark": Remark.objects.get().pk,
        "request": request.data["request"],
        "batch": batch.pk,
        "task": rejected.pk,
        "word": word.pk,
        "mail": mail,
        "event": DomainEvent.objects.get(kind="review.rejected").pk,
    }


def as_application(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_what_people_and_programs_write_agrees(names: dict[str, Any]) -> None:
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("statement", CHANGED)
def test_what_the_applications_role_changes_by_hand_is_named(names: dict[str, Any], statement: str) -> None:
    enter_rows_of_tests()
    as_application(statement.format(**names))
    assert_named(CHANGED[statement].format(**names))


@pytest.mark.parametrize("statement", REFUSED)
def test_what_is_written_once_is_refused_to_the_applications_role(names: dict[str, Any], statement: str) -> None:
    spoilt = statement.format(**names)
    with pytest.raises(ProgrammingError, match="permission denied"):
        as_application(spoilt.rpartition("; ")[2])
    as_owner(spoilt)
    assert_named(REFUSED[statement].format(**names))


def assert_named(sentence: str) -> None:
    found = list(verify())
    assert any(sentence in line for line in found), found


def test_an_erasure_leaves_an_entry_with_the_new_digests_and_another_salt(names: dict[str, Any]) -> None:
    before, person = row_of(names["message"]), a_moderator("Zephyrine Quill")
    reply(Staff(person), a_ticket(), "Yours, Zephyrine Quill")
    message = Message.objects.latest("pk").pk
    enter_rows_of_tests()
    _, old_salt = row_of(message)
    erasure = Staff(an_admin()).client.delete(f"/api/user/{person.pk}", {"confirm": True}, "application/json")
    assert erasure.status_code == 204
    words, salt = row_of(message)
    assert (words, salt != old_salt) == (f"Yours, Former colleague {person.pk}", True)
    assert row_of(names["message"]) == before
    entry = AuditEntry.objects.filter(kind=Kind.ACCOUNT, subject_id=person.pk).latest("pk")
    assert set(seals_of(entry)) == {f"message:{message}", f"account:{person.pk}"}
    assert list(inconsistencies()) == []


def test_the_function_that_erases_leaves_no_change_without_an_entry(names: dict[str, Any]) -> None:
    """The application's role can call it by hand: what it then takes out is named."""
    author = Message.objects.get(kind=MessageKind.STAFF).author_id
    as_application(f"SELECT docket_take_name_out({author}, false, 'way', '.*', 'Else', 'g')")
    assert_named(f"message {names['message']} {DIFFERS}")


def row_of(message: int) -> tuple[str, bytes]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT text, salt FROM tickets_message WHERE id = %s", [message])
        ((text, salt),) = cursor.fetchall()
    return text, bytes(salt)


def seals_of(entry: AuditEntry) -> Any:
    with connection.cursor() as cursor:
        cursor.execute("SELECT array(SELECT jsonb_object_keys(seals)) FROM audit_auditentry WHERE id = %s", [entry.pk])
        ((seals,),) = cursor.fetchall()
    return seals


def test_a_change_that_is_rolled_back_leaves_no_digest() -> None:
    """Also to a savepoint: the next entry does not take it."""
    me = an_admin()
    with transaction.atomic():
        savepoint = transaction.savepoint()
        Remark.objects.create(text="Not kept.")
        transaction.savepoint_rollback(savepoint)
        entry = record_audit(actions.PASSWORD_SET, me.pk, user_id=me.pk)
    assert AuditEntry.objects.filter(pk=entry.pk).extra(where=["seals IS NULL"]).exists()
