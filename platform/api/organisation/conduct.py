"""How a company uses its right to request that reviews be restricted."""

from dataclasses import asdict
from datetime import date, datetime
from typing import Any, Literal

from ninja import Query

from accounts.rights import Permission
from api.http.auth import Staff, StaffRequest
from api.http.lists import PageQuery
from api.http.routing import Router
from api.http.schemas import Schema
from api.organisation.companies import CompanyId
from companies.lookup import require_company
from kit.pages import keyset_page
from kit.text import excerpt_of
from restrictions.conduct import compared, quarters_of, requests_by
from restrictions.models import RequestToRestrict
from restrictions.schemas import GroundName
from workflows.engine.reading.lists.blindness import subjects_withheld_from
from workflows.reviews.subject import REVIEW

router = Router(tags=["Companies"])


class QuarterOut(Schema):
    """Requests by the quarter in which they were received. Those neither upheld nor declined are open or closed."""

    begins: date
    requests: int
    upheld: int
    declined: int


class ComparedOut(Schema):
    """Decided requests of the company and of all other companies.

    `differs`: whether the upheld shares differ significantly (5% level); null if either has no decided request.
    """

    upheld: int
    decided: int
    others_upheld: int
    others_decided: int
    differs: bool | None


class ConductOut(Schema):
    """`quarters`: the last four, the oldest first."""

    quarters: list[QuarterOut]
    compared: ComparedOut


class RequestedReview(Schema):
    id: int
    title: str


class CompanyRequest(Schema):
    """`asked_by`: the name of the person who asked, for the company."""

    id: int
    review: RequestedReview
    rating: int | None
    ground: GroundName
    asked_by: str
    received_at: datetime
    status: Literal["open", "restricted", "declined", "closed"]
    ended_at: datetime | None


class RequestList(Schema):
    items: list[CompanyRequest]
    next_cursor: str | None


@router.get(
    "/company/{company_id}/conduct",
    response=ConductOut,
    auth=Staff(Permission.ORGANISATION),
    operation_id="getCompanyConduct",
)
def read_conduct(request: StaffRequest, company_id: CompanyId) -> Any:
    """The company's requests by quarter, and its upheld share compared with other companies."""
    require_company(company_id)
    withheld = subjects_withheld_from(request.auth.user, REVIEW, company_id)
    found = compared(company_id, withheld)
    return {
        "quarters": quarters_of(company_id, withheld),
        "compared": {**asdict(found), "differs": found.differs},
    }


@router.get(
    "/company/{company_id}/requests",
    response=RequestList,
    auth=Staff(Permission.ORGANISATION),
    operation_id="listCompanyRequests",
)
def list_requests(request: StaffRequest, company_id: CompanyId, query: Query[PageQuery]) -> Any:
    """A page of the company's requests to restrict, the newest first."""
    require_company(company_id)
    withheld = subjects_withheld_from(request.auth.user, REVIEW, company_id)
    requests, next_cursor = keyset_page(
        requests_by(company_id, withheld),
        "pk",
        of=f"requests {company_id}",
        cursor=query.cursor,
        limit=query.limit,
        descending=True,
    )
    return {"items": [_request(each) for each in requests], "next_cursor": next_cursor}


def _request(request: RequestToRestrict) -> dict[str, Any]:
    review = request.review
    return {
        "id": request.pk,
        "review": {"id": review.pk, "title": review.title or excerpt_of(review.text)},
        "rating": request.rating,
        "ground": request.ground,
        "asked_by": request.contact_name,
        "received_at": request.received_at,
        "status": request.status,
        "ended_at": request.ended_at,
    }
