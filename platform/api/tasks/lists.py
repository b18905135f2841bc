"""Pages of lists as JSON. For polls a process reads one page for everybody, at most once a second (decision 46)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from django.http import HttpResponse
from pydantic_core import to_json

from accounts.models import User
from api.tasks.rows import rows_for_everybody, rows_of
from kit.shared import Shared
from workflows.engine.reading.lists.lists import Filters, Page, queue_page
from workflows.engine.reading.lists.shared import barred_from, next_up_for, page_for_everybody, served_otherwise
from workflows.engine.reading.lists.views import VIEWS

HELD_SECONDS = 1


class Wanted(NamedTuple):
    """A page of a list."""

    queue: str
    filters: Filters
    cursor: str
    limit: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The version of a page, and the function that makes its response."""

    version: str
    response: partial[HttpResponse]


@dataclass(frozen=True, slots=True)
class _Shared:
    """A page in the form that most people get, and the ids of the people who get another form.

    `lookers`: people who have an item of it open. `served_otherwise`: people to whom `next` may serve other items.
    `barred`: people who may not see an item of it.
    """

    rows: Sequence[dict[str, Any]]
    page: Page
    body: bytes
    version: str
    lookers: frozenset[int]
    served_otherwise: frozenset[int]
    barred: frozenset[int]


_PAGES: Shared[_Shared] = Shared(seconds=HELD_SECONDS)


def answer_of(wanted: Wanted, *, by: User, age: int) -> Answer:
    """A page for a person. `age`: seconds that it may be old; views over all queues are always read anew.

    Raises UnknownQueueError, ForbiddenError, InvalidError.
    """
    if age and wanted.queue not in VIEWS:
        shared = _PAGES.get(wanted, age, lambda: _read(wanted, by))
        if by.pk not in shared.barred:
            return _for_person(shared, wanted, by)
    page = queue_page(wanted.queue, wanted.filters, by=by, cursor=wanted.cursor, limit=wanted.limit)
    body = _body(rows_of(page.items, by, with_notes=wanted.queue in VIEWS), page, page.next_up)
    return Answer(_version(body), partial(_response, body))


def _read(wanted: Wanted, by: User) -> _Shared:
    page = page_for_everybody(wanted.queue, wanted.filters, by=by, cursor=wanted.cursor, limit=wanted.limit)
    rows = rows_for_everybody(page.items)
    body = _body(rows, page, page.next_up)
    return _Shared(
        rows=rows,
        page=page,
        body=body,
        version=_version(body),
        lookers=frozenset(person["id"] for row in rows for person in row["open_with"]),
        served_otherwise=served_otherwise(wanted.queue, page.next_up),
        barred=barred_from(page),
    )


def _for_person(shared: _Shared, wanted: Wanted, person: User) -> Answer:
    next_up = shared.page.next_up
    if person.pk in shared.served_otherwise:
        next_up = next_up_for(person, wanted.queue, wanted.filters)
    if person.pk not in shared.lookers and next_up == shared.page.next_up:
        return Answer(shared.version, partial(_response, shared.body))
    version = "-".join(map(str, (shared.version, person.pk, *next_up)))
    return Answer(version, partial(_response_without, person.pk, shared, next_up))


def _response_without(person_id: int, shared: _Shared, next_up: Sequence[int]) -> HttpResponse:
    """`open_with` does not name the person who gets the page."""
    rows = [
        {**row, "open_with": [person for person in row["open_with"] if person["id"] != person_id]}
        for row in shared.rows
    ]
    return _response(_body(rows, shared.page, next_up))


def _response(body: bytes) -> HttpResponse:
    return HttpResponse(body, content_type="application/json")


def _body(rows: Sequence[dict[str, Any]], page: Page, next_up: Sequence[int]) -> bytes:
    # has the form of TaskPage, but is not validated: validating a page takes longer than reading it
    about = {"next_cursor": page.next_cursor, "next_up": next_up}
    return to_json({"items": rows, **about, "matches": page.matches})


def _version(body: bytes) -> str:
    return sha256(body).hexdigest()[:32]
