"""The report on a company: reviews by stars and status, waiting times by stars, and restriction requests."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, F, Min, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from companies.errors import CompanyNotFoundError
from companies.models import Company
from groups.models import Association
from kit.prepared import Marks, Prepared
from restrictions.figures import RequestFigures, request_figures
from reviews.models import Review, ReviewStatus
from tickets.models import Ticket
from workflows.engine.core.flows import ProductFlow, flows, statuses, steps
from workflows.facets import RATING
from workflows.models import OPEN, Task
from workflows.reviews.subject import REVIEW

_ORIGIN = datetime(2020, 1, 1, tzinfo=UTC)  # an arbitrary time: intervals can be summed, timestamps cannot


@dataclass(frozen=True, slots=True)
class Ageing:
    """Open items about reviews of one star rating: negative reviews must not wait longer (product.md, Law).

    `average_at` is the mean arrival time. It is a time, like `oldest_at`, so that the reader's clock gives both ages.
    """

    rating: int | None
    waiting: int
    oldest_at: datetime
    average_at: datetime


@dataclass(frozen=True, slots=True)
class CompanyReport:
    """The figures of a company. `by_stars` counts published reviews, under None those without stars; `rating`: their
    mean.
    """

    company: Company
    rating: float | None
    reviews: int
    by_stars: dict[int | None, int]
    by_status: dict[str, int]
    ageing: list[Ageing]
    requests: RequestFigures
    requests_by_stars: list[RequestFigures]
    open_tickets: int
    accounts: int


def report_on(company_id: int, without: Collection[int] = ()) -> CompanyReport:
    """`without`: reviews whose decision the reader must not know; no figure counts them. Raises NotFoundError."""
    companies: QuerySet[Any] = Company.objects.select_related("category").annotate(
        open_tickets=_TICKETS, accounts=_ACCOUNTS
    )
    company = companies.filter(pk=company_id).first()
    if company is None:
        raise CompanyNotFoundError
    by_status: Counter[str] = Counter()
    by_stars: Counter[int | None] = Counter()
    for status, rating, number in _STANDING.rows({"company": company_id}):
        by_status[status] += number
        if status == ReviewStatus.PUBLISHED:
            by_stars[rating] += number
    for status, rating in _standing_of(without) if without else ():
        by_status[status] -= 1
        if status == ReviewStatus.PUBLISHED:
            by_stars[rating] -= 1
    rated = by_stars.total() - by_stars[None]
    requests, requests_by_stars = request_figures(company_id, without)
    return CompanyReport(
        company=company,
        rating=round(sum((stars or 0) * number for stars, number in by_stars.items()) / rated, 2) if rated else None,
        reviews=by_status.total(),
        by_stars={stars: by_stars[stars] for stars in (5, 4, 3, 2, 1, *([None] if by_stars[None] else ()))},
        by_status={status: by_status[status] for status in statuses(REVIEW) if by_status[status]},
        ageing=_ageing(company_id),
        requests=requests,
        requests_by_stars=requests_by_stars,
        open_tickets=company.open_tickets,
        accounts=company.accounts,
    )


def _number_of(rows: QuerySet[Any]) -> Coalesce:
    """The number of these rows that belong to the company, read from the index on their company."""
    counted = rows.filter(company_id=OuterRef("pk")).order_by().values("company_id").annotate(number=Count(Value(1)))
    return Coalesce(Subquery(counted.values("number")), 0)


_TICKETS = _number_of(Ticket.objects.filter(resolved_at=None, merged_into=None))
_ACCOUNTS = _number_of(Association.objects.all())


def _standing_of(reviews: Collection[int]) -> QuerySet[Review, Any]:
    return Review.objects.filter(pk__in=reviews).values_list("status", "rating")


def _ageing(company_id: int) -> list[Ageing]:
    found: dict[int | None, list[tuple[int, datetime, timedelta]]] = {}
    for rating, waiting, oldest_at, since in _WAITING.rows({"company": company_id}):
        found.setdefault(rating, []).append((waiting, oldest_at, since))
    return [_aged(rating, found[rating]) for rating in sorted(found, key=lambda stars: stars or 0, reverse=True)]


def _aged(rating: int | None, parts: Sequence[tuple[int, datetime, timedelta]]) -> Ageing:
    numbers, oldest, since = zip(*parts, strict=True)
    return Ageing(rating, sum(numbers), min(oldest), _ORIGIN + sum(since, timedelta()) / sum(numbers))


# Both use count(1) instead of count(id), so that an index-only scan suffices. In shared queues, tasks are read.
def _standing(marks: Marks) -> QuerySet[Review, Any]:
    reviews = Review.objects.filter(company_id=marks.number("company")).values_list("status", "rating")
    counted: QuerySet[Review, Any] = reviews.annotate(number=Count(Value(1)))
    return counted


def _waiting(marks: Marks) -> QuerySet[Task, Any]:
    """Open items about reviews: all items of queues that hold only reviews; of shared queues, those whose process is
    about a review.
    """
    of_company = Task.objects.filter(company_id=marks.number("company"), status__in=OPEN)
    alone, shared = _queues_of_reviews()
    about_reviews = of_company.filter(queue__in=shared, process__flow_class__in=_flows(about_reviews=True))
    return _figures(of_company.filter(queue__in=alone).exclude(queue="")).union(_figures(about_reviews), all=True)


def _figures(tasks: QuerySet[Task]) -> QuerySet[Task, Any]:
    figures = {"waiting": Count(Value(1)), "oldest_at": Min("created"), "since": Sum(F("created") - Value(_ORIGIN))}
    rows: QuerySet[Task, Any] = tasks.values_list(RATING.column).annotate(**figures)
    return rows


def _queues_of_reviews() -> tuple[list[str], list[str]]:
    """The queues that hold only reviews, and those that hold other items too.

    Queues that bar people are left out: the figures would reveal to a barred person that an item exists.
    """
    of_reviews = {step.queue for flow in _flows(about_reviews=True) for step in steps(flow) if not step.bars} - {""}
    of_others = {step.queue for flow in _flows(about_reviews=False) for step in steps(flow)}
    return sorted(of_reviews - of_others), sorted(of_reviews & of_others)


def _flows(*, about_reviews: bool) -> list[type[ProductFlow]]:
    return [flow for flow in flows() if (flow.subject.thing == REVIEW) is about_reviews]


_STANDING, _WAITING = Prepared(_standing), Prepared(_waiting)
