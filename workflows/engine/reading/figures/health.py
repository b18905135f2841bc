"""What the product knows of its own health, a line for each part."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.db.models import Count, Max, Min, Q, Subquery
from django.db.models.functions import Coalesce, Now

from workflows.models import OutboxMessage, Verification

RECENT = 500  # done jobs among which the last mail is looked for
LATE = timedelta(minutes=5)  # a job that has been due for so long is done by nobody
Part = Literal["worker", "mail", "jobs", "verification"]


@dataclass(frozen=True, slots=True)
class Health:
    """`is_good` None: it has never been done. `at`: since when, or when it was last done; `number`: how many."""

    what: Part
    is_good: bool | None
    at: datetime | None = None
    number: int | None = None


def health() -> Iterator[Health]:
    """Jobs that wait; a mail server is set; jobs set aside after their last attempt; the last verification."""
    waiting = Q(set_aside_at__isnull=True)
    done = OutboxMessage.objects.filter(done_at__isnull=False).order_by("-done_at").values("done_at")
    mail = OutboxMessage.objects.filter(pk__in=done.values("pk")[:RECENT], topic__startswith="mail")
    jobs = OutboxMessage.objects.filter(done_at__isnull=True).aggregate(
        late=Min("available_at", filter=waiting & Q(available_at__lt=Now() - LATE)),
        waiting=Count("pk", filter=waiting),
        aside=Count("pk", filter=~waiting),
        # of jobs that are not done, none was done: what is looked up stands there, in the same statement
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
