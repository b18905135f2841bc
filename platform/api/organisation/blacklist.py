"""The blacklist: check, list and change it. Addresses and phone numbers come only in bodies, never in URLs, because
logs contain URLs."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from operator import itemgetter
from typing import Annotated, Any, Literal

from django.http import HttpResponseBase
from ninja import Field, Path, Query, Status
from pydantic import StringConstraints

from accounts.models import User
from accounts.schemas import Person
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.files import CSV_FILE, file_response
from api.http.parsing import Payload
from api.http.repeats import repeated_by
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import MAX_NOTE, Storable
from blacklist.changes import add_entry, change_notes, check, get_entry, remove_entry
from blacklist.forms import valid_form
from blacklist.lists import (
    MAX_PAGE_SIZE,
    PAGE_SIZE,
    Order,
    added_by,
    blacklist_page,
    export_entries,
    kind_of,
    size_of_list,
)
from blacklist.models import BlacklistEntry
from workflows.bulk.investigating import number_investigated, sendable_to_investigation
from workflows.reviews.concerned import open_reviews_of

router = Router(tags=["Blacklist"])

EntryId = Annotated[int, Path(ge=1, le=MAX_ID)]
# no minimum here: the domain refuses an empty text with the same sentence as any invalid value
Contact = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), Storable]
Notes = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_NOTE), Storable]


class CheckRequest(Payload):
    """`value`: an email address, or a mobile number of one of the four countries."""

    value: Contact


class NewEntry(CheckRequest):
    notes: Notes = ""


class NotesRequest(Payload):
    notes: Notes


class EntryOut(Schema):
    """`hint`: the masked address or number. `legacy`: imported, and not hashed yet. `added_by`: null if imported."""

    id: int
    kind: Literal["email", "mobile"]
    hint: str
    notes: str
    added: datetime
    added_by: Person | None
    legacy: bool


class CheckAnswer(Schema):
    match: bool
    entries: list[EntryOut]


class Sendable(Schema):
    """Tasks of a queue that its outcome `investigate` can decide in one batch: `POST /bulk`."""

    queue: str
    title: str
    task_ids: list[int]


class OpenReviews(Schema):
    """`complete`: false if there may be more. `investigated`: how many of them are under investigation already.

    `sendable`: those that the caller may send to investigation in batches, by queue; empty without the permission
    `bulk_moderation`.
    """

    count: int
    complete: bool
    investigated: int
    sendable: list[Sendable]


class AddedEntry(EntryOut):
    """`open_reviews`: of this author. They stay in their queues until a person sends them to investigation."""

    open_reviews: OpenReviews


class OrderQuery(Schema):
    sort: Literal["added", "hint"] = "added"
    direction: Literal["desc", "asc"] = "desc"
    legacy: bool | None = None
    kind: Literal["email", "mobile"] | None = None

    @property
    def order(self) -> Order:
        return Order(self.sort, self.direction == "desc", self.legacy, self.kind)


class ListQuery(OrderQuery):
    cursor: Annotated[str, Field(max_length=600)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000, description=f"Never more than {MAX_PAGE_SIZE}.")] = (
        PAGE_SIZE
    )


class EntryList(Schema):
    """`total`, `legacy`: numbers of the whole list; only on its first page."""

    items: list[EntryOut]
    next_cursor: str | None
    total: int | None
    legacy: int | None


@router.get("/blacklist", response=EntryList, auth=Staff("blacklist"), operation_id="listBlacklist")
def list_entries(request: StaffRequest, query: Query[ListQuery]) -> Any:
    """A page of the entries. To search for a person, check their address or number."""
    entries, next_cursor = blacklist_page(query.order, query.cursor, query.limit)
    total, legacy = (None, None) if query.cursor else size_of_list()
    return {"items": _rows(entries), "next_cursor": next_cursor, "total": total, "legacy": legacy}


@router.get(
    "/blacklist/export",
    response=dict[str, Any],
    auth=Staff("blacklist", asks_again=True),
    operation_id="exportBlacklist",
    openapi_extra=CSV_FILE,
)
@from_replica
def export(request: StaffRequest, query: Query[OrderQuery]) -> HttpResponseBase:
    """The list as a CSV file, streamed: masked entries with their notes."""
    return file_response(export_entries(query.order, by=request.auth.user), "blacklist")


@router.post("/blacklist/check", response=CheckAnswer, auth=Staff("blacklist"), operation_id="checkBlacklist")
def check_value(request: StaffRequest, body: CheckRequest) -> Any:
    """Whether an address or a number is on the list, and by which entries."""
    entries = check(body.value)
    return {"match": bool(entries), "entries": _rows(entries)}


def _added(request: StaffRequest, entry_id: int, body: NewEntry, **_: Any) -> Any:
    return _with_reviews(get_entry(entry_id), body, by=request.auth.user)


@router.post(
    "/blacklist", response={201: AddedEntry, 409: Problem}, auth=Staff("blacklist"), operation_id="addToBlacklist"
)
@repeated_by(_added, keep=itemgetter("id"))
def add(request: StaffRequest, body: NewEntry) -> Any:
    """Add an address or a number. 409 `already_listed` when an entry matches already."""
    entry = add_entry(body.value, notes=body.notes, by=request.auth.user)
    return Status(201, _with_reviews(entry, body, by=request.auth.user))


@router.patch("/blacklist/{entry_id}", response=EntryOut, auth=Staff("blacklist"), operation_id="changeBlacklistNotes")
def patch_notes(request: StaffRequest, entry_id: EntryId, body: NotesRequest) -> Any:
    return _rows([change_notes(entry_id, body.notes, by=request.auth.user)])[0]


@router.delete(
    "/blacklist/{entry_id}", response={204: None}, auth=Staff("blacklist"), operation_id="removeFromBlacklist"
)
def remove(request: StaffRequest, entry_id: EntryId) -> Any:
    remove_entry(entry_id, by=request.auth.user)
    return Status(204, None)


def _with_reviews(entry: BlacklistEntry, body: NewEntry, *, by: User) -> dict[str, Any]:
    return {**_rows([entry])[0], "open_reviews": _concerned(body.value, by=by)}


def _concerned(value: str, *, by: User) -> dict[str, Any]:
    found = open_reviews_of(valid_form(value) or "")
    return {
        "count": len(found.reviews),
        "complete": found.is_complete,
        "investigated": number_investigated(found.reviews),
        "sendable": [asdict(each) for each in sendable_to_investigation(found.reviews, by=by)],
    }


def _rows(entries: Sequence[BlacklistEntry]) -> list[dict[str, Any]]:
    adders = added_by(entries)
    names = User.objects.names_of(adders.values())
    people = {entry: {"id": user, "name": names[user]} for entry, user in adders.items()}
    return [_row(entry, people.get(entry.pk)) for entry in entries]


def _row(entry: BlacklistEntry, by: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "kind": kind_of(entry),
        "hint": entry.hint,
        "notes": entry.notes,
        "added": entry.added_at,
        "added_by": by,
        "legacy": entry.is_legacy,
    }
