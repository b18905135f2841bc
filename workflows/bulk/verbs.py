"""Create, confirm, cancel, retry and roll back batches: each is one transaction and one entry of the audit log."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.errors import ForbiddenError
from workflows.bulk.choices import Choice, choice_of
from workflows.bulk.errors import (
    MAX_ITEMS,
    BatchLapsedError,
    BatchNotFoundError,
    BatchStateError,
    NoItemsError,
    NotYourBatchError,
    OwnBatchError,
    TooManyItemsError,
)
from workflows.bulk.selection import (
    Selection,
    as_previewed,
    compare_with_preview,
    fix_items,
    fix_unfit,
    left_out,
    selected,
    unfit,
)
from workflows.engine.outbox.failed_jobs import try_again
from workflows.engine.outbox.outbox import enqueue
from workflows.engine.verbs.decisions import parse_form
from workflows.models import MOVING, BatchState, BulkBatch, OutboxMessage, Result, Task

PERMISSION = "bulk_moderation"
JOB = "bulk"
CONFIRM_WITHIN = timedelta(hours=1)
# codes of items that were skipped because their batch ended first
CANCELLED, ROLLED_BACK = "batch_cancelled", "batch_rolled_back"


def wants_second_person(choice: Choice, count: int) -> bool:
    """True above BULK_CONFIRM_ABOVE items, if the outcome sends letters or reopens published reviews."""
    return (choice.outcome.writes or choice.reopens) and count > settings.BULK_CONFIRM_ABOVE


@dataclass(frozen=True, slots=True)
class Previewed:
    """The preview that the person has seen: its time and its number of items. None: not checked."""

    at: datetime | None = None
    count: int | None = None

    def narrow(self, tasks: QuerySet[Task]) -> QuerySet[Task]:
        return as_previewed(tasks, self.at) if self.at else tasks

    def require(self, total: int, tasks: QuerySet[Task]) -> None:
        """Raises PreviewChangedError if `total` is not the previewed number. `tasks`: all that match now."""
        if self.count is not None and total != self.count:
            raise compare_with_preview(tasks, self.at, self.count)


def ask_for_batch(
    choice: Choice,
    selection: Selection,
    payload: Mapping[str, Any],
    previewed: Previewed = Previewed(),
    *,
    by: User,
    note: str = "",
) -> BulkBatch:
    """Create a batch with a fixed set of items. It starts at once, or waits for a second person to confirm it.

    Items that were selected by id but cannot be decided are part of the batch, as failed, with the code of the reason.
    Raises ForbiddenError, InvalidError for the form, TooManyItemsError, NoItemsError, PreviewChangedError.
    """
    parse_form(choice.outcome, payload)
    _require_permission(by, choice.step)
    with transaction.atomic():
        batch = BulkBatch.objects.create(
            step=choice.step,
            queue=choice.queue,
            outcome=choice.outcome.name,
            form=dict(payload),
            filter=selection.noted(),
            note=note,
            state=BatchState.WAITING,
            by=by,
            at=timezone.now(),
        )
        fitting = selected(choice, selection, by=by)
        batch.total = fix_items(batch, previewed.narrow(fitting), MAX_ITEMS + 1, selection)
        if batch.total > MAX_ITEMS:
            raise TooManyItemsError
        previewed.require(batch.total, fitting)
        if not batch.total:
            raise NoItemsError
        if selection.task_ids is not None and not choice.reopens:
            batch.failed = fix_unfit(batch, unfit(choice, left_out(batch, selection), by=by), MAX_ITEMS)
            batch.total += batch.failed
            batch.finished_before = batch.failed
        if wants_second_person(choice, batch.total):
            batch.state, batch.expires_at = BatchState.CONFIRMING, batch.at + CONFIRM_WITHIN
        else:
            enqueue(JOB, {"batch": batch.pk})
        batch.save(update_fields=["total", "failed", "finished_before", "state", "expires_at"])
        asked = {"outcome": batch.outcome, "number": batch.total, "queue": batch.queue}
        record_audit(actions.BATCH_ASKED, batch.pk, user_id=by.pk, **asked)
    return batch


def confirm_batch(batch_id: int, *, by: User, answer: str = "") -> BulkBatch:
    """Confirm a batch as the second person. Raises OwnBatchError, BatchLapsedError, BatchStateError, ForbiddenError."""
    with _locked(batch_id, by) as batch:
        _require_state(batch, BatchState.CONFIRMING)
        if is_lapsed(batch, timezone.now()):
            raise BatchLapsedError
        if batch.by_id == by.pk:
            raise OwnBatchError
        _require_permission(by, batch.step)
        batch.state, batch.confirmed_by, batch.confirmed_at = BatchState.WAITING, by, timezone.now()
        batch.answer = answer
        batch.save(update_fields=["state", "confirmed_by", "confirmed_at", "answer"])
        enqueue(JOB, {"batch": batch.pk})
        record_audit(actions.BATCH_CONFIRMED, batch.pk, user_id=by.pk)
        return batch


def cancel_batch(batch_id: int, *, by: User, answer: str = "") -> BulkBatch:
    """Stop a batch, or decline to confirm it. Decided items stay decided. Anyone with the batch permission may.

    Raises BatchLapsedError, BatchStateError.
    """
    with _locked(batch_id, by) as batch:
        _require_state(batch, BatchState.CONFIRMING, BatchState.WAITING, BatchState.RUNNING)
        if is_lapsed(batch, timezone.now()):
            raise BatchLapsedError
        _leave_waiting(batch, CANCELLED)
        batch.state, batch.cancelled_by, batch.finished_at = BatchState.CANCELLED, by, timezone.now()
        batch.answer = answer or batch.answer
        batch.save(update_fields=["state", "cancelled_by", "finished_at", "skipped", "answer"])
        record_audit(actions.BATCH_CANCELLED, batch.pk, user_id=by.pk)
        return batch


def retry_batch(batch_id: int, *, by: User) -> BulkBatch:
    """Retry the skipped items, or continue a batch that has stopped. Raises NotYourBatchError, BatchStateError."""
    with _locked(batch_id, by) as batch:
        if batch.state in MOVING:
            return _let_go_on(batch, by)
        _require_state(batch, BatchState.DONE)
        _require_own(batch, by)
        fresh = {"result": Result.WAITING, "held_since": None, "try_at": None}
        again = batch.items.filter(result=Result.SKIPPED).update(**fresh)
        if not again:
            raise BatchStateError
        batch.state, batch.finished_at, batch.started_at = BatchState.RUNNING, None, timezone.now()
        batch.skipped -= again
        batch.finished_before = batch.total - again
        batch.save(update_fields=["state", "finished_at", "started_at", "skipped", "finished_before"])
        enqueue(JOB, {"batch": batch.pk})
        record_audit(actions.BATCH_RETRIED, batch.pk, user_id=by.pk, number=again)
        return batch


def _let_go_on(batch: BulkBatch, by: User) -> BulkBatch:
    """Restart the job that was set aside, with all its attempts, from the first item without a result."""
    stopped = jobs_of([batch.pk]).filter(set_aside_at__isnull=False)
    if not stopped.exists():
        raise BatchStateError
    _require_own(batch, by)
    batch.started_at, batch.finished_before = timezone.now(), batch.done + batch.skipped + batch.failed
    batch.save(update_fields=["started_at", "finished_before"])
    try_again(stopped)
    record_audit(actions.BATCH_CONTINUED, batch.pk, user_id=by.pk)
    return batch


def roll_back_batch(batch_id: int, *, by: User) -> BulkBatch:
    """Undo the decisions of a batch, as far as its owner could undo them one by one. A running batch stops deciding.

    Raises NotYourBatchError, BatchStateError.
    """
    with _locked(batch_id, by) as batch:
        _require_state(batch, BatchState.RUNNING, BatchState.DONE, BatchState.CANCELLED, BatchState.ROLLED_BACK)
        _require_own(batch, by)
        if not choice_of(batch).can_be_undone:
            raise BatchStateError
        wanted = batch.items.filter(result=Result.DONE).update(seen=False, code="", holder_id=None)
        if not wanted:
            raise BatchStateError
        _leave_waiting(batch, ROLLED_BACK)
        batch.state, batch.finished_at = BatchState.ROLLING_BACK, None
        batch.started_at = batch.rolled_back_at = timezone.now()
        batch.save(update_fields=["state", "finished_at", "started_at", "rolled_back_at", "skipped"])
        enqueue(JOB, {"batch": batch.pk})
        record_audit(actions.BATCH_ROLLED_BACK, batch.pk, user_id=by.pk, number=wanted)
        return batch


def _leave_waiting(batch: BulkBatch, code: str) -> None:
    """Skip the items that wait for their turn or for their holder. The caller saves the batch."""
    left = {"result": Result.SKIPPED, "code": code, "holder_id": None, "held_since": None, "try_at": None}
    batch.skipped += batch.items.filter(result=Result.WAITING).update(**left)


def jobs_of(batches: Collection[int]) -> QuerySet[OutboxMessage]:
    """The pending jobs of these batches: one for each batch that is moving."""
    return OutboxMessage.objects.filter(topic=JOB, payload__batch__in=list(batches), done_at=None)


def owner_may_decide(batch: Any) -> bool:
    """Checked for each chunk, also of a rollback: history names the owner as the person who decided (decision 51)."""
    by: User = batch.by
    return by.is_active and by.may(PERMISSION) and by.may(batch.step.permission)


def is_lapsed(batch: BulkBatch, at: datetime) -> bool:
    return batch.state == BatchState.CONFIRMING and batch.expires_at is not None and batch.expires_at <= at


@contextmanager
def _locked(batch_id: int, by: User) -> Iterator[BulkBatch]:
    with transaction.atomic():
        batch = BulkBatch.objects.select_for_update(no_key=True).filter(pk=batch_id).first()
        if not by.may(PERMISSION):
            raise ForbiddenError
        if batch is None:
            raise BatchNotFoundError
        yield batch


def _require_permission(by: User, step: Any) -> None:
    if not (by.may(PERMISSION) and by.may(step.permission)):
        raise ForbiddenError


def _require_own(batch: BulkBatch, by: User) -> None:
    if batch.by_id != by.pk:
        raise NotYourBatchError


def _require_state(batch: BulkBatch, *states: BatchState) -> None:
    if batch.state not in states:
        raise BatchStateError
