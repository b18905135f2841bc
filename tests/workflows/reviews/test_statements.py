"""A rejection's statement of reasons: preview, stored statement and mail are equal; sent once, after the hold."""

from smtplib import SMTPDataError, SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import ProgrammingError

from banned_words.models import Action, BannedWord
from reviews.models import Letter, Reason, Statement
from reviews.statements import issue_statement
from tests.consistency import inconsistencies
from tests.factories import a_company, a_head_moderator, a_moderator, a_pending_task, a_review
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_published_review, a_request, decide, end_hold
from tests.workflows.reviews.desk import FACTS, GROUNDS, do_jobs, end_holds, make_jobs_due, reject
from workflows.models import OutboxMessage, Task, TaskEvent

ADA: dict[str, Any] = {"author_name": "Ada King", "author_email": "ada@example.com"}


def rejected(staff: Staff, task: Task, **form: Any) -> Statement:
    reject(staff, task, **form)
    end_holds()
    do_jobs()
    return Statement.objects.get(process_id=task.process_id)


def entries(action: str) -> list[Any]:
    return list(TaskEvent.objects.filter(action=action).order_by("pk").values_list("data", flat=True))


def test_the_mailed_statement_equals_the_preview(staff: Staff) -> None:
    task = a_pending_task(a_review(a_company("Quayle Street Dental"), **ADA))
    form = {**GROUNDS, "explanation": "Nobody works at that address.", "rule": "Guidelines, 7."}
    preview = staff.post(f"/tasks/{task.pk}/statement", {"outcome": "reject", "form": form}).json()
    rejected(staff, task, **form)
    (message,) = mail.outbox
    assert (message.subject, message.body) == (preview["subject"], preview["body"])
    assert preview["to"] == "a…@example.com"
    assert message.to == ["ada@example.com"]
    for words in ("Quayle Street Dental", "Nobody works at that address.", "Guidelines, 7.", FACTS, "six months"):
        assert words in message.body
    assert message.message()["Auto-Submitted"] == "auto-generated"
    assert message.message()["Message-ID"] == f"<letter-{Letter.objects.get().pk}@docket.test>"


def test_the_statement_is_stored_in_the_fields_of_the_commissions_schema(staff: Staff) -> None:
    task = a_pending_task(a_review(**ADA))
    statement = rejected(staff, task)
    reason = Reason.objects.get(code="fake")
    assert (statement.puid, statement.decided_by) == (f"docket-{task.process_id}", staff.user and staff.user.pk)
    assert (statement.decision_visibility, statement.decision_visibility_other) == (
        ["DECISION_VISIBILITY_OTHER"],
        "Not published",
    )
    assert (statement.decision_ground, statement.rule, statement.explanation) == (
        reason.ground,
        reason.rule,
        reason.sentence,
    )
    assert (statement.decision_facts, statement.category) == (FACTS, reason.category)
    assert (statement.source_type, statement.automated_detection) == ("SOURCE_VOLUNTARY", False)
    assert statement.automated_decision == "AUTOMATED_DECISION_NOT_AUTOMATED"


def test_screening_that_proposed_it_is_told(staff: Staff) -> None:
    BannedWord.objects.create(term="zzyzx", action=Action.REJECT)
    try:
        task = a_pending_task(a_review(text="A zzyzx.", **ADA))
        assert rejected(staff, task).automated_detection is True
    finally:
        BannedWord.objects.filter(term="zzyzx").delete()
    assert "pointed out to us by automated means" in mail.outbox[0].body
    assert "the decision was not automated" in mail.outbox[0].body


def test_nothing_is_sent_while_it_is_held_nor_after_a_recall(staff: Staff) -> None:
    task = a_pending_task(a_review(**ADA))
    held = reject(staff, task)
    do_jobs()
    staff.decide(held, "recall")
    end_holds()
    do_jobs()
    assert not mail.outbox
    assert not Statement.objects.exists()


