"""The list of entries in keyset pages, and its export. Both contain hints, never addresses or numbers."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from accounts.models import User
from audit import actions
from audit.actions import BLACKLIST_ADDED
from audit.models import AuditEntry
from audit.models import Kind as AuditKind
from blacklist.changes import record_for_whole_list
from blacklist.models import BlacklistEntry
from kit.cursors import decode_cursor, encode_cursor
from kit.errors import InvalidError
from kit.keyset import Beyond
from kit.replica import on_primary
from kit.spreadsheets import csv_lines

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
_CHUNK = 1_000
_HEADER = ("id", "entry", "notes", "added", "legacy")

Sort = Literal["added", "hint"]
Kind = Literal["email", "mobile"]
IS_EMAIL = Q(hint__contains="@")
_FIELDS: Mapping[Sort, str] = {"added": "added_at", "hint": "hint"}


@dataclass(frozen=True, slots=True)
class Order:
    sort: Sort = "added"
    descending: bool = True
    legacy: bool | None = None
    kind: Kind | None = None

    @property
    def name(self) -> str:
        return f"blacklist {self.sort} {self.descending} {self.legacy} {self.kind}"

    @property
    def entries(self) -> QuerySet[BlacklistEntry]:
        sign = "-" if self.descending else ""
        entries = BlacklistEntry.objects.order_by(f"{sign}{_FIELDS[self.sort]}", f"{sign}pk")
        if self.legacy is not None:
            entries = entries.filter(digest__isnull=self.legacy)
        return entries if self.kind is None else entries.filter(IS_EMAIL if self.kind == "email" else ~IS_EMAIL)


def kind_of(entry: BlacklistEntry) -> Kind:
    """The kind of an entry. A masked address still contains `@`."""
    return "email" if "@" in entry.hint else "mobile"


def size_of_list() -> tuple[int, int]:
    """The number of all entries, and of legacy entries."""
    figures = BlacklistEntry.objects.aggregate(total=Count("pk"), legacy=Count("pk", filter=Q(digest=None)))
    return figures["total"], figures["legacy"]


def added_by(entries: Collection[BlacklistEntry]) -> dict[int, int]:
    """By entry id: the id of the account that added it, from the audit log. Imported entries are left out."""
    of = AuditEntry.objects.filter(kind=AuditKind.BLACKLIST, code=BLACKLIST_ADDED.code, user_id__isnull=False)
    rows = of.filter(subject_id__in=[entry.pk for entry in entries]).values_list("subject_id", "user_id")
    return {entry: user for entry, user in rows if user is not None}


def blacklist_page(order: Order, cursor: str = "", limit: int = PAGE_SIZE) -> tuple[list[BlacklistEntry], str | None]:
    """One page and the cursor of the next. Raises InvalidError for another list's cursor."""
    entries, field = order.entries, _FIELDS[order.sort]
    if cursor:
        entries = entries.filter(Beyond(_position(order, cursor), descending=order.descending))
    size = min(limit, MAX_PAGE_SIZE)
    rows = list(entries[: size + 1])
    if len(rows) <= size:
        return rows, None
    last = rows[size - 1]
    value = getattr(last, field)
    text = value.isoformat() if isinstance(value, datetime) else value
    return rows[:size], encode_cursor([text, last.pk], of=order.name)


def export_entries(order: Order, *, by: User) -> Iterator[str]:
    """The list as CSV lines. The export is recorded before the first line."""
    with on_primary(), transaction.atomic():
        record_for_whole_list(actions.BLACKLIST_EXPORTED, by=by)
    return csv_lines(_HEADER, _exported(order))


def _exported(order: Order) -> Iterator[list[Any]]:
    for entry in order.entries.iterator(chunk_size=_CHUNK):
        yield [entry.pk, entry.hint, entry.notes, entry.added_at.isoformat(), "yes" if entry.is_legacy else "no"]


def _position(order: Order, cursor: str) -> dict[str, Any]:
    text, pk = decode_cursor(cursor, of=order.name)
    try:
        value = datetime.fromisoformat(str(text)) if order.sort == "added" else text
        return {_FIELDS[order.sort]: value, "pk": int(str(pk))}
    except ValueError as error:
        raise InvalidError(
            {"cursor": ["This cursor does not belong to this list. Start at its first page."]}
        ) from error
