"""All audit logs as one list, for admins: what was changed, saved and read outside processes, by whom, and when."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http.response import HttpResponseBase
from ninja import Field, Query
from pydantic import StringConstraints

from accounts.models import User
from accounts.schemas import Person
from api.audit.log import PERMISSION_OF
from api.audit.names import names_of_things, sentences_of, with_titles
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.files import CSV_FILE, file_response
from api.http.lists import Directed, PageQuery
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import QueryMoment, Storable
from api.processes.history import PERMISSION
from audit.actions import ACTIONS
from audit.entries import MANUAL, texts_of
from audit.finding import REMARK, LogFilter, action_of, export_log, log_page, things_of
from audit.models import AuditEntry, Kind
from kit.errors import ForbiddenError
from workflows.engine.reading.history.choices import people

router = Router(tags=["Audit log"])


class LogChoice(Directed):
    """Filters, combined with AND. `subject`: the id of a thing of this `kind`."""

    direction: Literal["asc", "desc"] = "desc"
    kind: Kind | None = None
    subject: Annotated[int | None, Field(ge=0, le=MAX_ID)] = None
    action: Annotated[str, StringConstraints(max_length=64), Storable] = ""
    person: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None
    since: Annotated[QueryMoment | None, Field(alias="from")] = None
    until: Annotated[QueryMoment | None, Field(alias="to")] = None

    def chosen(self, request: StaffRequest) -> LogFilter:
        """The filter, for the kinds that the caller may read. Raises ForbiddenError if `kind` is another one."""
        kinds = readable_kinds(request.auth.user)
        if self.kind is not None and self.kind not in kinds:
            raise ForbiddenError
        return LogFilter(kinds, self.kind, self.subject, self.action, self.person, self.since, self.until)


class LogQuery(PageQuery, LogChoice):
    """`LogChoice` with a cursor and a limit."""


class Thing(Schema):
    """`name`: null if the thing has none or was deleted. `id`: 0 for the whole list of such things."""

    kind: Kind
    id: int
    name: str | None


class FoundEntry(Schema):
    """`user`: null for the product itself. `action`: a code, `remark`, or empty in entries from before codes existed.

    `about`: other things that the entry names.
    """

    id: int
    at: datetime
    user: Person | None
    subject: Thing
    action: str
    text: str
    about: list[Thing]


class FoundEntries(Schema):
    items: list[FoundEntry]
    next_cursor: str | None


class KindOfLog(Schema):
    """A kind of things, and the actions that its log can have."""

    kind: Kind
    actions: list[str]


class LogChoices(Schema):
    """The values that the filters offer. `people`: without erased accounts."""

    people: list[Person]
    kinds: list[KindOfLog]


@router.get("/audit", response=FoundEntries, auth=Staff(PERMISSION), operation_id="searchAuditLog")
@from_replica
def search(request: StaffRequest, query: Query[LogQuery]) -> Any:
    """A page of the entries, ordered by time, for the kinds of things that the caller may read."""
    entries, next_cursor = log_page(query.chosen(request), query.cursor, limit=query.limit, descending=query.descending)
    return {"items": found_entries(entries), "next_cursor": next_cursor}


@router.get(
    "/audit/export",
    response=dict[str, Any],
    auth=Staff(PERMISSION, asks_again=True),
    operation_id="exportAuditLogs",
    openapi_extra=CSV_FILE,
)
@from_replica
def export(request: StaffRequest, query: Query[LogChoice]) -> HttpResponseBase:
    """The list as a CSV file, streamed."""
    lines = export_log(
        query.chosen(request),
        user_id=request.auth.user_id,
        names_of=User.objects.names_of,
        names_of_things=names_of_things,
        sentences_of=sentences_of,
        descending=query.descending,
    )
    return file_response(lines, "audit-log")


@router.get("/audit/choices", response=LogChoices, auth=Staff(PERMISSION), operation_id="listAuditChoices")
def list_choices(request: StaffRequest) -> Any:
    kinds = readable_kinds(request.auth.user)
    return {
        "people": [{"id": pk, "name": name} for pk, name in people().items()],
        "kinds": [{"kind": kind, "actions": _actions_of(kind)} for kind in Kind if kind in kinds],
    }


def readable_kinds(user: User) -> frozenset[Kind]:
    """The kinds of things whose log the user may read."""
    return frozenset(kind for kind in Kind if user.may(PERMISSION_OF.get(kind, PERMISSION)))


def _actions_of(kind: Kind) -> list[str]:
    return [*(action.code for action in ACTIONS if action.kind == kind), *([REMARK] if kind in MANUAL else [])]


def found_entries(entries: list[AuditEntry], kinds: frozenset[Kind] = frozenset(Kind)) -> list[dict[str, Any]]:
    """The entries as `FoundEntry`, with names only for things of `kinds`."""
    people_named = User.objects.names_of(entry.user_id for entry in entries)
    about = {entry.pk: things_of(entry) for entry in entries}
    named = names_of_things({thing for things in about.values() for thing in things if thing[0] in kinds})
    items = []
    companies = {pk: name for (kind, pk), name in named.items() if kind == Kind.COMPANY}
    for entry, text in zip(entries, texts_of(entries, companies, with_titles), strict=True):
        subject, *others = ({"kind": kind, "id": pk, "name": named.get((kind, pk))} for kind, pk in about[entry.pk])
        user = {"id": entry.user_id, "name": people_named[entry.user_id]} if entry.user_id is not None else None
        shown = {"id": entry.pk, "at": entry.at, "user": user, "action": action_of(entry), "text": text}
        items.append({**shown, "subject": subject, "about": others})
    return items
