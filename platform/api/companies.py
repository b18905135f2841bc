"""A company: its figures and its reviews."""

from datetime import datetime
from typing import Annotated, Any

from ninja import Path, Query, Router, Schema

from api.classic import Paged, ReviewTable, page_of
from api.http.auth import Staff, StaffRequest
from api.http.errors import refusals
from companies.models import Company
from kit.errors import NotFoundError
from workflows.companies.report import report_on

router = Router(tags=["Companies"])

CompanyId = Annotated[int, Path(ge=1, le=2**63 - 1)]


class StarCount(Schema):
    rating: int
    reviews: int


class StatusCount(Schema):
    status: str
    reviews: int


class AgeingOut(Schema):
    """Items that wait now, by age. `rating` null: reviews without stars."""

    rating: int | None
    waiting: int
    oldest_at: datetime
    average_seconds: int


class RequestFiguresOut(Schema):
    """`refused_share`: of the decided requests, between 0 and 1; null while none is decided."""

    rating: int | None
    requests: int
    decided: int
    refused: int
    refused_share: float | None


class CompanyOut(Schema):
    """`rating` and `by_stars` count published reviews only."""

    id: int
    name: str
    country: int
    hsone_id: str | None
    rating: float | None
    reviews: int
    by_stars: list[StarCount]
    by_status: list[StatusCount]
    ageing: list[AgeingOut]
    requests: RequestFiguresOut
    requests_by_stars: list[RequestFiguresOut]


@router.get(
    "/company/{company_id}",
    response={200: CompanyOut, **refusals(401, 403, 404)},
    auth=Staff("moderation"),
    operation_id="getCompany",
)
def read_company(request: StaffRequest, company_id: CompanyId) -> Any:
    """The company with its figures."""
    report = report_on(company_id)
    return {
        "id": report.company.pk,
        "name": report.company.name,
        "country": report.company.country,
        "hsone_id": report.company.hsone_id,
        "rating": report.rating,
        "reviews": report.reviews,
        "by_stars": [{"rating": rating, "reviews": number} for rating, number in report.by_stars.items()],
        "by_status": [{"status": status, "reviews": number} for status, number in report.by_status.items()],
        "ageing": report.ageing,
        "requests": report.requests,
        "requests_by_stars": report.requests_by_stars,
    }


@router.get(
    "/company/{company_id}/reviews",
    response={200: ReviewTable, **refusals(401, 403, 404)},
    auth=Staff("moderation"),
    operation_id="listCompanyReviews",
)
def list_company_reviews(request: StaffRequest, company_id: CompanyId, query: Query[Paged]) -> Any:
    """A page of one company's reviews, in any status."""
    if not Company.objects.filter(pk=company_id).exists():
        raise NotFoundError("There is no company with this number.")
    return page_of(query, company_id, request)
