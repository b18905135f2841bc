"""The health of the product, one line for each part."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.db.models import Count, Max, Min, Q, Subquery
from django.db.models.functions import Coalesce, Now

from workflows.models import OutboxMessage, Verification

RECENT = 500  # the last mail is looked for among so many done jobs
LATE = timedelta(minutes=5)  # no worker runs if a job has been due for longer
Part = Literal["worker", "mail", "jobs", "verification"]


@dataclass(frozen=True, slots=True)
class Health:
    """`is_good` is None for a part that has never run. `at`: since when, or when it last ran; `number`: how many."""

    what: Part
    is_good: bool | None
    at: datetime | None = None
    number: int | None = None


def health() -> Iterator[Health]:
    """Pending jobs; the mail server; jobs that were set aside after their last attempt; the last verification."""
    waiting = Q(set_aside_at__isnull=True)
    done = OutboxMessage.objects.filter(done_at__isnull=False).order_by("-done_at").values("done_at")
    mail = OutboxMessage.objects.filter(pk__in=done.values("pk")[:RECENT], topic__startswith="mail")
    jobs = OutboxMessage.objects.filter(done_at__isnull=True).aggregate(
        late=Min("available_at", filter=waiting & Q(available_at__lt=Now() - LATE)),
        waiting=Count("pk", filter=waiting),
        aside=Count("pk", filter=~waiting),
        # Max("done_at") is always NULL for jobs that are not done: it lets the subqueries join this aggregate
        done=Coalesce(Max("done_at"), Subquery(done[:1])),
        mail=Coalesce(Max("done_at"), Subquery(mail.order_by("-done_at").values("done_at")[:1])),
    )
    yield Health("worker", jobs["late"] is None, jobs["late"] or jobs["done"], jobs["waiting"])
    yield Health("mail", settings.MAIL_IS_SENT, jobs["mail"])
    yield Health("jobs", jobs["aside"] == 0, number=jobs["aside"])
    verified = Verification.objects.filter(ended_at__isnull=False).order_by("-ended_at").first()
    faults = verified.faults if verified else None
    yield Health(
        "verification", None if faults is None else faults == 0, verified.ended_at if verified else None, faults
    )
