"""Statements of reasons: the preview, the list of issued statements, and the file for the Commission."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponseBase
from ninja import Field, Path, Query

from accounts.models import User
from accounts.schemas import Person
from api.http.auth import MAX_ID, Staff, StaffRequest, TaskStaff
from api.http.errors import Problem
from api.http.files import CSV, RestingResponse, described_file, file_response
from api.http.parsing import Payload
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import QueryMoment, SearchText
from api.tasks.tasks import TaskId
from audit import actions
from audit.entries import record_export
from companies.schemas import CompanyRef
from kit.email_addresses import masked
from reviews.models import Letter, Reason, Statement
from reviews.statement_lists import (
    MAX_PAGE_SIZE,
    PAGE_SIZE,
    StatementFilters,
    csv_of,
    get_letter,
    json_of,
    statement_page,
)
from workflows.engine.reading.history.choices import people
from workflows.engine.reading.lists.blindness import (
    require_sight_of_all,
    require_sight_of_subject,
    results_hidden_from,
    subjects_hidden_from,
)
from workflows.reviews.delivery import delivery_of
from workflows.reviews.letters import preview_statement
from workflows.reviews.subject import REVIEW

router = Router(tags=["Statements"])

# decision 16: head moderators are responsible for statements to authors
PERMISSION = "head_moderator"

Reference = Annotated[str, Path(max_length=100, pattern=r"^docket-[1-9]\d{0,17}$")]


class StatementDraft(Payload):
    """A decision to preview."""

    outcome: Annotated[str, Field(max_length=32)]
    form: dict[str, Any] = Field(default_factory=dict)


class LetterOut(Schema):
    """`to`: null without an address; then nothing is mailed. `filed`: values by field of the Commission's schema."""

    to: str | None
    subject: str
    body: str
    filed: dict[str, str]


class StatementQuery(Schema):
    kind: Literal["", "reject", "restrict"] = ""
    reason: SearchText = ""
    company: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None
    since: QueryMoment | None = None
    until: QueryMoment | None = None
    mail: Letter.State | None = None
    person: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None

    def filters(self) -> StatementFilters:
        mail = self.mail or ""
        return StatementFilters(self.kind, self.reason, self.company, self.since, self.until, mail, self.person)


class StatementListQuery(StatementQuery):
    cursor: Annotated[str, Field(max_length=400)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000, description=f"Never more than {MAX_PAGE_SIZE}.")] = (
        PAGE_SIZE
    )


class ExportQuery(StatementQuery):
    format: Literal["csv", "json"] = "csv"


class ReasonRef(Schema):
    code: str
    title: str


class StatementChoices(Schema):
    """The values that the filters offer: all reasons, including retired ones, and people without erased accounts."""

    reasons: list[ReasonRef]
    people: list[Person]


class Mailing(Schema):
    """`state`: waiting, sending, sent, refused, uncertain (perhaps sent), no_address, not_sent (no mail
    server was configured) or cancelled (the decision was overridden before the letter was sent)."""

    state: str
    to: str
    sent_at: datetime | None
    subject: str


class StatementOut(Schema):
    reference: str
    kind: Literal["reject", "restrict"]
    review_id: int
    company: CompanyRef
    reason: ReasonRef
    ground: str
    explanation: str
    rule: str
    facts: str
    notice: bool
    detected: bool
    decided_by: Person | None
    created_at: datetime
    mail: Mailing | None


class StatementList(Schema):
    items: list[StatementOut]
    next_cursor: str | None


class LetterState(Schema):
    """A state of `Mailing`, and since when."""

    at: datetime
    state: str


class IssuedLetter(Schema):
    """The text as stored and mailed. `to`: masked, null without an address. `tries`: failed attempts of a letter that
    is still to be sent; `next_try`: the next attempt."""

    to: str | None
    subject: str
    body: str
    state: str
    created_at: datetime
    sent_at: datetime | None
    states: list[LetterState]
    tries: int
    next_try: datetime | None


