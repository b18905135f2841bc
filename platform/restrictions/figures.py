"""Figures of requests to restrict a company's reviews, with the share of refused ones (product.md, Law)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet, Value

from kit.prepared import Marks, Prepared
from restrictions.models import RequestStatus, RequestToRestrict


@dataclass(frozen=True, slots=True)
class RequestFigures:
    """`refused_share`: refused requests per decided request; None without decided ones. `rating`: the stars of the
    reviews; None for the totals, and for reviews without stars.
    """

    rating: int | None
    requests: int
    open: int
    decided: int
    refused: int

    @property
    def refused_share(self) -> float | None:
        return round(self.refused / self.decided, 3) if self.decided else None


def request_figures(company_id: int, without: Collection[int] = ()) -> tuple[RequestFigures, list[RequestFigures]]:
    """The company's totals, and the figures by stars of the review, five stars first. `without`: ids of reviews to
    leave out.
    """
    if without:
        asked = RequestToRestrict.objects.filter(company_id=company_id).exclude(review_id__in=without)
        found: Iterable[Any] = _counted(asked)
    else:
        found = _BY_STARS.rows({"company": company_id})
    rows = [RequestFigures(*row) for row in found]
    by_stars = sorted(rows, key=lambda row: -(row.rating or 0))
    sums = [sum(getattr(row, name) for row in by_stars) for name in ("requests", "open", "decided", "refused")]
    return RequestFigures(None, *sums), by_stars


def _by_stars(marks: Marks) -> QuerySet[RequestToRestrict, Any]:
    return _counted(RequestToRestrict.objects.filter(company_id=marks.number("company")))


def _counted(asked: QuerySet[RequestToRestrict]) -> QuerySet[RequestToRestrict, Any]:
    """Counts rows instead of ids, so that an index-only scan by company is possible."""
    decided = Q(status__in=(RequestStatus.RESTRICTED, RequestStatus.DECLINED))
    counted: QuerySet[RequestToRestrict, Any] = asked.values_list("rating").annotate(
        requests=Count(Value(1)),
        open=Count(Value(1), filter=Q(status=RequestStatus.OPEN)),
        decided=Count(Value(1), filter=decided),
        refused=Count(Value(1), filter=Q(status=RequestStatus.DECLINED)),
    )
    return counted


_BY_STARS = Prepared(_by_stars)
