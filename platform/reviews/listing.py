"""All reviews as a table: filtered, in one of several orders, page by page, and as a file."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Left
from psycopg.errors import QueryCanceled

from kit.cursors import decode_cursor, encode_cursor
from kit.errors import InvalidError
from kit.keyset import Beyond
from kit.spreadsheets import csv_lines
from reviews.models import Review
from reviews.subject import EXCERPT_LENGTH

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
# Words are looked for in so many reviews at a time, in the order of the list: the next page looks on from there.
# At a million reviews no index of words could be kept up with, and a rare word would be looked for in all of them.
SEARCHED_AT_ONCE = 20_000
EXPORTED = 50_000
PATIENCE = "5s"  # for a file that somebody waits for, and the web worker that makes it
_CHUNK = 1_000


@dataclass(frozen=True, slots=True)
class Order:
    """What a list is ordered by: an expression with an index, and how a cursor's text becomes a value of it again."""

    by: Combinable
    read: Callable[[str], Any]


# each has an index with the review's id as its second part (Review.Meta)
ORDERS: Mapping[str, Order] = {
    "received": Order(F("received_at"), datetime.fromisoformat),
    "posted": Order(Coalesce("posted_at", "received_at"), datetime.fromisoformat),
    "rating": Order(Coalesce("rating", 0), int),
    "company": Order(F("company_id"), int),
    # within one status: when it came to where it stands
    "moved": Order(F("moved_at"), datetime.fromisoformat),
}


@dataclass(frozen=True, slots=True)
class ReviewFilters:
    """What a list is narrowed by; all that are given hold together. `since` is included, `until` is not."""

    status: str = ""
    source: str = ""
    company: int | None = None
    rating: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    flagged: bool | None = None
    verified: bool | None = None
    q: str = ""

    def apply(self) -> QuerySet[Review]:
        """All but the words."""
        wanted = {
            "status": self.status,
            "source": self.source,
            "company_id": self.company,
            "rating": self.rating,
            "received_at__gte": self.since,
            "received_at__lt": self.until,
            "verified": self.verified,
        }
        found = Review.objects.filter(**{name: value for name, value in wanted.items() if value not in (None, "")})
        if self.flagged is not None:
            found = found.exclude(flagged_words=[]) if self.flagged else found.filter(flagged_words=[])
        return found

    @property
    def words(self) -> Q:
        return Q(text__icontains=self.q) | Q(title__icontains=self.q) | Q(constructive__icontains=self.q)


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """`next_cursor` may come with few items, or none: then there is more to look through."""

    items: list[Mapping[str, Any]]
    next_cursor: str | None


def review_page(
    filters: ReviewFilters, *, sort: str = "received", descending: bool = True, cursor: str = "", limit: int = PAGE_SIZE
) -> ReviewPage:
    """Raises InvalidError for another list's cursor, and for an order that the filters do not allow."""
    size = min(limit, MAX_PAGE_SIZE)
    name = f"reviews {sort} {descending}"
    ordered = _ordered(filters, sort, descending)
    if cursor:
        after = dict(zip(("key", "pk"), _position(cursor, name, sort), strict=True))
        ordered = ordered.filter(Beyond(after, descending=descending))
    rows = list(_shown(_with_words(ordered, filters, sort, descending))[: size + 1])
    page = rows[:size]
    last: Any = page[-1] if len(rows) > size else None
    if last is None and filters.q:
        last = ordered[SEARCHED_AT_ONCE - 1 : SEARCHED_AT_ONCE].first()
    return ReviewPage([_row(review) for review in page], _cursor(last, name) if last else None)


@dataclass(frozen=True, slots=True)
class Export:
    """Lines of a file; `is_cut`: there are more reviews than a file takes."""

    lines: Iterator[str]
    is_cut: bool