@router.post("/tasks/{task_id}/statement", response=LetterOut, auth=TaskStaff(), operation_id="previewStatement")
def preview(request: StaffRequest, task_id: TaskId, body: StatementDraft) -> Any:
    """The exact letter to the author if the item is decided in this way. Nothing is stored."""
    letter = preview_statement(request.task, body.outcome, body.form)
    words = letter.words
    return {"to": masked(letter.to) or None, "subject": words.subject, "body": words.body, "filed": letter.filed}


@router.get("/statements", response=StatementList, auth=Staff(PERMISSION))
def list_statements(request: StaffRequest, query: Query[StatementListQuery]) -> Any:
    """The issued statements, newest first, with the state of their letters.

    Leaves out statements about reviews whose second look the caller has or may take.
    """
    user = request.auth.user
    without = subjects_hidden_from(user, REVIEW) | results_hidden_from(user, REVIEW)
    filters = replace(query.filters(), without=without)
    page = statement_page(filters, cursor=query.cursor, limit=query.limit)
    people = User.objects.names_of(row.decided_by for row, _ in page.items)
    items = [statement_row(row, letter, people) for row, letter in page.items]
    return {"items": items, "next_cursor": page.next_cursor}


@router.get("/statements/choices", response=StatementChoices, auth=Staff(PERMISSION))
def list_statement_choices(request: StaffRequest) -> Any:
    return {
        "reasons": list(Reason.objects.order_by("title")),
        "people": [{"id": pk, "name": name} for pk, name in people().items()],
    }


@router.get(
    "/statements/export",
    response={200: dict[str, Any], 409: Problem},
    auth=Staff(PERMISSION, asks_again=True),
    openapi_extra=described_file("text/csv", "application/json"),
)
@from_replica
def export_statements(request: StaffRequest, query: Query[ExportQuery]) -> HttpResponseBase:
    """All statements in the fields of the Commission's schema, streamed. They quote people: check them before filing.

    409 `blind_second_look` for a person with an open second look.
    """
    require_sight_of_all(request.auth.user, REVIEW)
    lines, content_type = (
        (csv_of(query.filters()), CSV) if query.format == "csv" else (json_of(query.filters()), "application/json")
    )
    record_export(actions.STATEMENTS_EXPORTED, user_id=request.auth.user.pk, form=query.format)
    return file_response(lines, "statements", query.format, content_type=content_type, response_type=RestingResponse)


@router.get(
    "/statements/{reference}/letter",
    response={200: IssuedLetter, 409: Problem},
    auth=Staff(PERMISSION),
    operation_id="readStatementLetter",
)
def read_letter(request: StaffRequest, reference: Reference) -> Any:
    """The letter of a statement as the author gets it, and its delivery.

    409 `blind_second_look` for the person with the second look at the review.
    """
    statement, letter = get_letter(reference)
    require_sight_of_subject(REVIEW, statement.review_id, request.auth.user)
    delivery = delivery_of(letter)
    return {
        "to": masked(letter.to) or None,
        "subject": letter.subject,
        "body": letter.body,
        "state": letter.state,
        "created_at": letter.created_at,
        "sent_at": letter.sent_at,
        "states": [{"at": at, "state": state} for at, state in delivery.states],
        "tries": delivery.tries,
        "next_try": delivery.next_try,
    }


def statement_row(statement: Statement, letter: Letter | None, people: dict[int, str]) -> dict[str, Any]:
    """A `StatementOut`. `people`: names by account id."""
    by = statement.decided_by
    return {
        "reference": statement.puid,
        "kind": statement.kind,
        "review_id": statement.review_id,
        "company": {"id": statement.company_id, "name": statement.company.name},
        "reason": {"code": statement.reason.code, "title": statement.reason.title},
        "ground": statement.decision_ground,
        "explanation": statement.explanation,
        "rule": statement.rule,
        "facts": statement.decision_facts,
        "notice": statement.source_type == Statement.Source.NOTICE,
        "detected": statement.automated_detection,
        "decided_by": {"id": by, "name": people[by]} if by else None,
        "created_at": statement.created_at,
        "mail": _mailing(letter) if letter else None,
    }


def _mailing(letter: Letter) -> dict[str, Any]:
    return {
        "state": letter.state,
        "to": masked(letter.to),
        "sent_at": letter.sent_at,
        "subject": letter.subject,
    }
