"""What the product knows of its own health, a line for each part."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.db.models import Count, Min, Q
from django.db.models.functions import Now

from workflows.models import OutboxMessage, Verification

LATE = timedelta(minutes=5)  # a job that has been due for so long is done by nobody
Part = Literal["worker", "mail", "jobs", "verification"]


@dataclass(frozen=True, slots=True)
class Health:
    """`is_good` None: it has never been done. `at`: since when, or when it was done; `number`: how many."""

    what: Part
    is_good: bool | None
    at: datetime | None = None
    number: int | None = None


def health() -> Iterator[Health]:
    """Due jobs are done; a mail server is set; jobs set aside after their last attempt; the last verification."""
    late = Q(set_aside_at__isnull=True, available_at__lt=Now() - LATE)
    jobs = OutboxMessage.objects.filter(done_at__isnull=True).aggregate(
        late=Min("available_at", filter=late), aside=Count("pk", filter=Q(set_aside_at__isnull=False))
    )
    yield Health("worker", jobs["late"] is None, jobs["late"])
    yield Health("mail", settings.MAIL_IS_SENT)
    yield Health("jobs", jobs["aside"] == 0, number=jobs["aside"])
    verified = Verification.objects.filter(ended_at__isnull=False).order_by("-ended_at").first()
    faults = verified.faults if verified else None
    yield Health(
        "verification", None if faults is None else faults == 0, verified.ended_at if verified else None, faults
    )
