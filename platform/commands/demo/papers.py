"""What is written beside the processes: requests, statements of reasons, letters. All of them have been sent, or had
nowhere to go: nothing is left to be mailed.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Model

from commands.demo.drafts import Added, Deed, Draft, Request, Revised, Run
from commands.demo.ways import MODERATION
from companies.models import Company
from kit.copying import Rows
from restrictions.letters import declination_letter, receipt_letter, restriction_letter
from restrictions.models import RequestStatus, RequestToRestrict
from reviews.grounds import Grounds
from reviews.letters import Words, reinstatement_letter, statement_letter
from reviews.models import Letter, Reason, Review, Revision, Statement, StatementKind
from reviews.statements import new_statement
from workflows.reviews.mailing import told

SECOND = timedelta(seconds=1)
OWED = {"rejected": StatementKind.REJECT, "restricted": StatementKind.RESTRICT}


class Papers:
    """Writes those of a chunk of drafts, whose numbers are known; the history's entries go into the drafts."""

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self._reasons = {reason.code: reason for reason in Reason.objects.all()}
        self._companies = Company.objects.in_bulk({draft.company_id for draft in drafts if _has_papers(draft)})
        self.requests: list[RequestToRestrict] = []
        self.statements: list[Statement] = []
        self.letters: list[Letter] = []
        self.revisions: list[Revision] = []
        for draft in drafts:
            if draft.received and draft.revised:
                self.revisions.extend(_versions(draft, draft.received, draft.revised))
            if _has_papers(draft):
                self._write(draft)

    def keep(self) -> None:
        """In the caller's transaction."""
        _copy(self.requests)
        _copy(self.statements, without=["id"])
        _copy(self.letters)
        _copy(self.revisions, without=["id"])

    def _write(self, draft: Draft) -> None:
        review = _review(draft, self._companies[draft.company_id])
        before: Run | None = None
        for run in draft.runs:
            request = self._request(run, run.request, review) if run.request else None
            if before is not None and run.journey.way.flow is MODERATION:
                self._override(draft, before, run, review)
            if run.journey.ending:
                self._end(draft, run, review, request)
            before = run

    def _request(self, run: Run, asked: Request, review: Review) -> RequestToRestrict:
        ending, at = run.journey.ending, run.times[0]
        request = RequestToRestrict(
            id=asked.id,
            review=review,
            number=asked.number,
            company=review.company,
            rating=review.rating,
            ground=asked.ground,
            facts=asked.facts,
            contact_name=asked.name,
            contact_email=asked.email,
            contact_role=asked.role,
            good_faith=True,
            asked_by_id=run.begun.by,
            received_at=at,
            status=ending.name if ending else RequestStatus.OPEN,
            ended_at=run.times[-1] if ending else None,
        )
        self.requests.append(request)
        letter = self._letter(run, review, Letter.About.RECEIPT, receipt_letter(request), asked.email)
        self._mailed(run, 1, letter, at + SECOND)
        return request

    def _end(self, draft: Draft, run: Run, review: Review, request: RequestToRestrict | None) -> None:
        ending, at = run.journey.ending, run.times[-1]
        name = str(ending.name) if ending else ""
        grounds = None
        if name in OWED:
            grounds = self._grounds(draft, run, OWED[name])
            letter = self._state_reasons(draft, run, review, grounds)
        if request and name in ("restricted", "declined"):
            words = (
                restriction_letter(request, grounds)
                if grounds
                else declination_letter(request, _decided(run, "decline")[0].text)
            )
            answer = self._letter(run, review, Letter.About.ANSWER, words, request.contact_email)
            self._mailed(run, run.last_entry, answer, at + 2 * SECOND)
        if grounds:
            self._mailed(run, run.last_entry, letter, at + 2 * SECOND)

    def _grounds(self, draft: Draft, run: Run, kind: StatementKind) -> Grounds:
        deed, _ = _decided(run, kind)
        found = draft.arrived_with.flagged_words or draft.findings.flagged_words
        notice = kind == StatementKind.RESTRICT
        reason = self._reasons[deed.data["reason"]]
        return Grounds(kind, reason, deed.text, notice=notice, detected=bool(found) and not notice)

    def _state_reasons(self, draft: Draft, run: Run, review: Review, grounds: Grounds) -> Letter:
        deed, decided_at = _decided(run, grounds.kind)
        at = run.times[-1] + SECOND
        statement = new_statement(review, grounds, process_id=run.id, by=deed.by, decided_on=decided_at.date())
        statement.created_at = at
        self.statements.append(statement)
        words = statement_letter(review, grounds, run.id, received=_text_of(draft))
        letter = self._letter(run, review, Letter.About.STATEMENT, words, draft.email)
        waiting = Letter.State.WAITING if draft.email else Letter.State.NO_ADDRESS
        data = {"reference": statement.puid, **told(letter), "state": waiting}
        run.added.append(Added(run.last_entry, at, "statement", data=data))
        return letter

    def _override(self, draft: Draft, before: Run, run: Run, review: Review) -> None:
        at, after = run.times[0], before.last_entry
        before.added.append(Added(after, at, "override", by=run.begun.by, data={"process": run.id}))
        words = reinstatement_letter(review, before.id, received=_text_of(draft))
        letter = self._letter(before, review, Letter.About.REINSTATEMENT, words, draft.email)
        self._mailed(before, after, letter, at + 2 * SECOND)

    def _letter(self, run: Run, review: Review, about: Letter.About, words: Words, to: str) -> Letter:
        letter = Letter(
            review=review,
            process_id=run.id,
            about=about,
            to=to,
            subject=words.subject,
            body=words.body,
            state=Letter.State.SENT if to else Letter.State.NO_ADDRESS,
        )
        self.letters.append(letter)
        return letter

    @staticmethod
    def _mailed(run: Run, after: int, letter: Letter, at: datetime) -> None:
        letter.created_at = at - SECOND
        if letter.state == Letter.State.SENT:
            letter.sent_at = at
            run.added.append(Added(after, at, "mail", data=told(letter)))


def _has_papers(draft: Draft) -> bool:
    return len(draft.runs) > 1 or bool(draft.runs[0].journey.ending and draft.runs[0].journey.ending.name in OWED)


def _decided(run: Run, outcome: str) -> tuple[Deed, datetime]:
    """The last decision of this outcome by a person, and when it was made."""
    moves = list(enumerate(run.journey.moves))
    number = next(number for number, move in reversed(moves) if move.outcome == outcome and move.by != "clock")
    return run.deeds[number], run.times[number + 1]


def _review(draft: Draft, company: Company) -> Review:
    """As far as letters and statements ask for it."""
    received_at = draft.runs[0].times[0]
    return Review(
        id=draft.id,
        company=company,
        rating=draft.rating,
        author_email=draft.email,
        received_at=received_at,
        **draft.words,
    )


def _text_of(draft: Draft) -> str:
    received = draft.received or draft.words
    return str(received["text"] or received["constructive"])


def _versions(draft: Draft, received: Mapping[str, Any], revised: Revised) -> Iterator[Revision]:
    """Both of a review that was revised."""
    yield Revision(review_id=draft.id, number=1, created_at=draft.runs[0].times[0], **received)
    by, reason, at = revised.by, revised.reason, revised.at
    yield Revision(review_id=draft.id, number=2, author_id=by, reason=reason, created_at=at, **draft.words)


def _copy(rows: Sequence[Model], *, without: Sequence[str] = ()) -> None:
    if rows:
        copied = Rows(rows[0], without=without)
        for row in rows:
            copied.add_instance(row)
        copied.write()
