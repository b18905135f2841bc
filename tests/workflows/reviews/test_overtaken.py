"""What happens between an end and its letter: a reinstatement, a withdrawal, a mail server that is away or slow."""

import logging
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db.models.functions import Now

from reviews.models import Letter, Statement
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_review
from tests.staff import Staff
from tests.workflows.reviews.desk import do_jobs, end_holds, make_jobs_due, reject
from workflows.engine.core.lifecycle import withdraw_process
from workflows.models import OutboxMessage, Process, Task, TaskEvent
from workflows.reviews.mailing import send_letter

ADDRESS = "ada@example.com"


def ended() -> Task:
    """A rejection that stands, and whose jobs nobody has done."""
    task = a_pending_task(a_review(author_name="Ada King", author_email=ADDRESS))
    reject(Staff(a_moderator()), task)
    end_holds()
    return task


def reinstate(task: Task) -> None:
    path = f"/processes/review_moderation/{task.process_id}/reinstatement"
    assert Staff(a_head_moderator()).post(path, {"notes": "Look again."}).status_code == 201


def mails() -> list[Any]:
    entries = TaskEvent.objects.filter(action="mail").order_by("pk")
    return [(entry.data["letter"], entry.data["state"]) for entry in entries]


def test_a_withdrawal_after_a_rejection_does_not_cancel_its_letter() -> None:
    task = ended()
    withdraw_process(Process.objects.get(pk=task.process_id).coerced)
    do_jobs()
    assert Statement.objects.get().kind == "reject"
    assert [letter.to for letter in mail.outbox] == [[ADDRESS]]
    assert not OutboxMessage.objects.filter(done_at=None).exists()


@pytest.mark.parametrize("is_withdrawn", [False, True])
def test_a_statement_job_without_details_reads_them_from_the_end(is_withdrawn: bool) -> None:
    task = ended()
    OutboxMessage.objects.filter(topic="issue_statement").update(payload={"process": task.process_id})
    if is_withdrawn:
        withdraw_process(Process.objects.get(pk=task.process_id).coerced)
    do_jobs()
    assert Statement.objects.exists() is not is_withdrawn
    assert not OutboxMessage.objects.filter(done_at=None).exists()


def test_a_letter_not_sent_before_a_reinstatement_is_cancelled() -> None:
    reinstate(ended())
    do_jobs()
    assert not mail.outbox
    assert Statement.objects.count() == 1
    assert mails() == [("statement", "cancelled")]
    assert list(inconsistencies()) == []


def test_a_letter_that_waits_for_the_mail_server_does_not_go_after_a_reinstatement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    task = ended()
    with monkeypatch.context() as patched:
        failing(patched, "open", ConnectionRefusedError())
        do_jobs()
    reinstate(task)
    make_jobs_due()
    do_jobs()
    assert not mail.outbox
    assert mails() == [("statement", "cancelled")]


def test_whichever_job_comes_first_after_a_reinstatement(monkeypatch: pytest.MonkeyPatch) -> None:
    task = ended()
    with monkeypatch.context() as patched:
        failing(patched, "open", ConnectionRefusedError())
        do_jobs()
    reinstate(task)
    send_letter(str(Letter.objects.get().pk))
    do_jobs()
    assert not mail.outbox
    assert mails() == [("statement", "cancelled")]


def test_the_second_letter_waits_for_the_fate_of_the_first() -> None:
    task = ended()
    do_jobs()
    Letter.objects.update(state=Letter.State.SENDING)
    reinstate(task)
    do_jobs()
    assert Letter.objects.count() == 1
    Letter.objects.update(state=Letter.State.SENT)
    make_jobs_due()
    do_jobs()
    assert mails()[-1] == ("reinstatement", "sent")


def failing(monkeypatch: pytest.MonkeyPatch, where: str, error: Exception) -> None:
    def fail(*_arguments: Any) -> None:
        raise error

    monkeypatch.setattr(EmailBackend, where, fail)


@pytest.mark.parametrize(
    "refusal", [SMTPRecipientsRefused({ADDRESS: (450, b"later")}), SMTPDataError(451, ADDRESS.encode())]
)
def test_the_log_contains_no_address(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, refusal: Exception
) -> None:
    ended()
    failing(monkeypatch, "send_messages", refusal)
    with caplog.at_level(logging.DEBUG):
        do_jobs()
    assert Letter.objects.get().state == Letter.State.WAITING
    assert "MailPutOffError: 45" in caplog.text
    assert ADDRESS not in caplog.text


def test_a_temporarily_refused_letter_is_tried_again_by_another_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The mail server took longer than the job's lease: a second worker found it being sent."""
    ended()

    refusals, send = [SMTPDataError(451, b"later")], EmailBackend.send_messages

    def refuse_late(server: EmailBackend, messages: list[Any]) -> int:
        if not refusals:
            return send(server, messages)
        OutboxMessage.objects.filter(topic="mail_letter").update(done_at=Now())
        send_letter(str(Letter.objects.get().pk))
        raise refusals.pop()

    monkeypatch.setattr(EmailBackend, "send_messages", refuse_late)
    do_jobs()
    assert mails() == [("statement", "uncertain"), ("statement", "sent")]
    assert len(mail.outbox) == 1
