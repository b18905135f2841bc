"""`docket verify`: each rule names what was changed behind history's back. The kill drills use the same rules."""

import logging
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db.models.functions import Now
from django.utils import timezone

from commands.management.commands import docket_scheduler
from tests.consistency import enter_rows_of_tests, inconsistencies
from tests.databases import as_owner
from tests.factories import a_head_moderator, a_moderator, a_pending_task
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_published_review, a_request
from tests.workflows.reviews.desk import do_jobs, end_holds, reject
from workflows.consistency import InconsistencyError, require_consistency
from workflows.engine.core.consistency.rules import ENGINE_RULES
from workflows.engine.core.lifecycle import cancel_process
from workflows.engine.outbox.outbox import enqueue, perform
from workflows.models import DomainEvent, OutboxMessage
from workflows.restrictions.consistency import REQUEST_RULES
from workflows.reviews.consistency import REVIEW_RULES

pytestmark = pytest.mark.usefixtures("anchors")

HELD = "process_id = (SELECT process_id FROM workflows_task WHERE status = 'ASSIGNED')"
REJECTED = "(SELECT id FROM workflows_process WHERE outcome = 'rejected')"
REVISED = "(SELECT id FROM reviews_review WHERE revision = 2)"
# what the owner of the tables does by hand, and what is then said
SPOILT = {
    # a task set to done
    "UPDATE workflows_task SET status = 'DONE' WHERE status = 'ASSIGNED'": [
        "process {held} is NEW with 0 open tasks",
        'process {held} is in "", its history says "pending"',
        "task {held_task} is done without an outcome",
    ],
    "UPDATE workflows_task SET status = 'DONE', outcome = 'approve' WHERE status = 'ASSIGNED'": [
        'task {held_task} is DONE with the outcome "approve", and has 0 recorded decisions that were not undone'
    ],
    "UPDATE workflows_task SET outcome = 'approve' WHERE outcome = 'reject'": [
        'has the outcome "approve", its history says "reject"'
    ],
    "UPDATE workflows_task SET owner_id = {head} WHERE outcome = 'reject'": [
        "was decided by account {head}, its history says {me}"
    ],
    f"UPDATE workflows_task SET {HELD} WHERE outcome = 'reject'": ["is decided in the history of process {rejected}"],
    "UPDATE workflows_task SET outcome = '', status = 'NEW' WHERE outcome = 'reject'": [
        'is NEW with the outcome "", and has 1 recorded decisions'
    ],
    "UPDATE workflows_task SET status = 'CANCELED' WHERE status = 'ASSIGNED'": [
        "task {held_task} is canceled, and no entry says why"
    ],
    "UPDATE workflows_task SET status = 'ERROR' WHERE status = 'ASSIGNED'": [
        'task {held_task} is "ERROR", which is no status of a task'
    ],
    "UPDATE workflows_task SET flow_task = 'review_moderation.backlog' WHERE status = 'ASSIGNED'": [
        'process {held} is in "backlog", its history says "pending"'
    ],
    # who has it
    "UPDATE workflows_task SET owner_id = {head} WHERE status = 'ASSIGNED'": [
        "task {held_task} is held by account {head}, its history says {me}"
    ],
    "UPDATE workflows_task SET lease_until = NULL WHERE status = 'ASSIGNED'": [
        "task {held_task} is ASSIGNED for account {me} until no time"
    ],
    "UPDATE workflows_task SET assignee_id = {head} WHERE status = 'ASSIGNED'": [
        "task {held_task} is assigned to account {head}, its history says nobody"
    ],
    # processes
    "UPDATE workflows_process SET outcome = 'published' WHERE outcome = 'rejected'": [
        'process {rejected} is in "published", its history says "rejected"',
        'process {rejected} has ended as "published", and has no task of this end',
        "review {rejected_review} is rejected, its process says published",
    ],
    "UPDATE workflows_process SET outcome = 'lost' WHERE outcome = 'rejected'": [
        'process {rejected} has ended as "lost", which its flow does not declare'
    ],
    "UPDATE workflows_process SET status = 'CANCELED' WHERE outcome = 'rejected'": [
        "process {rejected} is canceled, its history does not say so"
    ],
    # events
    "DELETE FROM workflows_domainevent WHERE kind = 'review.rejected'": [
        'process {rejected} has 0 events "review.rejected", its history says 1'
    ],
    "UPDATE workflows_domainevent SET kind = 'review.published' WHERE kind = 'review.rejected'": [
        'process {rejected} has 1 events "review.published", its history says 0'
    ],
    "UPDATE workflows_domainevent SET position = NULL WHERE kind = 'review.rejected'": [
        "event {event} is not in the feed, and no job will announce it"
    ],
    # reviews and their texts
    "UPDATE reviews_review SET status = 'published' WHERE status = 'rejected'": [
        "review {rejected_review} is published, its process says rejected"
    ],
    f"UPDATE reviews_review SET text = 'Else.' WHERE id = {REVISED}": [
        "review {revised} differs from its newest revision, 2"
    ],
    f"UPDATE reviews_revision SET text = 'Else.' WHERE number = 2 AND review_id = {REVISED}": [
        "review {revised} differs from its newest revision, 2"
    ],
    f"UPDATE reviews_review SET revision = 1 WHERE id = {REVISED}": ["review {revised} is at revision 1 of 2"],
    f"DELETE FROM reviews_revision WHERE number = 2 AND review_id = {REVISED}": [
        "review {revised} is at revision 2 of 1",
        "review {revised} has no revision 2, its history has it",
    ],
    "INSERT INTO reviews_revision (review_id, number, title, text, constructive, author_name, anonymous, reason,"
    f" created_at) SELECT id, 3, '', '', '', '', false, '', now() FROM reviews_review WHERE id = {REVISED}": [
        "review {revised} has revision 3, its history does not have it"
    ],
    "UPDATE reviews_revision SET author_id = {head} WHERE number = 2": [
        "review {revised} has revision 2 by account {head}, its history says {me}"
    ],
    # statements and letters
    "DELETE FROM reviews_statement": ["process {rejected} has no statement", ", its history has it"],
    f"UPDATE reviews_statement SET process_id = (SELECT max(process_id) FROM workflows_task WHERE {HELD})": [
        "process {held} has the statement"
    ],
    "UPDATE reviews_statement SET kind = 'restrict'": ['"reject" about review {rejected_review}'],
    "UPDATE reviews_statement SET decided_by = {head}": ['is by account {head} for the reason "fake"'],
    "UPDATE reviews_letter SET state = 'waiting' WHERE about = 'statement'": [
        'is "waiting", its history says "sent"',
        "waits, and no job will send it",
    ],
    "UPDATE reviews_letter SET state = 'cancelled' WHERE about = 'statement'": [
        'is "cancelled", its history says "sent"'
    ],
    "DELETE FROM reviews_letter WHERE about = 'statement'": [
        'letter "statement" of process {rejected} does not exist, its history has it'
    ],
    # requests
    "UPDATE restrictions_requesttorestrict SET status = 'declined', ended_at = now()": [
        "is declined, its process says open"
    ],
    "UPDATE reviews_review SET status = 'rejected' WHERE status = 'published'": [
        "is open on a review that is rejected"
    ],
    "UPDATE workflows_taskevent SET type_id = NULL WHERE seq = 1": ["has the type of other entries, or none"],
    # history itself
    "UPDATE workflows_taskevent SET action = 'note' WHERE action = 'claim'": ["the link is not what was written"],
}


