"""Letters to authors: composed for the preview, issued after the hold of a decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from kit.errors import InvalidError
from reviews.grounds import Grounds
from reviews.letters import Words, address_of, reinstatement_letter, statement_letter, write_letter
from reviews.models import Letter, Review, Statement, StatementKind
from reviews.statements import filed_as, issue_statement
from workflows.engine.core.history import last_decision
from workflows.engine.core.locks import RowLock
from workflows.engine.core.transition.writer import record_event
from workflows.engine.outbox.outbox import enqueue
from workflows.models import Process
from workflows.reviews.detection import was_detected
from workflows.reviews.forms import Rejection
from workflows.reviews.mailing import cancel_letter, enqueue_mail, letter_entry

# ends that need a statement of reasons, with the kind of decision that it states
STATED_ENDS = {"rejected": StatementKind.REJECT, "restricted": StatementKind.RESTRICT}


@dataclass(frozen=True, slots=True)
class Preview:
    """A letter that is not stored yet. `to`: empty if there is no address."""

    to: str
    words: Words
    filed: Mapping[str, Any]


def preview_statement(task: Any, outcome: str, payload: Mapping[str, Any]) -> Preview:
    """The letter that the author would get for this decision. Raises InvalidError."""
    form_class = getattr(task.flow_task.outcomes.get(outcome), "form", None)
    if form_class is None or not issubclass(form_class, Rejection):
        raise InvalidError({"outcome": ["This outcome sends no statement to the author."]})
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


class LetterOnItsWayError(Exception):
    """A letter is being sent: retry when its result is recorded."""


def enqueue_statement(process: Process) -> None:
    """Enqueue the statement of an end that needs one, in its transaction. A recalled decision has no end, so no
    statement.
    """
    if kind := STATED_ENDS.get(process.outcome):
        enqueue("issue_statement", {"process": process.pk, "kind": kind.value})


def issue_statement_of(process_id: int, kind: str = "") -> None:
    """Issue and send the statement of a process that ended with a rejection or a restriction. Runs once for a process.

    `kind`: the decision, needed if the source has withdrawn the review since; empty: read from the process. If a head
    moderator has already overridden the decision, the statement is stored for the record but its letter is not sent.
    """
    process: Process = Process.objects.get(pk=process_id)
    kind = kind or STATED_ENDS.get(process.outcome, "")
    decided: Any = last_decision(process, kind) if kind else None
    if decided is None:
        return
    with transaction.atomic(), RowLock()(process.flow_class, process_id):
        if Statement.objects.filter(process_id=process_id).exists():
            return
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
        record_event(process, "statement", data={"reference": statement.puid, **letter_entry(letter)})
        if not (process.overrides.exists() and cancel_letter(letter)):
            enqueue_mail(letter)


def enqueue_reinstatement_letter(process: Process) -> None:
    """Enqueue the letter about a reinstatement, in the transaction of the reinstatement."""
    enqueue("tell_reinstatement", {"process": process.pk})


def write_reinstatement_letter(process_id: int) -> None:
    """Write to the author if the letter about the decision was sent; otherwise cancel that letter.

    Raises LetterOnItsWayError.
    """
    process: Process = Process.objects.get(pk=process_id)
    review = Review.objects.select_related("company").get(pk=process.subject_id)
    with transaction.atomic(), RowLock()(process.flow_class, process_id):
        before = Letter.objects.filter(process_id=process_id, about=Letter.About.STATEMENT).first()
        if before is None or cancel_letter(before):
            return
        before.refresh_from_db()
        if before.state == Letter.State.SENDING:
            raise LetterOnItsWayError
        if before.state != Letter.State.CANCELLED:
            words = reinstatement_letter(review, process_id)
            enqueue_mail(write_letter(review, process_id, Letter.About.REINSTATEMENT, words))


def _circumstances(process: Process, kind: str) -> dict[str, Any]:
    """A restriction follows a notice. A rejection is our own initiative, possibly after automated screening."""
    return {"notice": kind == StatementKind.RESTRICT, "detected": was_detected(process)}
