"""Pages of a list that is ordered by one field and then by id (kit.keyset)."""

from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.db.models.functions import Lower

from kit.cursors import decode_cursor, encode_cursor
from kit.errors import InvalidError
from kit.keyset import Beyond

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
NAME_ORDER = Lower("name")  # lower case, because the database sorts all capitals before all small letters
T = TypeVar("T", bound=Model)


def keyset_page(
    rows: QuerySet[T],
    field: str,
    *,
    of: str,
    cursor: str = "",
    limit: int = PAGE_SIZE,
    descending: bool = False,
    first: int | None = None,
) -> tuple[list[T], str | None]:
    """One page, and the cursor of the next page (None after the last).

    `field`: a text, number or time; the rows are ordered by it and then by id. `of`: the list's name. `limit`: rows per
    page, at most MAX_PAGE_SIZE. `first`: the id of a row to put first on the first page, whatever the order. Raises
    InvalidError for a cursor of another list.
    """
    ahead = [] if first is None or cursor else list(rows.filter(pk=first))
    if first is not None:
        rows = rows.exclude(pk=first)
    ordered = in_order(rows, field, descending=descending)
    if cursor:
        ordered = ordered.filter(Beyond(position_in(cursor, field, of=of), descending=descending))
    size = max(min(limit, MAX_PAGE_SIZE) - len(ahead), 1)
    found = list(ordered[: size + 1])
    if len(found) <= size:
        return ahead + found, None
    return ahead + found[:size], cursor_after(found[size - 1], field, of=of)


def cursor_after(last: Any, field: str, *, of: str) -> str:
    """The cursor of the page that begins after this row."""
    value = getattr(last, field)
    parts = ("at", value.isoformat()) if isinstance(value, datetime) else ("", value)
    return encode_cursor([*parts, last.pk], of=of)


def in_order(rows: QuerySet[T], field: str, *, descending: bool = False) -> QuerySet[T]:
    """All rows in the order of `keyset_page`."""
    sign = "-" if descending else ""
    return rows.order_by(*(f"{sign}{name}" for name in dict.fromkeys((field, "pk"))))


def position_in(cursor: str, field: str, *, of: str) -> dict[str, Any]:
    """The position after which the page begins. Raises InvalidError for a cursor of another list."""
    try:
        kind, value, pk = decode_cursor(cursor, of=of)
        return {field: datetime.fromisoformat(str(value)) if kind == "at" else value, "pk": int(str(pk))}
    except ValueError as error:
        raise InvalidError(
            {"cursor": ["This cursor does not belong to this list. Start at its first page."]}
        ) from error
