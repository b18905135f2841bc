"""The table of all reviews: filtered, sorted, with keyset pages.

A list scans the index of its order. Filters that this index cannot answer are applied to a stretch of the index at a
time, so that no call reads a million reviews to find a few matches. Such a page may be short; the next page continues
from there.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.db.models.expressions import Combinable, RawSQL
from django.db.models.functions import Coalesce, Left

from kit.cursors import decode_cursor, encode_cursor
from kit.errors import InvalidError
from kit.keyset import Beyond, UpTo
from kit.text import EXCERPT_READ, excerpt_of
from reviews.models import Review

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
# Reviews per stretch, and stretches per call while nothing is found. If very many texts contain the searched words,
# each review is checked on its own. That is slower, so the call reads one stretch of STRETCH_OF_WORDS reviews.
STRETCH = 20_000
STRETCHES = 5
STRETCH_OF_WORDS = 2_000
COUNTED = 1_000  # matches counted at most, as in queues


class Part(NamedTuple):
    """One sort key of an order, and how to parse its value from a cursor."""

    by: Combinable
    read: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Order:
    """A sort order. `along`: filters that the order's index can answer, with their lookups.

    The parts and the review's id are the columns of an index (Review.Meta); the n-th part is annotated as `key<n>`.
    """

    parts: tuple[Part, ...]
    along: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Having:
    """Which reviews contain the searched words.

    `ids`: all matching ids; None if too many. `each`: the SQL condition for one row of `reviews_review`.
    `all`: all matching ids as a subquery.
    """

    ids: Sequence[int] | None
    each: RawSQL
    all: RawSQL


LOOKUPS = {
    "status": "status",
    "source": "source",
    "company": "company_id",
    "rating": "rating",
    "since": "received_at__gte",
    "until": "received_at__lt",
    "verified": "verified",
}
_AS_STORED = (
    *("id", "external_id", "title", "author_name", "rating", "source", "status", "verified"),
    *("received_at", "posted_at", "moved_at"),
)
_RECEIVED = Part(F("received_at"), datetime.fromisoformat)
ORDERS: Mapping[str, Order] = {
    "received": Order((_RECEIVED,), {name: LOOKUPS[name] for name in ("company", "status", "since", "until")}),
    "posted": Order((Part(Coalesce("posted_at", "received_at"), datetime.fromisoformat),), {}),
    "rating": Order((Part(Coalesce("rating", 0), int),), {"rating": "key0"}),
    "company": Order((Part(F("company_id"), int), _RECEIVED), {"company": "company_id"}),
    # by the time of the last change of status; needs a filter by status
    "moved": Order((Part(F("moved_at"), datetime.fromisoformat),), {"status": "status"}),
}


@dataclass(frozen=True, slots=True)
class ReviewFilters:
    """Filters of a list, combined with AND. `since` is inclusive, `until` is exclusive.

    `without`: ids of reviews to leave out.
    """

    status: str = ""
    source: str = ""
    company: int | None = None
    rating: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    flagged: bool | None = None
    verified: bool | None = None
    having: Having | None = None
    without: Collection[int] = ()

    @property
    def conditions(self) -> dict[str, Q]:
        """The conditions of the filters that are set, by name."""
        given = {name: getattr(self, name) for name in LOOKUPS}
        found = {name: Q((LOOKUPS[name], value)) for name, value in given.items() if value not in (None, "")}
        if self.flagged is not None:
            found["flagged"] = ~Q(flagged_words=[]) if self.flagged else Q(flagged_words=[])
        return found


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """`searched`: the number of reviews examined, if that limit ended the page early (a short or empty page).

    `matches`: the number of reviews in a filtered list, on its first page only. COUNTED + 1 means more than COUNTED;
    None if counting would read many reviews that do not match.
    """

    items: list[Mapping[str, Any]]
    next_cursor: str | None
    searched: int | None
    matches: int | None = None


class ReviewList:
    """The reviews that match the filters, in their order."""

    def __init__(self, filters: ReviewFilters, sort: str, *, descending: bool) -> None:
        """Raises InvalidError for an order that the filters do not allow."""
        if sort == "moved" and not filters.status:
            raise InvalidError({"sort": ["Choose a status as well: this order needs one."]})
        self.name = f"reviews {sort} {descending}"
        self.order, self.descending = ORDERS[sort], descending
        self.having = filters.having
        self._is_narrowed = bool(filters.conditions or filters.having)
        self.stretches, self.stretch = (1, min(STRETCH, STRETCH_OF_WORDS)) if filters.having else (STRETCHES, STRETCH)
        self._keys = [*(f"key{number}" for number in range(len(self.order.parts))), "pk"]
        along = self._along(filters)
        conditions = filters.conditions
        self._besides: list[Any] = [condition for name, condition in conditions.items() if name not in along]
        # filters by company and by status have their own indexes, whose order may differ
        apart = () if "company" in along else ("company", "status")
        self._parts = [conditions[name] for name in apart if name in conditions and name not in along]
        sign = "-" if descending else ""
        listed = Review.objects.exclude(pk__in=_numbers(filters.without)) if filters.without else Review.objects.all()
        annotated = listed.annotate(**{f"key{n}": part.by for n, part in enumerate(self.order.parts)})
        ordered: QuerySet[Any] = annotated.order_by(*(f"{sign}{key}" for key in self._keys))
        self._walked = ordered.filter(*(Q((lookup, getattr(filters, name))) for name, lookup in along.items()))

    def _along(self, filters: ReviewFilters) -> Mapping[str, str]:
        """The set filters that an index of this order can answer, with their lookups."""
        along = {name: lookup for name, lookup in self.order.along.items() if name in filters.conditions}
        if "company" in along:
            along.pop("status", None)  # separate indexes; a company has fewer reviews
        return along

    def everything(self) -> QuerySet[Any]:
        """All matching reviews in their order, without stretches and pages."""
        found = self._walked.filter(*self._besides)
        return found.filter(pk__in=self.having.all) if self.having else found

    def page(self, cursor: str, size: int) -> ReviewPage:
        """Raises InvalidError for another list's cursor."""
        start, searched = self._read(cursor) if cursor else None, 0
        small = self._small_part()
        besides = [*self._besides, *([self.having.each] if self.having and small is None else [])]
        for _ in range(self.stretches):
            walked = self._walked if small is None else small
            if start:
                walked = walked.filter(Beyond(start, descending=self.descending))
            end = self._end_of_stretch(walked) if besides and small is None else None
            found = walked.filter(*besides, *([UpTo(end, descending=self.descending)] if end else []))
            rows = list(_shown(found, *self._keys)[: size + 1])
            searched += self.stretch
            if rows or end is None:
                break
            start = end
        items = [_row(review) for review in rows[:size]]
        # true if `found` covers the whole list and few reviews are read that do not match
        is_whole = self._is_narrowed and not cursor and searched == self.stretch and end is None
        if len(rows) > size:
            following = self._cursor({key: rows[size - 1][key] for key in self._keys})
            counted = found.order_by().values("pk")[: COUNTED + 1].count() if is_whole else None
            return ReviewPage(items, following, None, counted)
        if end:
            return ReviewPage(items, self._cursor(end), searched)
        return ReviewPage(items, None, None, len(items) if is_whole else None)

    def _small_part(self) -> QuerySet[Any] | None:
        """The reviews with the words, of the company, or of the status, if they are few enough to be sorted at once.

        The LIMIT prevents a scan of the order's index, in which these reviews may come last.
        """
        if self.having:
            if self.having.ids is None:
                return None
            having = Review.objects.filter(pk__in=_numbers(self.having.ids))
            return self._walked.filter(pk__in=having.order_by().values("pk")[: len(self.having.ids)])
        for part in self._parts:
            numbers = Review.objects.filter(part).order_by().values("pk")
            if not numbers[STRETCH : STRETCH + 1].exists():
                return self._walked.filter(pk__in=numbers[:STRETCH])
        return None

    def _end_of_stretch(self, walked: QuerySet[Any]) -> dict[str, Any] | None:
        """The position of the stretch's last review, from the index alone; None if fewer reviews remain."""
        return walked.values(*self._keys)[self.stretch - 1 : self.stretch].first()

    def _cursor(self, position: Mapping[str, Any]) -> str:
        *keys, pk = position.values()
        texts = [key.isoformat() if isinstance(key, datetime) else str(key) for key in keys]
        return encode_cursor([*texts, pk], of=self.name)

    def _read(self, cursor: str) -> dict[str, Any]:
        try:
            *keys, pk = decode_cursor(cursor, of=self.name)
            values = [part.read(str(key)) for part, key in zip(self.order.parts, keys, strict=True)]
            return dict(zip(self._keys, [*values, int(str(pk))], strict=True))
        except ValueError as error:
            raise InvalidError(
                {"cursor": ["This cursor does not belong to this list. Start at its first page."]}
            ) from error


