"""The table of all reviews, and its export."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponseBase
from ninja import Field, Query
from pydantic import AfterValidator, WithJsonSchema

from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.files import CSV_FILE, file_response
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import QueryMoment, SearchText
from audit import actions
from audit.entries import record_export
from companies.schemas import CompanyRef
from reviews.classic import MAX_PAGE_SIZE, PAGE_SIZE, ReviewFilters, review_page
from reviews.exporting import EXPORTED, export_reviews
from reviews.reading import UNKNOWN_STATUS
from search.lists import reviews_having
from workflows.engine.core.flows import statuses
from workflows.engine.reading.lists.blindness import (
    require_sight_of_all,
    results_hidden_from,
    subjects_hidden_from,
    subjects_withheld_from,
)
from workflows.reviews.decided import held_until, is_held
from workflows.reviews.subject import REVIEW

router = Router(tags=["Reviews"])


def _declared(status: str) -> str:
    if status and status not in statuses(REVIEW):
        raise ValueError(f"there is no such status; there are: {', '.join(statuses(REVIEW))}")
    return status


StatusName = Annotated[
    str, AfterValidator(_declared), WithJsonSchema({"type": "string", "enum": ["", *statuses(REVIEW)]})
]


class ReviewQuery(Schema):
    """The order `moved`, by the last change of status, requires a status."""

    status: StatusName = ""
    source: Literal["", "wf", "google", "nhs", "trustpilot"] = ""
    rating: Annotated[int | None, Field(ge=1, le=5)] = None
    since: QueryMoment | None = None
    until: QueryMoment | None = None
    q: SearchText = ""
    flagged: bool | None = None
    verified: bool | None = None
    sort: Literal["received", "posted", "rating", "company", "moved"] = "received"
    direction: Literal["desc", "asc"] = "desc"

    def filters(self, company: int | None = None) -> ReviewFilters:
        filters = self.model_dump(include={"status", "source", "rating", "since", "until", "flagged", "verified"})
        return ReviewFilters(**filters, company=company, having=reviews_having(self.q) if self.q else None)

    @property
    def descending(self) -> bool:
        return self.direction == "desc"


class Paged(ReviewQuery):
    cursor: Annotated[str, Field(max_length=400)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000, description=f"Never more than {MAX_PAGE_SIZE}.")] = (
        PAGE_SIZE
    )


Company = Annotated[int | None, Field(ge=1, le=MAX_ID)]


class ListQuery(Paged):
    company: Company = None


class ExportQuery(ReviewQuery):
    company: Company = None


class ReviewRow(Schema):
    """`held_until`: when a held decision takes effect; until then it can be recalled. Null if none is held."""

    id: int
    external_id: str
    title: str
    excerpt: str
    company: CompanyRef
    author_name: str
    rating: int | None
    source: str
    status: str
    verified: bool
    flagged: int
    received_at: datetime
    posted_at: datetime | None
    moved_at: datetime
    held_until: datetime | None


class ReviewTable(Schema):
    """`searched`: the number of reviews examined, if the limit of that number ended the page early (short or empty).

    The next page continues from there. Null if the page is full, or is the last. `matches`: number of reviews that
    match the filters, 1,001 for more; only on the first page; null if unknown.
    """

    items: list[ReviewRow]
    next_cursor: str | None
    searched: int | None
    matches: int | None


@router.get("/reviews", response=ReviewTable, auth=Staff("moderation"))
def list_reviews(request: StaffRequest, query: Query[ListQuery]) -> Any:
    """A page of all reviews, in any status."""
    return page_of(query, query.company, request)


@router.get(
    "/reviews/export",
    response={200: dict[str, Any], 409: Problem},
    auth=Staff("moderation", asks_again=True),
    operation_id="exportReviews",
    openapi_extra=CSV_FILE,
)
@from_replica
def export(request: StaffRequest, query: Query[ExportQuery]) -> HttpResponseBase:
    """The list as a CSV file, streamed: at most 50,000 reviews; if there are more, its last line says so.

    409 `blind_second_look` for a person with an open second look, because the file would have to leave reviews out.
    """
    require_sight_of_all(request.auth.user, REVIEW)
    export = export_reviews(query.filters(query.company), sort=query.sort, descending=query.descending)
    record_export(actions.REVIEWS_EXPORTED, user_id=request.auth.user.pk)
    response = file_response(export.lines, "reviews")
    if export.is_cut:
        response["Docket-Cut-At"] = str(EXPORTED)
    return response


def page_of(query: Paged, company: int | None, request: StaffRequest) -> Any:
    """A page without the reviews of the caller's second looks, because it would show their outcomes. Reviews whose
    second look the caller may still take have no status in it; lists of one company or one status leave them out.
    """
    filters, user = query.filters(company), request.auth.user
    withheld = subjects_withheld_from(user, REVIEW, filters.company) if filters.company else frozenset()
    hidden = results_hidden_from(user, REVIEW) if filters.status else subjects_hidden_from(user, REVIEW)
    page = review_page(
        replace(filters, without=withheld | hidden),
        sort=query.sort,
        descending=query.descending,
        cursor=query.cursor,
        limit=query.limit,
    )
    shown = [] if filters.status else [row["id"] for row in page.items]
    untold = results_hidden_from(user, REVIEW, among=shown)
    rows = [{**row, "status": UNKNOWN_STATUS} if row["id"] in untold else row for row in page.items]
    held = held_until([row["id"] for row in rows if is_held(row["status"])])
    items: list[Mapping[str, Any]] = [{**row, "held_until": held.get(row["id"])} for row in rows]
    return replace(page, items=items)
