"""The published reviews of several companies: their number, and the mean of their stars."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Avg, Count, Q, QuerySet
from django.utils import timezone

from reviews.models import Review, ReviewStatus

RECENT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Published:
    """`rating`: the mean in stars; None if no review has a rating. `recent`: the number received within RECENT."""

    reviews: int = 0
    rating: float | None = None
    recent: int = 0


def published_by_company(companies: Collection[int], without: Collection[int] = ()) -> dict[int, Published]:
    """By company id, in one statement. Companies without published reviews are left out.
    `without`: ids of reviews to leave out.
    """
    if not companies:
        return {}
    rows: QuerySet[Any, Any] = _published(without, company_id__in=companies).values("company_id").annotate(**_figures())
    return {row["company_id"]: _rounded(row) for row in rows}


def published_by_group(groups: Collection[int], without: Collection[int] = ()) -> dict[int, Published]:
    """`published_by_company` by group id, for the current members of each group."""
    if not groups:
        return {}
    of = "company__memberships__group"
    rows: QuerySet[Any, Any] = _published(without, **{f"{of}__in": groups}).values(of).annotate(**_figures())
    return {row[of]: _rounded(row) for row in rows}


def published_of_all(companies: QuerySet[Any], without: Collection[int] = ()) -> Published:
    """The figures of all these companies together. `companies`: a query for their ids."""
    return _rounded(_published(without, company_id__in=companies).aggregate(**_figures()))


def _published(without: Collection[int], **of: Any) -> QuerySet[Review]:
    published = Review.objects.filter(status=ReviewStatus.PUBLISHED, **of).order_by()
    return published.exclude(pk__in=without) if without else published


def _figures() -> dict[str, Any]:
    recent = Q(received_at__gte=timezone.now() - RECENT)
    return {"reviews": Count("pk"), "mean": Avg("rating"), "recent": Count("pk", filter=recent)}


def _rounded(row: dict[str, Any]) -> Published:
    mean = row["mean"]
    return Published(row["reviews"], None if mean is None else round(mean, 2), row["recent"])