@pytest.fixture
def names(database: None) -> dict[str, object]:
    """An item is held, one revised and undone, one rejected with its letter sent, one published and asked about."""
    me, head = a_moderator(), a_head_moderator()
    staff = Staff(me)
    rejected = a_pending_task(author_email="a@example.com")
    reject(staff, rejected)
    end_holds()
    do_jobs()
    revised = a_pending_task()
    staff.put(f"/tasks/{revised.pk}/lock")
    edit = {"revision": 1, "reason": "A number.", "text": "Call them."}
    assert staff.patch(f"/review/{revised.process.subject_id}", edit).status_code == 200
    assert staff.post(f"/tasks/{revised.pk}/decision", {"outcome": "backlog"}).status_code == 200
    assert staff.post(f"/tasks/{revised.pk}/undo").status_code == 200
    a_request(a_published_review())
    do_jobs()
    held = a_pending_task()
    staff.put(f"/tasks/{held.pk}/lock")
    return {
        "me": me.pk,
        "head": head.pk,
        "held": held.process_id,
        "held_task": held.pk,
        "rejected": rejected.process_id,
        "rejected_review": rejected.process.subject_id,
        "revised": revised.process.subject_id,
        "event": DomainEvent.objects.get(kind="review.rejected").pk,
    }


def test_rows_written_by_the_engine_agree(names: dict[str, object], capsys: pytest.CaptureFixture[str]) -> None:
    assert list(inconsistencies()) == []
    call_command("docket_verify")
    assert capsys.readouterr().out.endswith("processes agree\n")


