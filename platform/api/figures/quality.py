"""Results of second looks: agreement by person and by reason."""

from datetime import timedelta
from typing import Annotated, Any

from django.conf import settings
from django.utils import timezone
from ninja import Field, Query

from accounts.models import User
from accounts.schemas import Person
from api.http.auth import Staff, StaffRequest
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from reviews.models import Reason
from workflows.second_looks.sampling import Agreement, Report, report_since

router = Router(tags=["Quality"])


class QualityQuery(Schema):
    days: Annotated[int, Field(ge=1, le=366)] = 90


class AgreementOut(Schema):
    """`agreed`: equal outcomes. `same_reason`: also equal reasons, if the outcome asks for a reason.

    `low`, `high`: the 95 % interval of the share that agreed, from 0 to 1.
    """

    checked: int
    agreed: int
    same_reason: int
    low: float
    high: float


class PersonAgreement(AgreementOut):
    """`overruled`: how often a head moderator confirmed the second decision."""

    person: Person
    overruled: int


class ReasonAgreement(AgreementOut):
    code: str
    title: str


class Quality(Schema):
    """`share`: the share of approvals and rejections, from 0 to 1, that get a second look."""

    share: float
    days: int
    total: AgreementOut
    people: list[PersonAgreement]
    reasons: list[ReasonAgreement]


@router.get("/quality", response=Quality, auth=Staff("head_moderator"), operation_id="getQuality")
@from_replica
def read_quality(request: StaffRequest, query: Query[QualityQuery]) -> Any:
    report = report_since(timezone.now() - timedelta(days=query.days))
    return {
        "share": settings.QUALITY_SAMPLE,
        "days": query.days,
        "total": _agreement(report.total),
        "people": _people(report),
        "reasons": _reasons(report),
    }


def _people(report: Report) -> list[dict[str, Any]]:
    names = User.objects.names_of(report.people)
    rows = [
        {
            "person": {"id": pk, "name": names[pk]},
            "overruled": report.overruled.get(pk, 0),
            **_agreement(agreement),
        }
        for pk, agreement in report.people.items()
    ]
    return sorted(rows, key=lambda row: row["person"]["name"])


def _reasons(report: Report) -> list[dict[str, Any]]:
    titles = dict(Reason.objects.values_list("code", "title"))
    return [
        {"code": code, "title": title, **_agreement(report.reasons[code])}
        for code, title in titles.items()
        if code in report.reasons
    ]


def _agreement(agreement: Agreement) -> dict[str, Any]:
    low, high = agreement.interval
    counted = {"checked": agreement.checked, "agreed": agreement.agreed, "same_reason": agreement.same_reason}
    return {**counted, "low": low, "high": high}
