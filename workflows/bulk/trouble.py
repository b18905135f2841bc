"""Batches whose job failed: because of an unexpected error, or because the database was unavailable."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from workflows.bulk.verbs import jobs_of
from workflows.models import MOVING, BulkBatch, OutboxMessage


@dataclass(frozen=True, slots=True)
class Trouble:
    """How often the job for the next items failed, and the time of the next attempt.

    `next_at` is None after the last attempt: the job is set aside, and the batch has stopped until a person continues
    it.
    """

    attempts: int
    next_at: datetime | None


def troubles_of(batches: Iterable[BulkBatch]) -> dict[int, Trouble]:
    """By batch, only those whose job has failed. One statement; a second one for batches that have stopped."""
    moving = {batch.pk for batch in batches if batch.state in MOVING}
    found = _read(jobs_of(moving).filter(set_aside_at=None)) if moving else {}
    # a moving batch has a pending job, or one that was set aside; those set aside are in no index, so look them up last
    if stopped := moving - found.keys():
        found |= _read(jobs_of(stopped).filter(set_aside_at__isnull=False))
    return {number: trouble for number, trouble in found.items() if trouble.attempts}


def _read(jobs: QuerySet[OutboxMessage]) -> dict[int, Trouble]:
    columns = ("payload__batch", "attempts", "available_at", "set_aside_at")
    return {
        number: Trouble(attempts, None if set_aside_at else available_at)
        for number, attempts, available_at, set_aside_at in jobs.values_list(*columns)
    }
