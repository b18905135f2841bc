"""Batches and the results of their items, for people."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, CharField, Count, Q, QuerySet, Value, When
from django.db.models.functions import MD5, Cast, Concat
from django.utils import timezone

from accounts.models import User
from audit import actions
from audit.entries import record_export
from kit.cursors import decode_cursor, encode_cursor
from kit.errors import ForbiddenError, InvalidError
from kit.keyset import Beyond
from kit.spreadsheets import csv_lines
from search.lists import places_in
from workflows.bulk.choices import choice_of
from workflows.bulk.errors import BatchNotFoundError
from workflows.bulk.selection import SAMPLED
from workflows.bulk.trouble import Trouble
from workflows.bulk.verbs import is_lapsed, owner_may_decide
from workflows.engine.core.conditions import not_barred, others
from workflows.engine.core.subject_registry import subject_rows
from workflows.engine.core.subjects import About, Whole
from workflows.engine.reading.lists.blindness import require_sight_of_all, subjects_hidden_from
from workflows.engine.verbs.undo import late_refusals
from workflows.facets import RATING
from workflows.models import BatchState, BulkBatch, BulkItem, Result, Task

PAGE_SIZE = 50
FEW = 500  # seconds_left subtracts held items only for so many unfinished items: the count reads each row
READ_AT_ONCE = 1_000
LOW = 2  # stars
LAPSED = "lapsed"
STOPPED = "stopped"
_NOT_DONE = (Result.SKIPPED, Result.FAILED)


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item with its result. `title`: the subject's title, or the beginning of its text. `holder`: id and name.

    `subject_id` is None if the task no longer exists.
    """

    item: BulkItem
    subject_id: int | None
    title: str
    company: str
    holder: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class SampleRow:
    """An item with its full text. `marks`: begin and end of each banned word and of each word of the filter."""

    task_id: int
    subject_id: int
    arrived_at: datetime
    subject: Mapping[str, Any]
    text: str
    marks: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Sample:
    """`low`: items with at most LOW stars. `held`: items held by or assigned to somebody other than the batch's owner.
    `rows`: a random sample, the same at each call; `first`: the task of its first row.
    """

    companies: int
    low: int
    held: int
    rows: Iterator[SampleRow]
    first: Task | None


@dataclass(frozen=True, slots=True)
class RollbackPreview:
    """How many decisions can be undone now, and how many cannot, by the code of the refusal."""

    possible: int
    refused: Mapping[str, int]


def get_batch(batch_id: int) -> BulkBatch:
    """A batch with its owner and the people who confirmed or cancelled it. Raises BatchNotFoundError."""
    batch = _batches().filter(pk=batch_id).first()
    if batch is None:
        raise BatchNotFoundError
    return batch


def batch_page(cursor: str) -> tuple[list[BulkBatch], str | None]:
    """Batches, newest first. Raises InvalidError for a wrong cursor."""
    batches = _batches().order_by("-pk")
    if cursor:
        batches = batches.filter(pk__lt=_position(cursor, "bulk", "pk")["pk"])
    found = list(batches[: PAGE_SIZE + 1])
    more = len(found) > PAGE_SIZE
    return found[:PAGE_SIZE], encode_cursor([found[PAGE_SIZE - 1].pk], of="bulk") if more else None


def may_read(user: User, batch: BulkBatch) -> bool:
    """Whether a person may read the form and the items of a batch: they need the permission of its step. The permission
    for bulk moderation alone shows only counts and states.
    """
    return user.may(batch.step.permission)


def state_of(batch: BulkBatch, trouble: Trouble | None = None) -> str:
    """The stored state, or `lapsed` or `stopped`, which are derived."""
    if trouble is not None and trouble.next_at is None:
        return STOPPED
    return LAPSED if is_lapsed(batch, timezone.now()) else str(batch.state)


def seconds_left(batch: BulkBatch) -> int | None:
    """Estimated from the speed of the current run; None if the batch is not running or no item is finished yet.

    Near the end, items that other people hold are not counted, because nobody knows when they are released. If only
    such items are left, the result is None.
    """
    if batch.state != BatchState.RUNNING or batch.started_at is None:
        return None
    finished = batch.done + batch.skipped + batch.failed
    in_this_run = finished - batch.finished_before
    elapsed = (timezone.now() - batch.started_at).total_seconds()
    left = batch.total - finished
    if left <= FEW:
        left -= _items(batch, Result.WAITING).exclude(held_since=None).count()
    return round(elapsed / in_this_run * left) if in_this_run and left > 0 else None


def answers_of(batch: BulkBatch) -> list[dict[str, str]]:
    """The values of the batch's form, with the titles of the fields and of the choices."""
    step: Any = batch.step
    form = step.outcomes[batch.outcome].form
    fields = form.json_schema()["properties"] if form else {}
    answers = []
    for name, field in fields.items():
        value = batch.form.get(name)
        if value not in (None, ""):
            title = next((choice["title"] for choice in field.get("oneOf", ()) if choice["const"] == value), value)
            answers.append({"title": field.get("title", name), "value": str(title)})
    return answers


def item_page(batch: BulkBatch, result: str, cursor: str, *, by: User) -> tuple[list[ItemRow], str | None]:
    """A page of items, skipped and failed ones first. `result` empty: items with any result.

    Raises ForbiddenError, BlindError, InvalidError.
    """
    _require_sight(batch, by)
    name = f"bulk-{batch.pk}-{result}"
    not_done = Case(When(result__in=_NOT_DONE, then=0), default=1)
    items = _items(batch, result).annotate(rank=not_done).order_by("rank", "pk")
    if cursor:
        items = items.filter(Beyond(_position(cursor, name, "rank", "pk")))
    found = list(items[: PAGE_SIZE + 1])
    more = len(found) > PAGE_SIZE
    last = found[PAGE_SIZE - 1] if more else None
    return _rows(found[:PAGE_SIZE]), encode_cursor([_rank(last), last.pk], of=name) if last else None


