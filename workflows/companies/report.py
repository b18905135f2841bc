"""The report on a company: reviews by stars and status, waiting times by stars, and restriction requests."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Avg, Count, F, Min, QuerySet, Value
from django.db.models.functions import Now

from companies.models import Company
from kit.errors import NotFoundError
from kit.prepared import Marks, Prepared
from restrictions.figures import RequestFigures, request_figures
from reviews.models import Review, ReviewStatus
from workflows.engine.core.flows import flows, statuses, steps
from workflows.models import OPEN, Task
from workflows.reviews.subject import REVIEW


@dataclass(frozen=True, slots=True)
class Ageing:
    """Items of one star rating in the queues of reviews: negative reviews must not wait longer (product.md, Law)."""

    rating: int | None
    waiting: int
    oldest_at: datetime
    average_seconds: int


@dataclass(frozen=True, slots=True)
class CompanyReport:
    """The figures of a company. `by_stars` counts published reviews; `rating` is their mean."""

    company: Company
    rating: float | None
    reviews: int
    by_stars: dict[int, int]
    by_status: dict[str, int]
    ageing: list[Ageing]
    requests: RequestFigures
    requests_by_stars: list[RequestFigures]


def report_on(company_id: int) -> CompanyReport:
    """Raises NotFoundError."""
    company = Company.objects.select_related("category").filter(pk=company_id).first()
    if company is None:
        raise NotFoundError("There is no company with this number.")
    by_status: Counter[str] = Counter()
    by_stars: Counter[int] = Counter()
    for status, rating, number in _STANDING.rows({"company": company_id}):
        by_status[status] += number
        if status == ReviewStatus.PUBLISHED and rating is not None:
            by_stars[rating] += number
    rated = by_stars.total()
    requests, requests_by_stars = request_figures(company_id)
    return CompanyReport(
        company=company,
        rating=round(sum(stars * number for stars, number in by_stars.items()) / rated, 2) if rated else None,
        reviews=by_status.total(),
        by_stars={stars: by_stars[stars] for stars in range(5, 0, -1)},
        by_status={status: by_status[status] for status in statuses(REVIEW) if by_status[status]},
        ageing=_ageing(company_id),
        requests=requests,
        requests_by_stars=requests_by_stars,
    )


def _ageing(company_id: int) -> list[Ageing]:
    return [
        Ageing(rating, waiting, oldest_at, max(0, round(age.total_seconds())))
        for rating, waiting, oldest_at, age in _WAITING.rows({"company": company_id})
    ]


# Both use count(1) instead of count(id), so that an index-only scan suffices.
def _standing(marks: Marks) -> QuerySet[Review, Any]:
    reviews = Review.objects.filter(company_id=marks.number("company")).values_list("status", "rating")
    counted: QuerySet[Review, Any] = reviews.annotate(number=Count(Value(1)))
    return counted


def _waiting(marks: Marks) -> QuerySet[Task, Any]:
    of_company = Task.objects.filter(company_id=marks.number("company"), status__in=OPEN)
    waiting = of_company.filter(queue__in=_queues_of_reviews()).exclude(queue="")
    figures = {"waiting": Count(Value(1)), "oldest_at": Min("created"), "age": Avg(Now() - F("created"))}
    rows: QuerySet[Task, Any] = waiting.values_list("rating").annotate(**figures)
    return rows.order_by(F("rating").desc(nulls_last=True))


def _queues_of_reviews() -> list[str]:
    """Without those that keep items from people, who must not learn here that there is one."""
    about = (flow for flow in flows() if flow.subject.thing == REVIEW)
    return sorted({step.queue for flow in about for step in steps(flow) if step.queue and not step.bars})


_STANDING, _WAITING = Prepared(_standing), Prepared(_waiting)
