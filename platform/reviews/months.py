"""The reviews of a company by month."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Avg, Count, Q, Value
from django.db.models.functions import TruncMonth

from kit.desk_day import beginning_of_today
from reviews.models import Review, ReviewStatus

MONTHS = 12


@dataclass(frozen=True, slots=True)
class Month:
    """`received`: the number of all reviews received. `reviews`: of these, the number now published.

    `rating`: the mean of the published ratings in stars; None if none has a rating.
    """

    begins: date
    received: int
    reviews: int
    rating: float | None


def months_of(company_id: int, without: Collection[int] = ()) -> list[Month]:
    """The last twelve months including this one, by the time of receipt in the desk's time zone.

    `without`: ids of reviews to leave out.
    """
    begins = _last_months(beginning_of_today().date())
    zone = ZoneInfo(settings.DESK_TIME_ZONE)
    first = datetime.combine(begins[0], time(), zone)
    received = Review.objects.filter(company_id=company_id, received_at__gte=first)
    received = received.exclude(pk__in=without) if without else received
    month = TruncMonth("received_at", tzinfo=zone)
    published = Q(status=ReviewStatus.PUBLISHED)
    # count(1) instead of count(id), so that an index-only scan suffices
    figures = {
        "received": Count(Value(1)),
        "reviews": Count(Value(1), filter=published),
        "mean": Avg("rating", filter=published),
    }
    rows = received.order_by().annotate(month=month).values_list("month").annotate(**figures)
    found = {at.date(): numbers for at, *numbers in rows}
    return [_month(begin, *found.get(begin, (0, 0, None))) for begin in begins]


def _last_months(today: date) -> list[date]:
    numbers = [today.year * MONTHS + today.month - 1 - back for back in range(MONTHS - 1, -1, -1)]
    return [date(number // MONTHS, number % MONTHS + 1, 1) for number in numbers]


def _month(begins: date, received: int, reviews: int, rating: float | None) -> Month:
    return Month(begins, received, reviews, None if rating is None else round(rating, 2))
