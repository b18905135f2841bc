"""What authors are told of their reviews: composed for the preview, issued when a decision stands, mailed once."""

from collections.abc import Mapping
from dataclasses import dataclass
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils import timezone

from kit.errors import InvalidError
from reviews.grounds import Grounds
from reviews.letters import Words, address_of, masked, reinstatement_letter, statement_letter, write_letter
from reviews.models import Letter, Review, Statement, StatementKind
from reviews.statements import filed_as, issue_statement
from workflows.engine.history import last_decision, record_event
from workflows.engine.locks import RowLock
from workflows.engine.outbox import promise
from workflows.forms import Rejection
from workflows.models import Process

_PERMANENT = 500
_DECISIONS = {"rejected": StatementKind.REJECT, "restricted": StatementKind.RESTRICT}


@dataclass(frozen=True, slots=True)
class Preview:
    """A letter that is not written yet. `to` empty: no address is known."""

    to: str
    words: Words
    filed: Mapping[str, Any]


def preview_statement(task: Any, outcome: str, payload: Mapping[str, Any]) -> Preview:
    """What the author will read if the task is decided in this way. Raises InvalidError."""
    form_class = getattr(task.flow_task.outcomes.get(outcome), "form", None)
    if form_class is None or not issubclass(form_class, Rejection):
        raise InvalidError({"outcome": ["This outcome tells the author nothing."]})
    form: Any = form_class.parse(payload)
    review = Review.objects.select_related("company").get(pk=task.process.subject_id)
    grounds = Grounds(
        StatementKind(form.applies_to),
        form.chosen,
        form.facts,
        **form.reworded(),
        **_circumstances(task.process, form.applies_to),
    )
    words = statement_letter(review, grounds, task.process.pk)
    return Preview(address_of(review), words, filed_as(review, grounds))


def promise_statement(process: Process) -> None:
    """In the transaction of an end that owes one. It comes after the hold: what was taken back is told to nobody."""
    if process.outcome in _DECISIONS:
        promise("issue_statement", {"process": process.pk})


def issue_statement_of(process_id: int) -> None:
    """Issue the statement of a process that ended by a rejection or a restriction, and send it; once."""
    process: Process = Process.objects.get(pk=process_id)
    kind = _DECISIONS[process.outcome]
    with transaction.atomic(), RowLock()(process.flow_class, process_id):
        if Statement.objects.filter(process_id=process_id).exists():
            return
        decided: Any = last_decision(process, kind)
        statement, letter = issue_statement(
            process.subject_id,
            process_id=process_id,
            kind=kind,
            reason=decided.data["reason"],
            facts=decided.text.body,
            by=decided.actor_id,
            decided_on=decided.at.date(),
            **process.data.get("statement", {}),
            **_circumstances(process, kind),
        )
        record_event(process, "statement", data={"reference": statement.puid, **_told(letter)})
        _promise_mail(letter)


def promise_reinstatement_letter(process: Process) -> None:
    """In the transaction of a reinstatement: who was told of a decision learns that it is looked at again."""
    if Statement.objects.filter(process_id=process.pk).exists():
        promise("tell_reinstatement", {"process": process.pk})


def tell_reinstatement(process_id: int) -> None:
    process: Process = Process.objects.get(pk=process_id)
    review = Review.objects.select_related("company").get(pk=process.subject_id)
    with transaction.atomic(), RowLock()(process.flow_class, process_id):
        words = reinstatement_letter(review, process_id)
        _promise_mail(write_letter(review, process_id, Letter.About.REINSTATEMENT, words))


def send_letter(letter_id: str) -> None:
    """Mail a letter. What the mail server refused is tried again; what may have gone out is never sent twice."""
    letter = _take(letter_id)
    if letter is None:
        return
    try:
        server = get_connection()
        server.open()
    except (SMTPException, OSError):
        _put_back(letter)
        raise
    try:
        server.send_messages([_message(letter)])
    except (SMTPResponseException, SMTPRecipientsRefused) as refusal:
        if not _is_final(refusal):
            _put_back(letter)
            raise
        _note(letter, Letter.State.REFUSED)
    except (SMTPException, OSError):
        _note(letter, Letter.State.UNCERTAIN)
    else:
        _note(letter, Letter.State.SENT)
    finally:
        server.close()


def _take(letter_id: str) -> Letter | None:
    """The letter, marked before the server is asked: found so again, its fate is unknown (engine.md, decision 7)."""
    with transaction.atomic():
        letter = Letter.objects.select_for_update().get(pk=letter_id)
        if letter.state == Letter.State.WAITING:
            letter.state = Letter.State.SENDING
            letter.save(update_fields=["state"])
            return letter
    if letter.state == Letter.State.SENDING:
        _note(letter, Letter.State.UNCERTAIN)
    return None


def _put_back(letter: Letter) -> None:
    Letter.objects.filter(pk=letter.pk, state=Letter.State.SENDING).update(state=Letter.State.WAITING)


def _is_final(refusal: SMTPResponseException | SMTPRecipientsRefused) -> bool:
    """Whether the mail server will not take it later either (RFC 5321: 5yz)."""
    if isinstance(refusal, SMTPRecipientsRefused):
        return all(code >= _PERMANENT for code, _ in refusal.recipients.values())
    return refusal.smtp_code >= _PERMANENT


def _message(letter: Letter) -> EmailMessage:
    return EmailMessage(
        subject=letter.subject,
        body=letter.body,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[letter.to],
        headers={
            "Message-ID": f"<letter-{letter.pk}@{settings.MAIL_DOMAIN}>",
            "Auto-Submitted": "auto-generated",
        },
    )


def _note(letter: Letter, state: Letter.State) -> None:
    process: Process = Process.objects.get(pk=letter.process_id)
    with transaction.atomic(), RowLock()(process.flow_class, process.pk):
        letter.state = state
        letter.sent_at = timezone.now() if state == Letter.State.SENT else None
        letter.save(update_fields=["state", "sent_at"])
        record_event(process, "mail", data=_told(letter))


def _promise_mail(letter: Letter) -> None:
    if letter.state == Letter.State.WAITING:
        promise("mail_letter", {"letter": str(letter.pk)})


def _told(letter: Letter) -> dict[str, Any]:
    """For the history: which letter, what became of it, to whom as far as that may stay for good."""
    return {"letter": letter.about, "state": letter.state, "to": masked(letter.to)}


def _circumstances(process: Process, kind: str) -> dict[str, Any]:
    """A restriction answers a notice; a rejection is of our own initiative, and may have been proposed by screening."""
    proposed = (process.data.get("screening") or {}).get("propose")
    return {"notice": kind == StatementKind.RESTRICT, "detected": proposed == kind}