def export_reviews(filters: ReviewFilters, *, sort: str = "received", descending: bool = True) -> Export:
    """The whole list, capped, one line after the other.

    Raises InvalidError as `review_page` does, and for a list that takes too long to find.
    """
    wanted = _ordered(filters, sort, descending)
    if filters.q:
        wanted = wanted.filter(filters.words)
    is_cut = _is_longer(wanted)
    return Export(csv_lines(_HEADER, _exported(wanted, is_cut)), is_cut)


def _is_longer(wanted: QuerySet[Review]) -> bool:
    """Whether there are more than a file takes: what takes as long as to find all that it takes."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [PATIENCE])
            return wanted[EXPORTED : EXPORTED + 1].exists()
    except OperationalError as error:
        if isinstance(error.__cause__, QueryCanceled):
            raise InvalidError({"": ["This takes too long to find. Narrow the list by dates or a company."]}) from error
        raise


_HEADER = (
    "id",
    "source",
    "external_id",
    "company_id",
    "company",
    "status",
    "rating",
    "verified",
    "author_name",
    "title",
    "text",
    "constructive",
    "received_at",
    "posted_at",
)


def _exported(wanted: QuerySet[Review], is_cut: bool) -> Iterator[list[Any]]:
    rows = wanted.select_related("company").defer("raw")[:EXPORTED]
    for review in rows.iterator(chunk_size=_CHUNK):
        yield [
            review.pk,
            review.source,
            review.external_id,
            review.company_id,
            review.company.name,
            review.status,
            review.rating,
            review.verified,
            review.author_name,
            review.title,
            review.text,
            review.constructive,
            review.received_at.isoformat(),
            review.posted_at.isoformat() if review.posted_at else None,
        ]
    if is_cut:
        yield [f"Only the first {EXPORTED} reviews are in this file: narrow the list for the others."]


def _ordered(filters: ReviewFilters, sort: str, descending: bool) -> QuerySet[Any]:
    if sort == "moved" and not filters.status:
        raise InvalidError({"sort": ["Choose a status as well: this order is that of one status."]})
    sign = "-" if descending else ""
    return filters.apply().annotate(key=ORDERS[sort].by).order_by(f"{sign}key", f"{sign}pk")


def _with_words(ordered: QuerySet[Any], filters: ReviewFilters, sort: str, descending: bool) -> QuerySet[Any]:
    if not filters.q:
        return ordered
    sign = "-" if descending else ""
    searched = Review.objects.filter(pk__in=ordered.values("pk")[:SEARCHED_AT_ONCE]).filter(filters.words)
    return searched.annotate(key=ORDERS[sort].by).order_by(f"{sign}key", f"{sign}pk")


def _shown(reviews: QuerySet[Any]) -> QuerySet[Any]:
    shown: QuerySet[Any] = (
        reviews.select_related("company")
        .annotate(excerpt=Left("text", EXCERPT_LENGTH), hint=Left("constructive", EXCERPT_LENGTH))
        .defer("text", "constructive", "raw")
    )
    return shown


def _row(review: Any) -> Mapping[str, Any]:
    return {
        "id": review.pk,
        "external_id": review.external_id,
        "title": review.title,
        "excerpt": " ".join((review.excerpt or review.hint).split()),
        "company": {"id": review.company_id, "name": review.company.name},
        "author_name": review.author_name,
        "rating": review.rating,
        "source": review.source,
        "status": review.status,
        "verified": review.verified,
        "flagged": len(review.flagged_words),
        "received_at": review.received_at,
        "posted_at": review.posted_at,
        "moved_at": review.moved_at,
    }


def _cursor(review: Any, name: str) -> str:
    key = review.key.isoformat() if isinstance(review.key, datetime) else str(review.key)
    return encode_cursor([key, review.pk], of=name)


def _position(cursor: str, name: str, sort: str) -> tuple[Any, int]:
    try:
        key, number = decode_cursor(cursor, of=name)
        return ORDERS[sort].read(str(key)), int(str(number))
    except ValueError as error:
        raise InvalidError(
            {"cursor": ["This cursor does not belong to this list. Start at its first page."]}
        ) from error
