"""Lists of statements: filtered pages for people, newest first, and complete exports for filing."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from kit.cursors import decode_cursor, encode_cursor
from kit.errors import InvalidError, NotFoundError
from kit.keyset import Beyond
from kit.prepared import Marks, Prepared
from kit.spreadsheets import csv_lines
from reviews.models import Letter, Statement
from reviews.statements import FILED_FIELDS, filed

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
_LIST = "statements"
_CHUNK = 1_000


@dataclass(frozen=True, slots=True)
class StatementFilters:
    """Filters, combined with AND. `since` is inclusive, `until` exclusive. `mail`: the state of the letter to the
    author. `person`: who decided. `without`: ids of reviews to leave out.
    """

    kind: str = ""
    reason: str = ""
    company: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    mail: str = ""
    person: int | None = None
    without: Collection[int] = ()

    def apply(self) -> QuerySet[Statement]:
        wanted = {
            "kind": self.kind,
            "reason__code": self.reason,
            "company_id": self.company,
            "decided_by": self.person,
            "created_at__gte": self.since,
            "created_at__lt": self.until,
        }
        found = Statement.objects.filter(**{name: value for name, value in wanted.items() if value not in (None, "")})
        if self.mail:
            letters = Letter.objects.filter(about=Letter.About.STATEMENT, state=self.mail)
            found = found.filter(process_id__in=letters.values("process_id"))
        return found.exclude(review_id__in=self.without) if self.without else found


@dataclass(frozen=True, slots=True)
class StatementPage:
    """Statements with their letters, and the cursor of the next page."""

    items: list[tuple[Statement, Letter | None]]
    next_cursor: str | None


def statement_page(filters: StatementFilters, *, cursor: str = "", limit: int = PAGE_SIZE) -> StatementPage:
    """One page, the newest first. Raises InvalidError for another list's cursor."""
    statements = filters.apply()
    if cursor:
        at, number = _position(cursor)
        statements = statements.filter(Q(created_at__lt=at) | Q(created_at=at, pk__lt=number))
    size = min(limit, MAX_PAGE_SIZE)
    rows = list(statements.select_related("company", "reason").order_by("-created_at", "-pk")[: size + 1])
    page = rows[:size]
    letters = _letters(page)
    last = page[-1] if len(rows) > size else None
    next_cursor = encode_cursor([last.created_at.isoformat(), last.pk], of=_LIST) if last else None
    return StatementPage([(row, letters.get(row.process_id)) for row in page], next_cursor)


def statements_about(review_id: int) -> list[tuple[Statement, Letter | None]]:
    """The statements about one review with their letters, oldest first."""
    rows = _ABOUT.instances({"review": review_id})
    letters = _letters(rows) if rows else {}
    return [(row, letters.get(row.process_id)) for row in rows]


def _about(marks: Marks) -> QuerySet[Statement]:
    statements = Statement.objects.filter(review_id=marks.number("review"))
    return statements.select_related("company", "reason").order_by("created_at", "pk")


_ABOUT = Prepared(_about)


def get_letter(reference: str) -> tuple[Statement, Letter]:
    """A statement and the letter in which its author reads it. Raises NotFoundError."""
    statement = Statement.objects.filter(puid=reference).first()
    if statement:
        letter = Letter.objects.filter(process_id=statement.process_id, about=Letter.About.STATEMENT).first()
        if letter:
            return statement, letter
    raise NotFoundError("There is no letter with this number.")


def csv_of(filters: StatementFilters) -> Iterator[str]:
    """Every statement as a CSV line."""
    rows = (list(filed(statement).values()) for statement in _each(filters))
    return csv_lines(FILED_FIELDS, rows)


def json_of(filters: StatementFilters) -> Iterator[str]:
    """Every statement in one JSON document, in the format of the Commission's bulk upload."""
    yield '{"statements": ['
    for number, statement in enumerate(_each(filters)):
        yield ("," if number else "") + "\n" + json.dumps(filed(statement), ensure_ascii=False)
    yield "\n]}\n"


def _each(filters: StatementFilters) -> Iterator[Statement]:
    """Reads in chunks, so that a slow download holds no database connection between them."""
    rows = filters.apply().order_by("created_at", "pk")
    part = list(rows[:_CHUNK])
    while part:
        yield from part
        part = list(rows.filter(Beyond({"created_at": part[-1].created_at, "pk": part[-1].pk}))[:_CHUNK])


def _letters(page: list[Statement]) -> dict[int, Letter]:
    letters = Letter.objects.filter(process_id__in=[row.process_id for row in page], about=Letter.About.STATEMENT)
    return {letter.process_id: letter for letter in letters.defer("body")}


def _position(cursor: str) -> tuple[datetime, int]:
    try:
        at, number = decode_cursor(cursor, of=_LIST)
        return datetime.fromisoformat(str(at)), int(str(number))
    except ValueError as error:
        raise InvalidError(
            {"cursor": ["This cursor does not belong to this list. Start at its first page."]}
        ) from error
