"""How a company uses requests to restrict reviews: by quarter, and compared with all other companies."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncQuarter

from kit.chance import shares_differ
from kit.desk_day import desk_today
from restrictions.models import RequestStatus, RequestToRestrict

QUARTERS = 4
_MONTHS = 3
_UPHELD = Q(status=RequestStatus.RESTRICTED)
_DECIDED = Q(status__in=(RequestStatus.RESTRICTED, RequestStatus.DECLINED))


@dataclass(frozen=True, slots=True)
class Quarter:
    """Requests by when they were received. What is neither upheld nor declined is open or was closed."""

    begins: date
    requests: int = 0
    upheld: int = 0
    declined: int = 0


@dataclass(frozen=True, slots=True)
class Compared:
    """Decided requests of the company and of all other companies. `differs`: whether the shares of upheld requests
    differ significantly (kit.chance).
    """

    upheld: int
    decided: int
    others_upheld: int
    others_decided: int

    @property
    def differs(self) -> bool | None:
        """None if the company, or all others, have no decided request."""
        if not self.decided or not self.others_decided:
            return None
        return shares_differ(self.upheld, self.decided, self.others_upheld, self.others_decided)


def quarters_of(company_id: int, without: Collection[int] = ()) -> list[Quarter]:
    """The last four quarters including this one, in the desk's time zone. `without`: ids of reviews to leave out."""
    begins = _last_quarters(desk_today())
    zone = ZoneInfo(settings.DESK_TIME_ZONE)
    first = datetime.combine(begins[0], time(), zone)
    asked = _asked(without).filter(company_id=company_id, received_at__gte=first)
    figures = {
        "requests": Count("pk"),
        "upheld": Count("pk", filter=_UPHELD),
        "declined": Count("pk", filter=Q(status=RequestStatus.DECLINED)),
    }
    quarter = TruncQuarter("received_at", tzinfo=zone)
    rows = asked.annotate(quarter=quarter).values_list("quarter").annotate(**figures)
    found = {at.date(): numbers for at, *numbers in rows}
    return [Quarter(begin, *found.get(begin, ())) for begin in begins]


def compared(company_id: int, without: Collection[int] = ()) -> Compared:
    """One SQL statement. `without`: ids of reviews to leave out."""
    own = Q(company_id=company_id)
    figures = _asked(without).aggregate(
        upheld=Count("pk", filter=own & _UPHELD),
        decided=Count("pk", filter=own & _DECIDED),
        others_upheld=Count("pk", filter=~own & _UPHELD),
        others_decided=Count("pk", filter=~own & _DECIDED),
    )
    return Compared(**figures)


def requests_by(company_id: int, without: Collection[int] = ()) -> QuerySet[RequestToRestrict]:
    """The requests about a company's reviews, with their reviews."""
    return _asked(without).filter(company_id=company_id).select_related("review")


def _asked(without: Collection[int]) -> QuerySet[RequestToRestrict]:
    asked = RequestToRestrict.objects.order_by()
    return asked.exclude(review_id__in=without) if without else asked


def _last_quarters(today: date) -> list[date]:
    number = today.year * QUARTERS + (today.month - 1) // _MONTHS
    return [date(at // QUARTERS, at % QUARTERS * _MONTHS + 1, 1) for at in range(number - QUARTERS + 1, number + 1)]