@pytest.mark.parametrize("statement", SPOILT)
def test_what_was_changed_behind_historys_back_is_named(names: dict[str, object], statement: str) -> None:
    as_owner(statement.format(**names))
    found = list(inconsistencies())
    for sentence in SPOILT[statement]:
        assert any(sentence.format(**names) in line for line in found), found


def test_an_end_without_the_job_that_follows_is_named() -> None:
    task = a_pending_task(author_email="a@example.com")
    reject(Staff(a_moderator()), task)
    end_holds()
    assert list(inconsistencies()) == []  # the jobs wait
    OutboxMessage.objects.all().delete()
    assert {sentence.partition(" ")[2].partition(" ")[2] for sentence in inconsistencies()} == {
        'has ended by "reject" without a statement, and no job will issue it',
        "is not in the feed, and no job will announce it",
    }


def test_a_review_without_a_process_is_named(names: dict[str, object]) -> None:
    as_owner("UPDATE workflows_process SET subject_id = 999999 WHERE outcome = 'rejected'")
    assert f"review {names['rejected_review']} has no process" in list(inconsistencies())


def test_a_canceled_process_says_so_in_its_history() -> None:
    cancel_process(a_pending_task().process, "Sent by mistake.")
    assert list(inconsistencies()) == []


def test_every_rule_is_tried() -> None:
    """By the number of rules: a new one needs a line in SPOILT or a test of its own, and its number here."""
    # those of texts and of batches: test_texts_in_the_chain
    assert (len(ENGINE_RULES), len(REVIEW_RULES), len(REQUEST_RULES)) == (14, 7, 2)


def test_the_command_names_each_row_and_fails(names: dict[str, object], capsys: pytest.CaptureFixture[str]) -> None:
    as_owner("UPDATE reviews_review SET status = 'closed'")
    with pytest.raises(SystemExit, match="1"):
        call_command("docket_verify")
    lines = capsys.readouterr().err.splitlines()
    assert f"review {names['rejected_review']} is closed, its process says rejected" in lines
    assert lines[-1] == f"{len(lines) - 1} faults; of each rule at most a hundred are named"


@pytest.fixture
def nightly(names: dict[str, object]) -> Iterator[OutboxMessage]:
    message = enqueue("verify")
    yield message
    assert not OutboxMessage.objects.filter(done_at=None, set_aside_at=None).exists()


def test_the_nightly_job_logs_each_row_as_an_error_and_is_set_aside(
    nightly: OutboxMessage, caplog: pytest.LogCaptureFixture
) -> None:
    as_owner("UPDATE reviews_review SET status = 'closed' WHERE status = 'rejected'")
    assert not perform(nightly.pk)
    nightly.refresh_from_db()
    assert (nightly.set_aside_at is not None, nightly.last_error) == (True, InconsistencyError.__name__)
    errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert any(line.startswith("docket verify: review") and "its process says rejected" in line for line in errors)


def test_the_nightly_job_of_a_whole_desk_is_done(nightly: OutboxMessage) -> None:
    enter_rows_of_tests()
    require_consistency()
    assert perform(nightly.pk)


@pytest.mark.parametrize(("hours", "number"), [(2.9, 0), (3.5, 1), (4.1, 0)])
def test_the_scheduler_enqueues_it_once_a_night(monkeypatch: pytest.MonkeyPatch, hours: float, number: int) -> None:
    midnight = timezone.now() - timedelta(hours=hours)
    monkeypatch.setattr("commands.management.commands.docket_scheduler.beginning_of_today", lambda: midnight)
    for _ in range(2):
        docket_scheduler.Command()._enqueue_due(1)
        OutboxMessage.objects.update(done_at=Now())
    assert OutboxMessage.objects.filter(topic="verify").count() == number
