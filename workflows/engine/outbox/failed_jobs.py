"""Jobs that were set aside after their last attempt: shown to head moderators, tried again by admins (decision 56), and
handled by the command line, which alone can drop them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Min, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.errors import ConflictError, NotFoundError
from workflows.engine.outbox.outbox import wake_relay
from workflows.engine.outbox.registry import JOBS
from workflows.models import OutboxMessage

SHOWN = 100


class JobNotFoundError(NotFoundError):
    code = "job_not_found"
    message = "This job is not set aside: somebody has tried it again."


class JobNeededError(ConflictError):
    code = "job_needed"
    message = "What waits for this job would wait for ever: cancel its batch, or try the job again."


@dataclass(frozen=True, slots=True)
class FailedJobs:
    """`oldest_at`: when the first of all of them was set aside; None without jobs. `newest`: the newest hundred."""

    count: int
    oldest_at: datetime | None
    newest: Sequence[OutboxMessage]


def failed_jobs() -> FailedJobs:
    aside = OutboxMessage.objects.filter(set_aside_at__isnull=False)
    whole = aside.aggregate(count=Count("pk"), oldest_at=Min("set_aside_at"))
    return FailedJobs(whole["count"], whole["oldest_at"], list(aside.order_by("-set_aside_at", "-pk")[:SHOWN]))


def failed_numbers() -> list[int]:
    """All of them, the oldest first."""
    aside = OutboxMessage.objects.filter(set_aside_at__isnull=False)
    return list(aside.order_by("set_aside_at", "pk").values_list("pk", flat=True))


def retry_job(job_id: int, *, by: User | None) -> None:
    """Make a job that was set aside due at once, with all its attempts. Raises JobNotFoundError.

    `by`: None for the command line.
    """
    with transaction.atomic():
        job = _locked(job_id)
        try_again(OutboxMessage.objects.filter(pk=job_id))
        record_audit(actions.JOB_RETRIED, job_id, user_id=by.pk if by else None, topic=job.topic)


def drop_job(job_id: int, reason: str) -> None:
    """Delete a job that was set aside; `reason` is one of `actions.DROP_REASONS`. By the command line alone.

    Raises JobNotFoundError, JobNeededError.
    """
    with transaction.atomic():
        job = _locked(job_id)
        registered = JOBS.get(job.topic)
        if registered and not registered.may_be_dropped:
            raise JobNeededError
        job.delete()
        record_audit(actions.JOB_DROPPED, job_id, user_id=None, topic=job.topic, reason=reason)


def _locked(job_id: int) -> OutboxMessage:
    # of two people at once, the second waits for the first, and then finds no job
    job = OutboxMessage.objects.select_for_update().filter(pk=job_id, set_aside_at__isnull=False).first()
    if job is None:
        raise JobNotFoundError
    return job


def try_again(aside: QuerySet[OutboxMessage]) -> int:
    """Make jobs that were set aside due at once, with all their attempts, in the caller's transaction; their number.

    One of a topic that is enqueued once may wait beside the next of its topic.
    """
    number = aside.update(set_aside_at=None, attempts=0, available_at=Now(), once=False)
    wake_relay()
    return number
