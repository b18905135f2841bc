"""The job of a batch: decides one chunk of items in one transaction, and enqueues the next chunk in it.

If a worker is killed, its transaction is rolled back and the job runs again: each item is decided exactly once.
"""

import logging
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Min, Q
from django.utils import timezone

from accounts.authority import BeingChangedError
from accounts.models import User
from kit.errors import DomainError, ForbiddenError, HolderError
from kit.prepared import change
from workflows.bulk import pace
from workflows.bulk.choices import choice_of
from workflows.bulk.reopening import investigate_published
from workflows.bulk.verbs import JOB, owner_may_decide
from workflows.engine.core.errors import TaskBusyError, TaskTakenError
from workflows.engine.core.locked import lock_tasks
from workflows.engine.core.outcomes import OutcomeForm
from workflows.engine.outbox.outbox import enqueue
from workflows.engine.verbs.decisions import can_be_decided_together, decide_together, parse_form
from workflows.engine.verbs.undo import undo_decision
from workflows.models import BatchState, BulkBatch, BulkItem, Result

logger = logging.getLogger(__name__)

# A person who takes an item of a running chunk, or cancels the batch, waits until the chunk ends, at most
# LOCK_TIMEOUT_MS. Items that are decided one by one take about 15 ms each on a quiet machine, so a chunk of them is
# smaller, and ends early if they take longer.
CHUNK = 400
CHUNK_ONE_BY_ONE = 40
TRY_AGAIN = timedelta(seconds=5)
_pace = pace.Pace()  # of this worker process

_STORE = """UPDATE workflows_bulkitem AS item SET result = new.result, code = new.code, holder_id = new.holder_id,
        held_since = new.held_since, try_at = new.try_at, seen = true
    FROM unnest(%(ids)s::bigint[], %(results)s::text[], %(codes)s::text[], %(holders)s::bigint[],
        %(held)s::timestamptz[], %(again)s::timestamptz[]) AS new (id, result, code, holder_id, held_since, try_at)
    WHERE item.id = new.id"""

# the tasks are still locked, so their lock version is that of the decision
_STORE_DONE = """UPDATE workflows_bulkitem AS item SET result = 'done', code = '', holder_id = NULL, seen = true,
        lock_version = task.lock_version
    FROM workflows_task AS task WHERE item.id = ANY(%(ids)s) AND task.id = item.task_id"""


def run_chunk(batch_id: int) -> None:
    """Decide or roll back the next items of a batch, in the caller's transaction; enqueues the next chunk."""
    batch: Any = BulkBatch.objects.select_for_update(no_key=True, of=("self",)).get(pk=batch_id)
    if batch.state == BatchState.WAITING:
        batch.state, batch.started_at = BatchState.RUNNING, timezone.now()
    if batch.state == BatchState.RUNNING:
        _decide_chunk(batch)
    elif batch.state == BatchState.ROLLING_BACK:
        _undo_chunk(batch)


