"""Mails letters. Each is enqueued in the transaction of its cause and mailed once. History records each result."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from kit.email_addresses import masked
from reviews.models import Letter
from workflows.engine.core.locks import RowLock
from workflows.engine.core.transition.writer import record_event
from workflows.engine.outbox.mailer import MailPutOffError, Posted, post
from workflows.engine.outbox.marks import head_of, mark, reference_in
from workflows.engine.outbox.outbox import enqueue
from workflows.models import Process, TaskEvent

_STATES = {
    Posted.SENT: Letter.State.SENT,
    Posted.REFUSED: Letter.State.REFUSED,
    Posted.UNCERTAIN: Letter.State.UNCERTAIN,
    Posted.NOT_SENT: Letter.State.NOT_SENT,
}


def enqueue_mail(letter: Letter) -> None:
    if letter.state == Letter.State.WAITING:
        enqueue("mail_letter", {"letter": str(letter.pk)})


def letter_entry(letter: Letter) -> dict[str, Any]:
    """History data: the letter and its state. No address, because even a masked one can identify people."""
    return {"letter": letter.about, "state": letter.state}


def read_addresses(entries: Sequence[TaskEvent]) -> dict[int, Mapping[str, str]]:
    """`{"to": masked address}` by entry id, for entries about letters, with the current addresses of the letters."""
    about = [entry for entry in entries if "letter" in entry.data]
    if not about:
        return {}
    letters = Letter.objects.filter(process_id__in={entry.process_id for entry in about})
    to = {(letter.process_id, letter.about): letter.to for letter in letters.only("process_id", "about", "to")}
    return {entry.pk: {"to": masked(to.get((entry.process_id, entry.data["letter"]), ""))} for entry in about}


def send_letter(letter_id: str) -> None:
    """Mail a letter. Temporary refusals are retried; a letter that may have been sent is never sent again.

    Raises MailPutOffError to retry later.
    """
    letter = _take(letter_id)
    if letter is None:
        return
    head = head_of(letter.process_id)
    try:
        result = post(_message(letter, reference_in(head)))
    except MailPutOffError:
        _put_back(letter)
        raise
    if result == Posted.SENT:
        mark("letter", head)
    _note(letter, _STATES[result])


def cancel_letter(letter: Letter) -> bool:
    """Cancel a waiting letter, because its content no longer applies. False if it no longer waits."""
    process: Process = Process.objects.get(pk=letter.process_id)
    with transaction.atomic(), RowLock()(process.flow_class, process.pk):
        waiting = Letter.objects.select_for_update().filter(pk=letter.pk, state=Letter.State.WAITING).first()
        if waiting is not None:
            _note(waiting, Letter.State.CANCELLED)
        return waiting is not None


def is_overtaken(about: str, process_id: int) -> bool:
    """Whether the content of a letter about a process no longer applies, so that it must not be sent.

    An answer to a request is still sent, unless a later process about the same request will answer it. Overriding a
    restriction does not answer the request.
    """
    overrides = Process.objects.filter(override_of=process_id)
    if about == Letter.About.ANSWER:
        overrides = overrides.filter(flow_class=F("override_of__flow_class"))
    return about in (Letter.About.STATEMENT, Letter.About.ANSWER) and overrides.exists()


def _take(letter_id: str) -> Letter | None:
    """Mark the letter as SENDING before it is sent. If it is already SENDING, its result is unknown (engine.md,
    decision 7).
    """
    with transaction.atomic():
        letter = Letter.objects.select_for_update().get(pk=letter_id)
        was = letter.state
        if was == Letter.State.WAITING and not is_overtaken(letter.about, letter.process_id):
            letter.state = Letter.State.SENDING
            letter.save(update_fields=["state"])
            return letter
    if was == Letter.State.WAITING:
        cancel_letter(letter)
    if was == Letter.State.SENDING:
        _note(letter, Letter.State.UNCERTAIN)
    return None


def _put_back(letter: Letter) -> None:
    """Mark the letter as waiting again after a temporary failure. Enqueue it again if another process has ended its
    job.
    """
    with transaction.atomic():
        stored = Letter.objects.select_for_update().get(pk=letter.pk)
        if stored.state not in (Letter.State.SENDING, Letter.State.UNCERTAIN):
            return
        Letter.objects.filter(pk=letter.pk).update(state=Letter.State.WAITING)
        if stored.state == Letter.State.UNCERTAIN:
            letter.state = Letter.State.WAITING
            enqueue_mail(letter)


def _message(letter: Letter, follows: Mapping[str, str]) -> EmailMessage:
    return EmailMessage(
        subject=letter.subject,
        body=letter.body,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[letter.to],
        headers={
            "Message-ID": f"<letter-{letter.pk}@{settings.MAIL_DOMAIN}>",
            "Auto-Submitted": "auto-generated",
            **follows,
        },
    )


def _note(letter: Letter, state: Letter.State) -> None:
    process: Process = Process.objects.get(pk=letter.process_id)
    with transaction.atomic(), RowLock()(process.flow_class, process.pk):
        letter.state = state
        letter.sent_at = timezone.now() if state == Letter.State.SENT else None
        letter.save(update_fields=["state", "sent_at"])
        record_event(process, "mail", data=letter_entry(letter))