def test_reworded_reasons_of_a_recalled_decision_are_dropped(staff: Staff) -> None:
    task = a_pending_task(a_review(**ADA))
    held = reject(staff, task, explanation="Mine.", rule="My rule.")
    again = staff.decide(held, "recall")["next"]["task_id"]
    statement = rejected(staff, Task.objects.get(pk=again))
    assert statement.explanation == Reason.objects.get(code="fake").sentence


def test_it_is_issued_and_mailed_once_however_often_the_jobs_are_done(staff: Staff) -> None:
    rejected(staff, a_pending_task(a_review(**ADA)))
    OutboxMessage.objects.exclude(topic="announce").update(done_at=None)
    make_jobs_due()
    do_jobs()
    assert (Statement.objects.count(), Letter.objects.count(), len(mail.outbox)) == (1, 1, 1)
    assert entries("statement") == [
        {
            "reference": Statement.objects.get().puid,
            "letter": "statement",
            "state": "waiting",
        }
    ]
    assert entries("mail") == [{"letter": "statement", "state": "sent"}]
    assert list(inconsistencies()) == []


def test_without_an_address_the_statement_is_stored_and_not_mailed(staff: Staff) -> None:
    for address in ("", "nonsense", "ada@example.com\nBcc: eve@example.com"):
        rejected(staff, a_pending_task(a_review(author_email=address)))
    assert not mail.outbox
    assert {letter.state for letter in Letter.objects.all()} == {Letter.State.NO_ADDRESS}
    assert [entry["state"] for entry in entries("statement")] == ["no_address"] * 3


def test_no_header_begins_in_a_name(staff: Staff) -> None:
    company = a_company("Oxbow\r\nBcc: eve@example.com\r\n\r\nHello")
    rejected(staff, a_pending_task(a_review(company, author_name="Ada\nX", author_email="ada@example.com")))
    (message,) = mail.outbox
    assert message.subject == "Your review of Oxbow Bcc: eve@example.com Hello is not published"
    assert message.recipients() == ["ada@example.com"]
    assert message.message()["Bcc"] is None


def failing(monkeypatch: pytest.MonkeyPatch, where: str, error: Exception) -> None:
    def fail(*_arguments: Any) -> None:
        raise error

    monkeypatch.setattr(EmailBackend, where, fail)


def test_a_mail_server_that_is_away_is_asked_again(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        failing(patched, "open", ConnectionRefusedError())
        rejected(staff, a_pending_task(a_review(**ADA)))
        assert Letter.objects.get().state == Letter.State.WAITING
    make_jobs_due()
    do_jobs()
    assert (Letter.objects.get().state, len(mail.outbox)) == (Letter.State.SENT, 1)
    assert Letter.objects.get().sent_at


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (SMTPServerDisconnected(), Letter.State.UNCERTAIN),
        (TimeoutError(), Letter.State.UNCERTAIN),
        (SMTPDataError(554, b"no"), Letter.State.REFUSED),
        (SMTPDataError(451, b"later"), Letter.State.WAITING),
    ],
)
def test_a_letter_that_may_have_been_sent_is_uncertain_and_not_sent_again(
    staff: Staff, monkeypatch: pytest.MonkeyPatch, error: Exception, state: str
) -> None:
    with monkeypatch.context() as patched:
        failing(patched, "send_messages", error)
        rejected(staff, a_pending_task(a_review(**ADA)))
    assert Letter.objects.get().state == state
    make_jobs_due()
    do_jobs()
    assert len(mail.outbox) == (state == Letter.State.WAITING)


def test_a_letter_that_was_being_sent_when_the_worker_died_is_of_unknown_fate(staff: Staff) -> None:
    rejected(staff, a_pending_task(a_review(**ADA)))
    Letter.objects.update(state=Letter.State.SENDING)
    OutboxMessage.objects.filter(topic="mail_letter").update(done_at=None)
    make_jobs_due()
    do_jobs()
    assert (Letter.objects.get().state, len(mail.outbox)) == (Letter.State.UNCERTAIN, 1)


