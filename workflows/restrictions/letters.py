"""Letters to the requester of a restriction: the confirmation of receipt, and the answer after the hold."""

from typing import Any

from django.db import transaction

from restrictions.letters import closing_letter, declination_letter, receipt_letter, restriction_letter
from restrictions.models import RequestToRestrict
from reviews.grounds import Grounds
from reviews.letters import Words, write_letter
from reviews.models import Letter, Reason, StatementKind
from workflows.engine.core.history import last_decision, last_text
from workflows.engine.core.locks import RowLock
from workflows.engine.outbox.outbox import enqueue
from workflows.models import Process
from workflows.reviews.mailing import enqueue_mail, is_overtaken


def enqueue_receipt(process: Process, request: RequestToRestrict) -> None:
    """Write and queue the confirmation. Called in the transaction that saves the request."""
    _write(process.pk, request, Letter.About.RECEIPT, receipt_letter(request))


def enqueue_answer(process: Process) -> None:
    """Enqueue the answer. Called in the transaction of the end, so that it is sent if and only if that commits."""
    enqueue("answer_request", {"process": process.pk, "request": process.data["request"]})


def answer_request(process_id: int, request_id: int) -> None:
    """Write the answer of a process, once. If the request was reopened, the next process answers instead."""
    process: Process = Process.objects.get(pk=process_id)
    request = RequestToRestrict.objects.select_related("review__company").get(pk=request_id)
    with transaction.atomic(), RowLock()(process.flow_class, process_id):
        if not is_overtaken(Letter.About.ANSWER, process_id):
            _write(process_id, request, Letter.About.ANSWER, _answer(request, process))


def _write(process_id: int, request: RequestToRestrict, about: Letter.About, words: Words) -> None:
    enqueue_mail(write_letter(request.review, process_id, about, words, to=request.contact_email))


def _answer(request: RequestToRestrict, process: Process) -> Words:
    """Chosen by the end of this process: the request's status may already come from a later process."""
    match process.outcome:
        case "restricted":
            return restriction_letter(request, _grounds(process))
        case "declined":
            return declination_letter(request, last_text(process, "decline"))
        case _:
            return closing_letter(request)


def _grounds(process: Process) -> Grounds:
    """The grounds, worded as in the statement to the author."""
    decided: Any = last_decision(process, "restrict")
    reason = Reason.objects.get(code=decided.data["reason"])
    reworded = process.data.get("statement") or {}
    return Grounds(StatementKind.RESTRICT, reason, decided.text.body, **reworded, notice=True)