def _decide_chunk(batch: Any) -> None:
    now = timezone.now()
    due = batch.items.filter(Q(try_at=None) | Q(try_at__lte=now), result=Result.WAITING)
    items = list(due.order_by("id")[: max(CHUNK // _pace.parts, 1)])
    if items:
        decided = _decide(batch, items, now)
        _store(decided)
        _count(batch, decided)
    waiting = batch.items.filter(result=Result.WAITING)
    if waiting.filter(try_at=None).exists():
        _go_on(batch)
    elif next_at := waiting.aggregate(at=Min("try_at"))["at"]:
        _go_on(batch, max(next_at - now, timedelta(0)))
    else:
        _end(batch, BatchState.DONE)


def _decide(batch: Any, items: Sequence[BulkItem], now: datetime) -> Sequence[BulkItem]:
    """The items that were decided or failed: all of them, or the first ones if they are decided one by one."""
    by, step = batch.by, batch.step
    if not owner_may_decide(batch):
        for item in items:
            item.result, item.code = Result.FAILED, ForbiddenError.code
        return items
    try:
        form = parse_form(step.outcomes[batch.outcome], batch.form)
    except DomainError as error:  # a reason was retired, or the time of a new publication is over
        for item in items:
            item.result, item.code = Result.FAILED, error.code
        return items
    if not choice_of(batch).reopens:
        return _decide_open(batch, items, form, now)
    return [
        _settled(item, _refusal(item, partial(investigate_published, item.task_id, form, by=by)), now)
        for item in pace.in_time(items[:CHUNK_ONE_BY_ONE])
    ]


def _decide_open(batch: Any, items: Sequence[BulkItem], form: OutcomeForm | None, now: datetime) -> Sequence[BulkItem]:
    """Decide the items together if the outcome allows it and none fails, otherwise one by one."""
    decide = partial(_decide_locked, outcome=batch.outcome, form=form, by=batch.by)
    if can_be_decided_together(batch.step, batch.outcome):
        began = pace.clock()
        if refusals := _in_savepoint(items, partial(decide, items)):
            _pace.note(pace.clock() - began)
            return [_settled(item, refusals[item.task_id], now) for item in items]
    return [
        _settled(item, _refusal(item, partial(decide, [item])), now) for item in pace.in_time(items[:CHUNK_ONE_BY_ONE])
    ]


def _decide_locked(
    items: Sequence[BulkItem], outcome: str, form: OutcomeForm | None, by: User
) -> dict[int, DomainError | None]:
    """By task: why it was not decided, or None."""
    numbers = [item.task_id for item in items]
    locked = list(lock_tasks(numbers).values())
    read = {item.task_id: item.revision for item in items}
    return dict.fromkeys(numbers, TaskBusyError()) | decide_together(locked, outcome, form, by=by, revisions=read)


class _FaultError(DomainError):
    """An unexpected error, which is logged."""

    code = "error"


def _refusal(item: BulkItem, act: Callable[[], Any]) -> DomainError | None:
    """Why one item could not be changed, or None. A failing item must not stop the others."""
    found = _in_savepoint([item], act)
    return found[item.task_id] if found else _FaultError()


def _in_savepoint(items: Sequence[BulkItem], act: Callable[[], Any]) -> dict[int, DomainError | None] | None:
    """By task: why it could not be changed, or None. Returns None instead if one of several items fails."""
    try:
        with transaction.atomic():
            found: Any = act()
    except (OperationalError, InterfaceError):
        raise
    except DomainError as refusal:
        return {items[0].task_id: refusal} if len(items) == 1 else None
    except Exception:
        logger.exception("%d items of batch %s failed, the first is %s", len(items), items[0].batch_id, items[0].pk)
        return None
    return found if isinstance(found, dict) else {items[0].task_id: None}


def _settled(item: BulkItem, refusal: DomainError | None, now: datetime) -> BulkItem:
    """Set the result of the item, or the time of its next attempt; returns the item."""
    match refusal:
        case None:
            item.result, item.code, item.holder_id = Result.DONE, "", None
        case TaskTakenError() | TaskBusyError() | BeingChangedError():
            _put_off(item, refusal, now)
        case _:
            item.result, item.code, item.holder_id = Result.FAILED, refusal.code, _holder(refusal)
    return item


def _put_off(item: BulkItem, error: DomainError, now: datetime) -> None:
    """Retry an item that somebody holds until BULK_HELD_PATIENCE is over, then skip it with the id of the holder. A
    batch never takes an item from its holder.
    """
    item.code, item.holder_id = error.code, _holder(error)
    item.held_since = item.held_since or now
    end = item.held_since + settings.BULK_HELD_PATIENCE
    if now >= end:
        item.result, item.try_at = Result.SKIPPED, None
    else:
        item.try_at = min(now + TRY_AGAIN, end)


def _undo_chunk(batch: Any) -> None:
    found = list(batch.items.filter(result=Result.DONE, seen=False).order_by("id")[:CHUNK_ONE_BY_ONE])
    may_decide = owner_may_decide(batch)
    items = []
    for item in pace.in_time(found):
        if may_decide:
            _roll_back(item, batch.by)
        else:
            item.code = ForbiddenError.code
        items.append(item)
    if items:
        _store(items)
        undone = sum(item.result == Result.ROLLED_BACK for item in items)
        batch.rolled_back, batch.done = batch.rolled_back + undone, batch.done - undone
    if batch.items.filter(result=Result.DONE, seen=False).exists():
        _go_on(batch)
    else:
        _end(batch, BatchState.ROLLED_BACK)


def _roll_back(item: BulkItem, by: User) -> None:
    refusal = _refusal(item, partial(undo_decision, item.task_id, by=by, late=item.lock_version))
    if refusal is None:
        item.result = Result.ROLLED_BACK
    else:
        item.code, item.holder_id = refusal.code, _holder(refusal)


def _store(items: Sequence[BulkItem]) -> None:
    done = [item.pk for item in items if item.result == Result.DONE and not item.code]
    if done:
        change(_STORE_DONE, {"ids": done})
    if len(done) < len(items):
        _store_each([item for item in items if item.result != Result.DONE or item.code])


def _store_each(items: Sequence[BulkItem]) -> None:
    columns = {
        "ids": [item.pk for item in items],
        "results": [str(item.result) for item in items],
        "codes": [item.code for item in items],
        "holders": [item.holder_id for item in items],
        "held": [item.held_since for item in items],
        "again": [item.try_at for item in items],
    }
    change(_STORE, columns)


def _count(batch: BulkBatch, items: Collection[BulkItem]) -> None:
    results = Counter(str(item.result) for item in items)
    batch.done += results[Result.DONE]
    batch.skipped += results[Result.SKIPPED]
    batch.failed += results[Result.FAILED]


def _go_on(batch: BulkBatch, after: timedelta | None = None) -> None:
    batch.save(update_fields=_CHANGED)
    enqueue(JOB, {"batch": batch.pk}, after=after)


def _end(batch: BulkBatch, state: BatchState) -> None:
    batch.state, batch.finished_at = state, timezone.now()
    batch.save(update_fields=_CHANGED)


_CHANGED = ["state", "started_at", "finished_at", "done", "skipped", "failed", "rolled_back"]


def _holder(error: DomainError) -> int | None:
    return error.holder[0] if isinstance(error, HolderError) and error.holder else None
