"""A company: its figures and its reviews."""

from dataclasses import asdict
from datetime import date, datetime
from typing import Annotated, Any, Literal

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from ninja import Field, Path, Query
from pydantic import AfterValidator, StringConstraints

from accounts.rights import Permission
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.choices import CountryNumber, RowId
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Storable
from api.reviews.classic import Paged, ReviewRow, ReviewTable, page_of
from companies.changes import change_company
from companies.lookup import require_company
from companies.models import Company
from kit.pages import NAME_ORDER
from reviews.months import months_of
from tags.members import tags_of
from workflows.companies.report import report_on
from workflows.engine.reading.lists.blindness import subjects_withheld_from
from workflows.reviews.decided import decision_times, is_decided
from workflows.reviews.subject import REVIEW

router = Router(tags=["Companies"])

CompanyId = Annotated[int, Path(ge=1, le=MAX_ID)]
Text = Annotated[str, StringConstraints(strip_whitespace=True), Storable]
Name = Annotated[Text, Field(max_length=300)]
_is_web_page = URLValidator(schemes=["http", "https"])


def _website(text: str) -> str:
    try:
        _is_web_page(text) if text else None
    except ValidationError as error:
        raise ValueError("Invalid URL") from error  # spec, section 5
    return text


class CompanyChanges(Payload):
    """Omitted fields stay unchanged, and so does the category if it is null. `hsone_id`: null removes it."""

    name: Name = ""
    category: RowId | None = None
    country: CountryNumber = 1
    hsone_id: Annotated[Text, Field(max_length=64)] | None = None
    slug: Name = ""
    address: Annotated[Text, Field(max_length=500)] = ""
    postcode: Annotated[Text, Field(max_length=16)] = ""
    phone: Annotated[Text, Field(max_length=40)] = ""
    website: Annotated[Text, Field(max_length=500), AfterValidator(_website)] = ""
    status: Literal["open", "closed"] = "open"
    checks_testimonials: bool = False


class StarCount(Schema):
    """`rating`: null for reviews without stars, if there are any."""

    rating: int | None
    reviews: int


class StatusCount(Schema):
    status: str
    reviews: int


class AgeingOut(Schema):
    """The ages of waiting items. `average_at`: the mean time of arrival. `rating`: null for those without stars."""

    rating: int | None
    waiting: int
    oldest_at: datetime
    average_at: datetime


class RequestFiguresOut(Schema):
    """`open`: requests that wait in a queue now. `refused_share`: the refused share of decided requests, from 0 to 1;
    null without decided ones.
    """

    rating: int | None
    requests: int
    open: int
    decided: int
    refused: int
    refused_share: float | None


class NamedThing(Schema):
    id: int
    name: str


class MonthOut(Schema):
    """`received`: all reviews that arrived. `reviews`, `rating`: of published ones; `rating` is null without stars."""

    begins: date
    received: int
    reviews: int
    rating: float | None


class CompanyReview(ReviewRow):
    """`decided_at`: when a person last approved or rejected it; null while it is open, or if nobody did."""

    decided_at: datetime | None


class CompanyReviews(ReviewTable):
    items: list[CompanyReview]  # type: ignore[assignment]  # a row with its decision


class CompanyOut(Schema):
    """`rating`, `by_stars`: of published reviews. `category`: null if a source created it and nobody chose one yet.

    `months`: the reviews of the last twelve months, the oldest month first. `open_tickets`, `accounts`: how many it
    has; null if the caller may not read them.
    """

    id: int
    name: str
    category: NamedThing | None
    status: Literal["open", "closed"]
    country: int
    hsone_id: str | None
    slug: str
    address: str
    postcode: str
    phone: str
    website: str
    checks_testimonials: bool
    created: datetime
    groups: list[NamedThing]
    tags: list[NamedThing]
    rating: float | None
    reviews: int
    by_stars: list[StarCount]
    by_status: list[StatusCount]
    ageing: list[AgeingOut]
    requests: RequestFiguresOut
    requests_by_stars: list[RequestFiguresOut]
    months: list[MonthOut]
    open_tickets: int | None
    accounts: int | None


@router.get(
    "/company/{company_id}",
    response=CompanyOut,
    auth=Staff(Permission.MODERATION, Permission.ORGANISATION),
    operation_id="getCompany",
)
def read_company(request: StaffRequest, company_id: CompanyId) -> Any:
    """The company with its figures: all data for the head and the charts of its page."""
    user = request.auth.user
    withheld = subjects_withheld_from(user, REVIEW, company_id)
    report = report_on(company_id, withheld)
    return {
        **_facts(report.company),
        "rating": report.rating,
        "reviews": report.reviews,
        "by_stars": [{"rating": rating, "reviews": number} for rating, number in report.by_stars.items()],
        "by_status": [{"status": status, "reviews": number} for status, number in report.by_status.items()],
        "ageing": report.ageing,
        "requests": report.requests,
        "requests_by_stars": report.requests_by_stars,
        "months": [asdict(month) for month in months_of(company_id, withheld)],
        "open_tickets": report.open_tickets if user.may(Permission.TICKETS) else None,
        "accounts": report.accounts if user.may(Permission.USERS) else None,
    }


@router.patch(
    "/company/{company_id}",
    response={200: CompanyOut, 409: Problem},
    auth=Staff(Permission.ORGANISATION),
    operation_id="changeCompany",
)
def change(request: StaffRequest, company_id: CompanyId, body: CompanyChanges) -> Any:
    """409 `hsone_id_taken` when another company has the HSOne id."""
    values = body.model_dump(exclude_unset=True)
    if values.get("category", 0) is None:
        del values["category"]
    if "hsone_id" in values:
        values["hsone_id"] = values["hsone_id"] or None
    change_company(company_id, values, by=request.auth.user)
    return read_company(request, company_id)


def _facts(company: Company) -> dict[str, Any]:
    """The company's own fields, with its groups and tags."""
    return {
        "id": company.pk,
        "name": company.name,
        "category": company.category,
        "status": company.status,
        "country": company.country,
        "hsone_id": company.hsone_id,
        "slug": company.slug,
        "address": company.address,
        "postcode": company.postcode,
        "phone": company.phone,
        "website": company.website,
        "checks_testimonials": company.checks_testimonials,
        "created": company.created_at,
        "groups": list(company.groups.order_by(NAME_ORDER, "pk").only("pk", "name")),
        "tags": tags_of(company),
    }


@router.get("/company/{company_id}/reviews", response=CompanyReviews, auth=Staff(Permission.MODERATION))
def list_company_reviews(request: StaffRequest, company_id: CompanyId, query: Query[Paged]) -> Any:
    """A page of one company's reviews, in any status."""
    require_company(company_id)
    page = page_of(query, company_id, request)
    decided = decision_times([row["id"] for row in page.items if is_decided(row["status"])])
    items = [{**row, "decided_at": decided.get(row["id"])} for row in page.items]
    return {"items": items, "next_cursor": page.next_cursor, "searched": page.searched, "matches": page.matches}