def review_page(
    filters: ReviewFilters, *, sort: str = "received", descending: bool = True, cursor: str = "", limit: int = PAGE_SIZE
) -> ReviewPage:
    """One page. Raises InvalidError for another list's cursor, and for an order that the filters do not allow."""
    return ReviewList(filters, sort, descending=descending).page(cursor, min(limit, MAX_PAGE_SIZE))


def rows_of(ids: Collection[int]) -> list[Mapping[str, Any]]:
    """The rows of these reviews, in the form of a page's items."""
    return [_row(review) for review in _shown(Review.objects.filter(pk__in=ids))]


def _numbers(ids: Collection[int]) -> RawSQL:
    """The ids as one SQL parameter: with one per id, Django would compile and PostgreSQL would parse each."""
    return RawSQL("SELECT unnest(%s::bigint[])", [f"{{{','.join(map(str, ids))}}}"])


def _shown(reviews: QuerySet[Any], *keys: str) -> QuerySet[Any]:
    excerpts = {"excerpt": Left("text", EXCERPT_READ), "hint": Left("constructive", EXCERPT_READ)}
    names = (*_AS_STORED, "company_id", "company__name", "flagged_words", *excerpts, *keys)
    shown: QuerySet[Any] = reviews.annotate(**excerpts).values(*names)
    return shown


def _row(review: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        **{name: review[name] for name in _AS_STORED},
        "excerpt": excerpt_of(review["excerpt"] or review["hint"]),
        "company": {"id": review["company_id"], "name": review["company__name"]},
        "flagged": len(review["flagged_words"]),
    }