def test_a_reinstatement_tells_the_author_too(staff: Staff) -> None:
    task = a_pending_task(a_review(**ADA))
    rejected(staff, task)
    path = f"/processes/review_moderation/{task.process_id}/reinstatement"
    assert Staff(a_head_moderator()).post(path, {"notes": "Look again."}).status_code == 201
    do_jobs()
    assert mail.outbox[1].subject.endswith("is being looked at again")
    assert [entry["letter"] for entry in entries("mail")] == ["statement", "reinstatement"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"outcome": "approve"}, "outcome"),
        ({"outcome": "reject", "form": {}}, "form.reason"),
        ({"outcome": "reject", "form": {"reason": "fake", "facts": " "}}, "form.facts"),
        ({"outcome": "reject", "form": {"reason": "illegal", "facts": "x"}}, "form.rule"),
        ({"outcome": "reject", "form": {**GROUNDS, "explanation": "x" * 2_001}}, "form.explanation"),
    ],
)
def test_a_preview_refuses_what_the_decision_would(staff: Staff, body: dict[str, Any], field: str) -> None:
    task = a_pending_task()
    staff.put(f"/tasks/{task.pk}/lock")
    assert next(iter(staff.post(f"/tasks/{task.pk}/statement", body).json()["fields"])) == field
    if field != "outcome":
        assert next(iter(staff.post(f"/tasks/{task.pk}/decision", body).json()["fields"])) == field


def test_an_address_that_cannot_be_written_is_never_in_doubt(staff: Staff) -> None:
    task = a_pending_task(a_review(author_email=f"a@{'ä' * 60}.com"))  # too long a name, once it is in ASCII
    rejected(staff, task)
    assert not mail.outbox
    assert Letter.objects.get().state == Letter.State.REFUSED
    assert [entry["state"] for entry in entries("mail")] == ["refused"]


def test_a_restriction_answers_a_notice_and_takes_down_what_was_shown() -> None:
    review = a_review(**ADA)
    first, letter = issue_statement(
        review.pk, process_id=7, kind="restrict", reason="defamation", facts=FACTS, by=3, notice=True
    )
    again, _ = issue_statement(review.pk, process_id=7, kind="restrict", reason="fake", facts="x", by=4)
    assert (again.pk, Statement.objects.count()) == (first.pk, 1)
    assert first.decision_visibility == ["DECISION_VISIBILITY_CONTENT_DISABLED"]
    assert first.source_type == "SOURCE_ARTICLE_16"
    assert "has been taken down" in letter.subject
    assert "Somebody sent us a notice" in letter.body
    assert "THE LAW THAT IT BREAKS\nDefamation Act 2013" in letter.body


def test_the_application_cannot_change_a_statement() -> None:
    issue_statement(a_review().pk, process_id=7, kind="reject", reason="fake", facts=FACTS)
    with pytest.raises(ProgrammingError, match="permission denied"):
        Statement.objects.update(decision_facts="x")
    with pytest.raises(ProgrammingError, match="permission denied"):
        Statement.objects.all().delete()


def test_every_reason_has_what_a_statement_needs() -> None:
    reasons = Reason.objects.filter(active=True)
    assert reasons.count() >= 12
    for reason in reasons:
        assert reason.sentence
        assert reason.category.startswith("STATEMENT_CATEGORY_")
        # which law is broken by what is illegal in some other way, only who decides can tell
        assert reason.rule or reason.code == "illegal"


def test_a_granted_request_states_its_reasons_to_the_author_as_an_answer_to_a_notice() -> None:
    review = a_published_review(**ADA)
    request = a_request(review)
    decide(Staff(a_moderator()), request, "restrict")
    do_jobs()
    assert not Statement.objects.exists()
    end_hold(request)
    do_jobs()
    statement = Statement.objects.get(process_id=request.pk)
    assert (statement.kind, statement.source_type) == ("restrict", "SOURCE_ARTICLE_16")
    (message,) = (message for message in mail.outbox if message.to == ["ada@example.com"])
    assert message.subject.endswith("has been taken down")