def _rank(item: BulkItem) -> int:
    return 0 if item.result in _NOT_DONE else 1


def item_lines(batch: BulkBatch, result: str, *, by: User) -> Iterator[str]:
    """The items as lines of CSV; the export is recorded before the first line. Raises ForbiddenError, BlindError."""
    _require_sight(batch, by)
    record_export(actions.BATCH_EXPORTED, user_id=by.pk, batch=batch.pk)
    return csv_lines(_HEADER, _cells(_items(batch, result)))


def sample_of(batch: BulkBatch, *, by: User) -> Sample:
    """What a second person reads before they confirm, without items that they are barred from or whose result is hidden
    from them.

    Raises ForbiddenError.
    """
    if not may_read(by, batch):
        raise ForbiddenError
    flow = batch.step.flow_class
    tasks = Task.objects.filter(not_barred(by), pk__in=_items(batch, Result.WAITING).order_by().values("task_id"))
    tasks = tasks.exclude(process__subject_id__in=subjects_hidden_from(by, flow.subject.thing))
    counted = tasks.aggregate(
        companies=Count("company_id", distinct=True),
        low=Count("pk", filter=Q(**{f"{RATING.column}__lte": LOW}) if RATING in flow.subject.facets else Q(pk__in=())),
        held=Count("pk", filter=others(batch.by)),
    )
    if choice_of(batch).reopens:  # a published review has no holder
        counted["held"] = 0
    order = MD5(Concat(Cast("pk", CharField()), Value(f"/{batch.pk}")))
    drawn = list(tasks.select_related("process").order_by(order)[:SAMPLED])
    rows = _sampled(drawn, flow, batch.filter.get("q", ""))
    return Sample(**counted, rows=rows, first=drawn[0] if drawn else None)


def _sampled(tasks: Sequence[Any], flow: Any, looked_for: str) -> Iterator[SampleRow]:
    about = [About(task.process_id, task.process.subject_id) for task in tasks]
    subjects = subject_rows((flow.kind, each) for each in about)
    known = flow.subject.wholes([each.subject_id for each in about])
    wholes = [
        known.get(each.subject_id) or Whole(str(subjects[each.process_id].get("excerpt", "")), ()) for each in about
    ]
    places = places_in([whole.text for whole in wholes], looked_for)
    for task, (process_id, subject_id), whole, found in zip(tasks, about, wholes, places, strict=True):
        marks = sorted({*found, *whole.marked})
        yield SampleRow(task.pk, subject_id, task.process.created, subjects[process_id], whole.text, marks)


def rollback_preview(batch: BulkBatch) -> RollbackPreview:
    """How much of a batch can be rolled back now, with the rights of its owner."""
    possible, refused = 0, dict[str, int]()
    done = list(_items(batch, Result.DONE).values_list("task_id", "lock_version"))
    if done and not owner_may_decide(batch):
        return RollbackPreview(0, {ForbiddenError.code: len(done)})
    for begin in range(0, len(done), READ_AT_ONCE):
        for refusal in late_refusals(dict(done[begin : begin + READ_AT_ONCE]), by=batch.by).values():
            if refusal is None:
                possible += 1
            else:
                refused[refusal.code] = refused.get(refusal.code, 0) + 1
    return RollbackPreview(possible, refused)


def _require_sight(batch: BulkBatch, by: User) -> None:
    if not may_read(by, batch):
        raise ForbiddenError
    require_sight_of_all(by, batch.step.flow_class.subject.thing)


def _batches() -> QuerySet[BulkBatch]:
    return BulkBatch.objects.select_related("by", "confirmed_by", "cancelled_by")


def _items(batch: BulkBatch, result: str) -> QuerySet[BulkItem]:
    items = BulkItem.objects.filter(batch=batch)
    return (items.filter(result=result) if result else items).order_by("pk")


def _rows(items: Sequence[BulkItem]) -> list[ItemRow]:
    """A constant number of statements."""
    tasks: Any = Task.objects.select_related("process").in_bulk([item.task_id for item in items])
    subjects = subject_rows(
        (task.process.kind, About(task.process_id, task.process.subject_id)) for task in tasks.values()
    )
    names = User.objects.names_of(item.holder_id for item in items)
    rows = []
    for item in items:
        task = tasks.get(item.task_id)
        subject = subjects[task.process_id] if task else {}
        holder = (item.holder_id, names[item.holder_id]) if item.holder_id is not None else None
        title = next((str(text) for name in ("title", "excerpt") if (text := subject.get(name))), "")
        rows.append(
            ItemRow(
                item,
                task.process.subject_id if task else None,
                title,
                (subject.get("company") or {}).get("name", ""),
                holder,
            )
        )
    return rows


_HEADER = ("task_id", "result", "reason", "holder", "company", "title")


def _cells(items: QuerySet[BulkItem]) -> Iterator[list[Any]]:
    last = 0
    while found := list(items.filter(pk__gt=last)[:READ_AT_ONCE]):
        last = found[-1].pk
        for row in _rows(found):
            holder = row.holder[1] if row.holder else ""
            yield [row.item.task_id, row.item.result, row.item.code, holder, row.company, row.title]


def _position(cursor: str, name: str, *fields: str) -> dict[str, int]:
    position = decode_cursor(cursor, of=name)
    if len(position) != len(fields) or not all(isinstance(part, int) for part in position):
        raise InvalidError({"cursor": ["This cursor does not belong to this list. Start at its first page."]})
    return {field: int(str(part)) for field, part in zip(fields, position, strict=True)}
