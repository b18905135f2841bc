"""Batches whose job fails: by an error of the product, or because the database was away."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from workflows.bulk.verbs import jobs_of
from workflows.models import MOVING, BulkBatch, OutboxMessage


@dataclass(frozen=True, slots=True)
class Trouble:
    """How often the job for the next items has failed, and when it is tried again.

    None: it was set aside after its last attempt. The batch has stopped until a person lets it go on.
    """

    attempts: int
    next_at: datetime | None


def troubles_of(batches: Iterable[BulkBatch]) -> dict[int, Trouble]:
    """By batch; those whose job has not failed are left out. One statement, a second one for what has stopped."""
    moving = {batch.pk for batch in batches if batch.state in MOVING}
    found = _read(jobs_of(moving).filter(set_aside_at=None)) if moving else {}
    # a moving batch has a job that waits, unless it was set aside: no index has the latter
    if stopped := moving - found.keys():
        found |= _read(jobs_of(stopped).filter(set_aside_at__isnull=False))
    return {number: trouble for number, trouble in found.items() if trouble.attempts}


def _read(jobs: QuerySet[OutboxMessage]) -> dict[int, Trouble]:
    columns = ("payload__batch", "attempts", "available_at", "set_aside_at")
    return {
        number: Trouble(attempts, None if set_aside_at else available_at)
        for number, attempts, available_at, set_aside_at in jobs.values_list(*columns)
    }
