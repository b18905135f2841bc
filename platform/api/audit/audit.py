"""For admins: verifications of history, and what one account did in a period."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

from django.utils import timezone
from ninja import Field, Path, Query, Status

from accounts.models import User
from accounts.schemas import Person
from api.audit.search import Thing, found_entries, readable_kinds
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import QueryMoment
from api.processes.history import PERMISSION
from api.tasks.heads import ProcessRef
from kit.desk_day import next_at_hour
from workflows.engine.core.consistency.runs import NIGHT_HOUR, ask_for_verification, verifications
from workflows.engine.reading.history.choices import history_choices
from workflows.engine.reading.history.person import Deed, batched_of, decisions_of, get_account, noted_of, numbers_of
from workflows.models import Process, Verification
from workflows.reasons import reason_choices

router = Router(tags=["History"])

SHOWN = 20
PERIOD = timedelta(days=30)
_FIRST = datetime.min.replace(tzinfo=UTC)

UserId = Annotated[int, Path(ge=1, le=MAX_ID)]


class Choice(Schema):
    name: str
    title: str


class HistoryChoices(Schema):
    """The values that the filters of history offer. `people`: without erased accounts."""

    people: list[Person]
    kinds: list[Choice]
    actions: list[str]
    outcomes: list[Choice]
    reasons: list[Choice]


class FaultOut(Schema):
    """`what`: link, head, text, audit or anchor. `process` null for an anchor and for an audit log, `seq` 0 for a whole
    process or log."""

    what: str
    process: ProcessRef | None
    seq: int


class VerificationOut(Schema):
    """`entries` and `last_at`: how far it goes. `faults` null: it has no result, or not yet (`ended_at` null).

    `fault`: the first. The nightly check stops at a hundred faults.
    """

    id: int
    source: Literal["person", "night", "command"]
    by: Person | None
    begun_at: datetime
    ended_at: datetime | None
    entries: int
    last_at: datetime | None
    faults: int | None
    fault: FaultOut | None


class Verifications(Schema):
    """The newest verifications, newest first, and when the scheduler asks for the next."""

    items: list[VerificationOut]
    next_at: datetime


class PeriodQuery(Schema):
    """A period; by default the last 30 days."""

    since: Annotated[QueryMoment | None, Field(alias="from")] = None
    until: Annotated[QueryMoment | None, Field(alias="to")] = None

    def period(self) -> tuple[datetime, datetime]:
        until = self.until or timezone.now()
        return self.since or until - min(PERIOD, until - _FIRST), until


class NotedQuery(PeriodQuery):
    what: Deed | None = None
    cursor: Annotated[str, Field(max_length=400)] = ""


class DecidedOut(Schema):
    """`title`: of the step. `label`: of the outcome."""

    kind: str
    node: str
    title: str
    queue: str
    outcome: str
    label: str
    number: int


class PersonHistory(Schema):
    """`decided`: the most frequent first, undone decisions included; `batched`: how many of them batches made.

    `exports`: number of files that the account has saved. `reads`: number of unmasked addresses, phone numbers and
    contacts that it has read. `changes`: number of its other audit entries.
    """

    person: Person
    since: datetime
    until: datetime
    decided: list[DecidedOut]
    batched: int
    exports: int
    reads: int
    changes: int


class NotedItem(Schema):
    """`subject` and `about`: as in `FoundEntry`, but without names of things that the caller may not read."""

    id: int
    at: datetime
    kind: str
    subject_id: int
    sentence: str
    subject: Thing
    about: list[Thing]


class NotedList(Schema):
    items: list[NotedItem]
    next_cursor: str | None


@router.get("/history/choices", response=HistoryChoices, auth=Staff(PERMISSION), operation_id="listHistoryChoices")
def list_choices(request: StaffRequest) -> Any:
    choices = history_choices()
    return {
        "people": [{"id": pk, "name": name} for pk, name in choices.people.items()],
        "kinds": [{"name": name, "title": title} for name, title in choices.kinds.items()],
        "actions": choices.actions,
        "outcomes": [{"name": name, "title": title} for name, title in choices.outcomes.items()],
        "reasons": [{"name": code, "title": title} for code, title in reason_choices().items()],
    }


@router.get("/history/verifications", response=Verifications, auth=Staff(PERMISSION))
def list_verifications(request: StaffRequest) -> Any:
    return {"items": _verifications(verifications(SHOWN)), "next_at": next_at_hour(NIGHT_HOUR)}


@router.post(
    "/history/verifications",
    response={202: VerificationOut, 413: Problem},
    auth=Staff(PERMISSION),
    operation_id="verifyHistory",
)
def verify(request: StaffRequest) -> Any:
    """Verify the whole history in the background. Answers a verification that a person began and that still runs."""
    (verification,) = _verifications([ask_for_verification(by=request.auth.user)])
    return Status(202, verification)


@router.get(
    "/history/people/{user_id}", response=PersonHistory, auth=Staff(PERMISSION), operation_id="getPersonHistory"
)
@from_replica
def read_person(request: StaffRequest, user_id: UserId, query: Query[PeriodQuery]) -> Any:
    """What one account did in a period. The list of its entries in history is `GET /history?person=`."""
    person, (since, until) = get_account(user_id), query.period()
    numbers = numbers_of(user_id, since, until)
    return {
        "person": {"id": person.pk, "name": person.full_name},
        "since": since,
        "until": until,
        "decided": decisions_of(user_id, since, until),
        "batched": batched_of(user_id, since, until),
        "exports": numbers.exports,
        "reads": numbers.reads,
        "changes": numbers.changes,
    }


@router.get(
    "/history/people/{user_id}/audit", response=NotedList, auth=Staff(PERMISSION), operation_id="listPersonAudit"
)
@from_replica
def list_noted(request: StaffRequest, user_id: UserId, query: Query[NotedQuery]) -> Any:
    """What the account did outside processes, newest first: exports, reads of personal data, changes."""
    page = noted_of(get_account(user_id).pk, *query.period(), query.cursor, query.what)
    told = found_entries(page.items, readable_kinds(request.auth.user))
    items = [
        {**entry, "kind": stored.kind, "subject_id": stored.subject_id, "sentence": entry["text"]}
        for stored, entry in zip(page.items, told, strict=True)
    ]
    return {"items": items, "next_cursor": page.next_cursor}


def _verifications(found: list[Verification]) -> list[dict[str, Any]]:
    names = User.objects.names_of(row.by_id for row in found)
    faulty = Process.objects.in_bulk([row.fault_process for row in found if row.fault_process])
    return [_verification(row, names, faulty.get(row.fault_process or 0)) for row in found]


def _verification(row: Verification, names: dict[int, str], process: Process | None) -> dict[str, Any]:
    shown = ("id", "source", "begun_at", "ended_at", "entries", "last_at", "faults")
    ref = {"kind": process.kind, "id": process.pk} if process else None
    return {
        **{name: getattr(row, name) for name in shown},
        "by": {"id": row.by_id, "name": names[row.by_id]} if row.by_id else None,
        "fault": {"what": row.fault, "process": ref, "seq": row.fault_seq or 0} if row.fault else None,
    }
