"""The history of all processes: its list, and the list as a file."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponseBase
from ninja import Field, Query
from pydantic import StringConstraints

from accounts.schemas import Person
from api.audit.names import names_of_things
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.files import CSV, RestingResponse, described_file, file_response
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import QueryMoment, SearchText, Storable
from audit import actions
from audit.entries import record_export
from audit.models import Kind
from kit.errors import InvalidError
from workflows.engine.core.errors import BlindError
from workflows.engine.core.flows import flows, queues
from workflows.engine.reading.exports.ocel_json import ocel_json_of_history
from workflows.engine.reading.exports.ocel_sqlite import ocel_sqlite_of_history
from workflows.engine.reading.exports.xes import xes_of_history
from workflows.engine.reading.history.filters import HistoryFilter
from workflows.engine.reading.history.pages import MAX_PAGE_SIZE, PAGE_SIZE, history_page
from workflows.engine.reading.history.rows import HistoryRow, csv_of_history, history_rows
from workflows.engine.reading.lists.blindness import Hidden, processes_hidden_from
from workflows.reasons import reasons_named

router = Router(tags=["History"])

PERMISSION = "history"

Code = Annotated[str, StringConstraints(max_length=64), Storable]


class HistoryQuery(Schema):
    """Filters of history, combined with AND. `subject`: such as `review:17`. `reason`: a code.

    `q`: words of notes and reasons.
    """

    person: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None
    kind: Code = ""
    process: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None
    subject: Code = ""
    queue: Code = ""
    action: Code = ""
    outcome: Code = ""
    reason: Code = ""
    since: Annotated[QueryMoment | None, Field(alias="from")] = None
    until: Annotated[QueryMoment | None, Field(alias="to")] = None
    q: SearchText = ""

    def chosen(self, hidden: Hidden) -> HistoryFilter:
        """The filter, without processes that the caller may not see because of a second look. Raises InvalidError."""
        filters = self.model_dump(include=set(HistoryQuery.model_fields))
        for name, known in (("kind", {flow.kind for flow in flows()}), ("queue", queues())):
            if filters[name] and filters[name] not in known:
                raise InvalidError({name: [f"There is no such {name}; there are: {', '.join(known)}."]})
        named = reasons_named(self.q) if self.q else ()
        chosen = HistoryFilter(**filters, named=named, without=hidden.processes)
        if chosen.subject:
            _ = chosen.subject_parts  # raises InvalidError now: a file is read only after its answer has begun
        return chosen


class HistoryListQuery(HistoryQuery):
    cursor: Annotated[str, Field(max_length=400)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000, description=f"Never more than {MAX_PAGE_SIZE}.")] = (
        PAGE_SIZE
    )


class HistoryExportQuery(HistoryQuery):
    format: Literal["csv", "xes", "ocel-json", "ocel-sqlite"] = "csv"


@dataclass(frozen=True, slots=True)
class _Form:
    """A file format of the export. `ending`: of the file's name."""

    write: Callable[[HistoryFilter], Iterator[str] | Iterator[bytes]]
    content_type: str
    ending: str


_FORMS: Mapping[str, _Form] = {
    "csv": _Form(csv_of_history, CSV, "csv"),
    "xes": _Form(xes_of_history, "application/xml; charset=utf-8", "xes"),
    "ocel-json": _Form(ocel_json_of_history, "application/json", "ocel.json"),
    "ocel-sqlite": _Form(ocel_sqlite_of_history, "application/vnd.sqlite3", "ocel.sqlite"),
}


class SubjectRef(Schema):
    thing: str
    id: int


class HistoryItem(Schema):
    """An entry of history. Titles of its codes: `label` of the outcome, `reason` of the decision's reason, empty
    without one. `actor`: null for the product itself.

    `batched`: whether a batch made the decision; decisions of one batch have the same `request_id`.
    """

    id: int
    at: datetime
    actor: Person | None
    kind: str
    kind_title: str
    process_id: int
    task_id: int | None
    subject: SubjectRef
    company: str | None
    queue: str
    action: str
    outcome: str
    label: str
    reason: str
    from_node: Annotated[str, Field(alias="from")]
    from_title: str
    to_node: Annotated[str, Field(alias="to")]
    to_title: str
    note: str | None
    request_id: str
    batched: bool


class HistoryList(Schema):
    """`searched`: the number of texts examined, if that limit ended the page early; the next page continues."""

    items: list[HistoryItem]
    next_cursor: str | None
    searched: int | None


@router.get("/history", response=HistoryList, auth=Staff(PERMISSION), by_alias=True)
@from_replica
def list_history(request: StaffRequest, query: Query[HistoryListQuery]) -> Any:
    """A page of the entries of all processes, newest first. It leaves out processes of the caller's second looks, and
    unsettled second looks at decisions of the caller.
    """
    page = history_page(query.chosen(processes_hidden_from(request.auth.user)), cursor=query.cursor, limit=query.limit)
    rows = history_rows(page.items)
    companies = names_of_things((Kind.COMPANY, row.process.company_id or 0) for row in rows)
    items = [_item(row, companies.get((Kind.COMPANY, row.process.company_id or 0))) for row in rows]
    return {"items": items, "next_cursor": page.next_cursor, "searched": page.searched}


@router.get(
    "/history/export",
    response={200: dict[str, Any], 409: Problem},
    auth=Staff(PERMISSION, asks_again=True),
    openapi_extra=described_file("text/csv", "application/xml", "application/json", "application/vnd.sqlite3"),
)
@from_replica
def export_history(request: StaffRequest, query: Query[HistoryExportQuery]) -> HttpResponseBase:
    """All selected entries as a file, streamed. Leaves an audit entry.

    `csv`: newest first, with names and texts. `xes`: a trace for each process with its selected entries; `ocel-json`
    and `ocel-sqlite`: OCEL 2.0, each entry with its process, task, subject, company, account and queue. These three
    have ids and codes only. 409 `blind_second_look` for a person with an open second look, because the file would have
    to leave entries out. The file leaves out unsettled second looks at decisions of the caller.
    """
    hidden = processes_hidden_from(request.auth.user)
    chosen = query.chosen(hidden)
    if hidden.is_blind:
        raise BlindError("You have a second look. Decide or release it before you save the history.")
    form = _FORMS[query.format]
    # a wrong filter is refused here, before the file begins
    chosen.entries()
    record_export(actions.HISTORY_EXPORTED, user_id=request.auth.user.pk, form=query.format)
    return file_response(
        form.write(chosen), "history", form.ending, content_type=form.content_type, response_type=RestingResponse
    )


def _item(row: HistoryRow, company: str | None) -> dict[str, Any]:
    event, entry = row.event, row.entry
    return {
        "id": event.pk,
        "at": entry.at,
        "actor": {"id": entry.actor[0], "name": entry.actor[1]} if entry.actor else None,
        "kind": row.flow.kind,
        "kind_title": str(row.flow.process_title),
        "process_id": event.process_id,
        "task_id": event.task_id,
        "subject": {"thing": row.flow.subject.thing, "id": row.process.subject_id},
        "company": company,
        "queue": row.queue,
        "action": event.action,
        "outcome": event.outcome,
        "label": entry.label,
        "reason": entry.reason,
        "from": event.node,
        "from_title": entry.title,
        "to": event.to_node,
        "to_title": entry.to_title,
        "note": entry.text,
        "request_id": event.request_id,
        "batched": row.batched,
    }
