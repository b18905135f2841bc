"""Search of companies, reviews, accounts, tickets and testimonials (spec, section 2, Top bar)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from math import ceil
from time import perf_counter
from typing import Annotated, Any

from ninja import Field, Query
from pydantic import AfterValidator, WithJsonSchema

from accounts.models import User
from api.http.auth import Staff, StaffRequest
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from reviews.published import Published, published_by_company
from search.everything import MAX_PAGE_SIZE, PAGE_SIZE, Group, Search
from search.kinds import EVERYTHING, KINDS, OF_COMPANIES, OF_REVIEWS
from workflows.engine.reading.lists.blindness import results_hidden_from, subjects_hidden_from
from workflows.reviews.subject import REVIEW

router = Router(tags=["Search"])


def _declared(name: str) -> str:
    if name != EVERYTHING and name not in KINDS:
        raise ValueError(f"there is no such type; there are: {', '.join((EVERYTHING, *KINDS))}")
    return name


KindName = Annotated[str, WithJsonSchema({"type": "string", "enum": [*KINDS]})]
SearchType = Annotated[str, AfterValidator(_declared), WithJsonSchema({"type": "string", "enum": [EVERYTHING, *KINDS]})]


class SearchTerms(Schema):
    """Only the first 400 characters of `term` are searched for. No term is refused."""

    term: str = ""
    type: SearchType = EVERYTHING
    typing: Annotated[bool, Field(description="The last word may be the beginning of one.")] = False
    cursor: Annotated[str, Field(max_length=2_000)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000, description=f"Never more than {MAX_PAGE_SIZE}.")] = (
        PAGE_SIZE
    )


class SearchHighlight(Schema):
    """`marks`: begin and end of each place in `text`, counted in characters (Unicode code points)."""

    field: str
    text: str
    marks: list[Annotated[list[int], Field(min_length=2, max_length=2)]]


class PublishedReviews(Schema):
    """`rating`: the mean of their stars; null without any."""

    reviews: int
    rating: float | None


class SearchItem(Schema):
    """`path`: the result's page in the console. `published`: of a company; null while the user is typing."""

    id: int
    title: str
    subtitle: str
    path: str
    highlights: list[SearchHighlight]
    status: str | None
    rating: int | None
    source: str | None
    at: datetime | None
    published: PublishedReviews | None = None


class _Found(Schema):
    """Results of one kind. `total` is exact up to 1,000; otherwise there are more than `total`.

    `searched`: how many of the newest texts were searched, if too many have the words; else null. `in_time`: false if
    the search was stopped at its time limit.
    """

    type: KindName
    items: list[SearchItem]
    total: int
    total_is_exact: bool
    searched: int | None
    in_time: bool


class SearchPage(_Found):
    """A page of one type. `next_cursor`: of the page after it. `took_ms`: how long the search took on the server."""

    next_cursor: str | None
    took_ms: int


class SearchGroup(_Found):
    """The first results of one kind. `more`: whether a search of this type has further results."""

    more: bool


class SearchGroups(Schema):
    """Of everything: a group for each kind with results. `took_ms`: how long the search took on the server."""

    groups: list[SearchGroup]
    took_ms: int


@router.get("/search/types", response=list[KindName], auth=Staff("search"), operation_id="listSearchTypes")
def search_types(request: StaffRequest) -> Any:
    """The kinds of results that the caller may see, in the order in which they are shown."""
    return [name for name, kind in KINDS.items() if kind.is_shown_to(request.auth.user)]


@router.get("/search", response=SearchGroups | SearchPage, auth=Staff("search"))
@from_replica
def search(request: StaffRequest, query: Query[SearchTerms]) -> Any:
    """Search by ids, addresses, names and words. Kinds that the caller may not see are not searched.

    A search of everything returns groups; a search of one type returns pages.
    """
    user, begun = request.auth.user, perf_counter()
    keeps = query.type in (EVERYTHING, *OF_REVIEWS, *OF_COMPANIES)
    hidden, untold = _kept_from(user) if keeps else (frozenset(), frozenset())
    asked = Search(query.term, user, hidden, untold, is_typed_on=query.typing)
    if query.type == EVERYTHING:
        found = list(asked.everywhere())
        published = _published(found, untold, query)
        groups = [{**_found(group, untold, published), "more": group.next_cursor is not None} for group in found]
        return {"groups": groups, "took_ms": _since(begun)}
    page = asked.of(query.type, cursor=query.cursor, limit=query.limit)
    shown = _found(page, untold, _published([page], untold, query))
    return {**shown, "next_cursor": page.next_cursor, "took_ms": _since(begun)}


def _since(begun: float) -> int:
    """Milliseconds since `begun`, rounded up, so never 0."""
    return ceil(1_000 * (perf_counter() - begun))


def _kept_from(user: User) -> tuple[frozenset[int], frozenset[int]]:
    """Ids of the reviews that the caller may not see, and of those whose second look the caller may still take. The
    latter are shown without a status, and no search for a status finds them (decision 25).
    """
    return subjects_hidden_from(user, REVIEW), results_hidden_from(user, REVIEW)


def _published(groups: Sequence[Group], untold: frozenset[int], query: SearchTerms) -> Mapping[int, Published]:
    """The published reviews of the shown companies, read by one SQL statement; none while the user is typing."""
    shown = {item.id for group in groups if group.type in OF_COMPANIES for item in group.found.items}
    if query.typing or not shown:
        return {}
    counted = published_by_company(shown, untold)
    return {company: counted.get(company, Published()) for company in shown}


def _found(group: Group, untold: frozenset[int], published: Mapping[int, Published]) -> dict[str, Any]:
    found = group.found
    of_reviews = group.type in OF_REVIEWS
    items: list[Any] = [
        replace(item, status=None) if of_reviews and item.id in untold else item for item in found.items
    ]
    if group.type in OF_COMPANIES:
        items = [{**asdict(item), "published": published.get(item.id)} for item in items]
    return {
        "type": group.type,
        "items": items,
        "total": found.total,
        "total_is_exact": found.total_is_exact,
        "searched": found.searched,
        "in_time": group.in_time,
    }
