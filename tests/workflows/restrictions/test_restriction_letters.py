"""What who asked for a restriction is mailed: the confirmation, and one answer, by its own process."""

from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from restrictions.models import RequestToRestrict
from reviews.models import Letter, Reason
from tests.factories import a_company
from tests.staff import Staff
from tests.workflows.restrictions.requests import (
    ASKED,
    DECLINATION,
    FORMS,
    RESTRICTION,
    a_published_review,
    a_request,
    decide,
)
from tests.workflows.reviews.desk import do_jobs, make_jobs_due
from workflows.models import OutboxMessage, Process, TaskEvent

OLIVE = "olive@tan.example"


def answers() -> list[Any]:
    do_jobs()
    return [letter for letter in mail.outbox if "received" not in letter.subject]


def reinstate(head: Staff, process: Process) -> Process:
    answer = head.post(f"/processes/restriction_request/{process.pk}/reinstatement", {"notes": "Look again."})
    assert answer.status_code == 201, answer.content
    return Process.objects.get(pk=answer.json()["process"]["id"])


def is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "open", fail)


def test_the_contact_gets_a_receipt_at_once() -> None:
    company = a_company("Oxbow\r\nBcc: eve@example.com")
    process = a_request(a_published_review(company=company))
    do_jobs()
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == ([OLIVE], f"We have received your request (request {_request_of(process)})")
    assert "a review of Oxbow Bcc: eve@example.com (defamation)" in letter.body
    assert letter.message()["Auto-Submitted"] == "auto-generated"
    entry = TaskEvent.objects.get(process=process, action="mail")
    assert entry.data == {"letter": "receipt", "state": "sent"}


def test_a_refused_request_gets_no_receipt(head: Staff) -> None:
    review = a_published_review()
    for _ in range(2):
        head.post("/restriction-requests", {"review": review.pk, **ASKED})
    do_jobs()
    assert len(mail.outbox) == RequestToRestrict.objects.count() == 1


def test_the_answer_has_the_reworded_reason_the_law_and_the_redress(
    head: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {**RESTRICTION, "explanation": "It calls her a thief.", "rule": "Defamation Act 2013, section 1."}
    monkeypatch.setitem(FORMS, "restrict", form)
    decide(head, a_request(), "restrict", "confirm")
    (letter,) = answers()
    for words in (
        form["explanation"],
        form["rule"],
        form["facts"],
        "within six months",
        "out of court",
        "not automated",
    ):
        assert words in letter.body
    assert Reason.objects.get(code="defamation").sentence not in letter.body


def test_a_declination_names_the_redress(head: Staff) -> None:
    decide(head, a_request(), "decline", "confirm")
    (letter,) = answers()
    assert DECLINATION["why"] in letter.body
    assert "within six months" in letter.body


@pytest.mark.parametrize("are_jobs_late", [True, False])
def test_a_reopened_request_gets_one_answer_with_the_new_reasons(
    head: Staff, monkeypatch: pytest.MonkeyPatch, are_jobs_late: bool
) -> None:
    process = a_request()
    decide(head, process, "decline", "confirm")
    if not are_jobs_late:
        with monkeypatch.context() as patched:
            is_away(patched)
            do_jobs()
    decide(head, reinstate(head, process), "restrict", "confirm")
    make_jobs_due()
    (letter,) = answers()
    assert letter.subject.startswith("The review has been restricted")
    assert RESTRICTION["facts"] in letter.body


def test_a_restriction_that_moderation_overrides_was_answered_nevertheless(head: Staff) -> None:
    process = a_request()
    decide(head, process, "restrict", "confirm")
    reinstate(head, process)
    assert [letter.subject.split(" (")[0] for letter in answers()] == ["The review has been restricted"]


def test_an_answer_that_was_being_sent_when_the_worker_died_is_not_sent_twice(head: Staff) -> None:
    process = a_request()
    decide(head, process, "decline", "confirm")
    assert len(answers()) == 1
    Letter.objects.filter(about="answer").update(state=Letter.State.SENDING)
    OutboxMessage.objects.filter(topic__in=["answer_request", "mail_letter"]).update(done_at=None)
    make_jobs_due()
    assert len(answers()) == 1
    assert Letter.objects.get(about="answer").state == Letter.State.UNCERTAIN
    assert TaskEvent.objects.filter(process=process, action="mail").latest("seq").data["letter"] == "answer"


def _request_of(process: Process) -> int:
    return int(process.data["request"])
