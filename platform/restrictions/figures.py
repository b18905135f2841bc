"""How often a company's reviews are asked to be restricted, and with what success (product.md, Law)."""

from dataclasses import dataclass

from django.db.models import Count, Q, Value

from restrictions.models import RequestStatus, RequestToRestrict


@dataclass(frozen=True, slots=True)
class RequestFigures:
    """`refused_share`: of the decided ones; None while none is. `rating` None: all, or a review without stars."""

    rating: int | None
    requests: int
    decided: int
    refused: int

    @property
    def refused_share(self) -> float | None:
        return round(self.refused / self.decided, 3) if self.decided else None


def request_figures(company_id: int) -> tuple[RequestFigures, list[RequestFigures]]:
    """All of a company, and by the stars of the review that was asked about, five first."""
    decided = Q(status__in=(RequestStatus.RESTRICTED, RequestStatus.DECLINED))
    rows = (
        RequestToRestrict.objects.filter(company_id=company_id)
        .values("rating")
        .annotate(
            # of rows, not of numbers: the index of companies holds all that is read
            requests=Count(Value(1)),
            decided=Count(Value(1), filter=decided),
            refused=Count(Value(1), filter=Q(status=RequestStatus.DECLINED)),
        )
    )
    by_stars = [RequestFigures(**row) for row in sorted(rows, key=lambda row: -(row["rating"] or 0))]
    sums = [sum(getattr(row, name) for row in by_stars) for name in ("requests", "decided", "refused")]
    return RequestFigures(None, *sums), by_stars
