"""Bulk moderation: one outcome for many items at once (decision 51)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Field, Path, Router, Schema, Status

from accounts.schemas import Person
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import refusals
from api.http.parsing import Payload
from api.http.texts import JsonForm, Moment, SearchText
from api.task_rows import TaskRow, rows_of
from workflows.bulk.choices import choose, offered_to
from workflows.bulk.errors import MAX_ITEMS
from workflows.bulk.reading import answers_of, batch_page, get_batch, rollback_preview, seconds_left, state_of
from workflows.bulk.selection import Selection, preview
from workflows.bulk.verbs import (
    PERMISSION,
    ask_for_batch,
    cancel_batch,
    confirm_batch,
    retry_batch,
    roll_back_batch,
    wants_second_person,
)
from workflows.models import BulkBatch

router = Router(tags=["Bulk moderation"])

BatchId = Annotated[int, Path(ge=1, le=MAX_ID)]
Id = Annotated[int, Field(ge=1, le=MAX_ID)]
BatchStateName = Literal[
    "waiting", "confirming", "lapsed", "running", "done", "cancelled", "rolling_back", "rolled_back"
]


class BulkFilter(Payload):
    """Combined with AND. `since` (inclusive) and `until` (exclusive): when the item arrived at the desk."""

    company: Id | None = None
    rating: Annotated[int | None, Field(ge=1, le=5)] = None
    q: SearchText = ""
    flagged: bool | None = None
    since: Moment | None = None
    until: Moment | None = None


class BulkSelection(Payload):
    """One queue, and which of its open items: those that fit the filter, or those of `task_ids` that do.

    Items that are put off are left out.
    """

    queue: Annotated[str, Field(max_length=32)]
    outcome: Annotated[str, Field(max_length=32)]
    filter: BulkFilter = Field(default_factory=BulkFilter)
    task_ids: Annotated[list[Id] | None, Field(max_length=MAX_ITEMS)] = None

    def selection(self) -> Selection:
        numbers = None if self.task_ids is None else tuple(self.task_ids)
        return Selection(**self.filter.model_dump(), task_ids=numbers)


class BulkRequest(BulkSelection):
    form: JsonForm = Field(default_factory=dict)


class BulkOutcome(Schema):
    """`form`: a JSON Schema, draft 2020-12, or null. `undo`: whether it can be rolled back.

    `writes`: somebody outside gets a letter.
    """

    name: str
    label: str
    tone: Literal["primary", "neutral", "danger"]
    form: dict[str, Any] | None
    undo: bool
    writes: bool


class BulkQueue(Schema):
    queue: str
    title: str
    outcomes: list[BulkOutcome]


class BulkPreview(Schema):
    """`held`: of these, held by or assigned to somebody else. `confirmation`: whether a second person must confirm."""

    count: int
    is_exact: bool
    held: int
    confirmation: bool
    sample: list[TaskRow]


class BulkAccepted(Schema):
    id: int
    state: BatchStateName
    total: int


class Batch(Schema):
    """`label`: of the outcome. `waiting`: items without a result. `filter`: empty for items chosen one by one.

    `expires_at`: when a batch lapses that nobody confirms. `seconds_left`: an estimate while it is running.
    """

    id: int
    queue: str
    title: str
    outcome: str
    label: str
    undo: bool
    writes: bool
    state: BatchStateName
    total: int
    waiting: int
    done: int
    skipped: int
    failed: int
    rolled_back: int
    by: Person
    at: datetime
    confirmed_by: Person | None
    confirmed_at: datetime | None
    cancelled_by: Person | None
    expires_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    seconds_left: int | None


class FormAnswer(Schema):
    """A field of the outcome's form and what it says, in words."""

    title: str
    value: str


class BatchDetail(Batch):
    """`form`: what was filled in; empty fields are left out."""

    filter: dict[str, Any]
    form: list[FormAnswer]


class BatchPage(Schema):
    items: list[Batch]
    next_cursor: str | None


class Refused(Schema):
    code: str
    count: int


class RollbackPreview(Schema):
    """How many decisions can be taken back now, and how many cannot, by the reason."""

    possible: int
    refused: list[Refused]


@router.get(
    "/bulk/queues",
    response={200: list[BulkQueue], **refusals(401, 403)},
    auth=Staff(PERMISSION),
    operation_id="listBulkQueues",
)
def list_queues(request: StaffRequest) -> Any:
    """The queues in which the caller may decide many items at once, with the outcomes and their forms."""
    return [
        {
            "queue": queue.name,
            "title": queue.title,
            "outcomes": [
                {
                    "name": choice.outcome.name,
                    "label": choice.outcome.label,
                    "tone": choice.outcome.tone,
                    "form": choice.outcome.form.json_schema() if choice.outcome.form else None,
                    "undo": choice.step.can_be_undone(choice.outcome.name),
                    "writes": choice.outcome.writes,
                }
                for choice in choices.values()
            ],
        }
        for queue, choices in offered_to(request.auth.user)
    ]


@router.post(
    "/bulk/preview",
    response={200: BulkPreview, **refusals(401, 403, 404, 409, 413, 415)},
    auth=Staff(PERMISSION),
    operation_id="previewBulk",
)
def preview_batch(request: StaffRequest, body: BulkSelection) -> Any:
    """How many items a batch would be about, and the first twenty. Changes nothing."""
    user = request.auth.user
    choice = choose(body.queue, body.outcome, by=user)
    found = preview(choice, body.selection(), by=user)
    return {
        "count": found.count,
        "is_exact": True,
        "held": found.held,
        "confirmation": wants_second_person(choice, found.count),
        "sample": rows_of(found.sample, user, with_notes=False),
    }


@router.post(
    "/bulk",
    response={202: BulkAccepted, **refusals(401, 403, 404, 409, 413, 415)},
    auth=Staff(PERMISSION),
    operation_id="startBulk",
)
def start(request: StaffRequest, body: BulkRequest) -> Any:
    """Accept a batch: its items are fixed now. With an `Idempotency-Key` the same request runs once.

    422 `too_many_items`, `no_items`, or the fields of the form.
    """
    user = request.auth.user
    batch = ask_for_batch(choose(body.queue, body.outcome, by=user), body.selection(), body.form, by=user)
    return Status(202, {"id": batch.pk, "state": state_of(batch), "total": batch.total})


@router.get(
    "/bulk",
    response={200: BatchPage, **refusals(401, 403)},
    auth=Staff(PERMISSION, counts_as_activity=False),
    operation_id="listBatches",
)
def list_batches(request: StaffRequest, cursor: Annotated[str, Field(max_length=400)] = "") -> Any:
    """All batches of everybody, newest first."""
    batches, next_cursor = batch_page(cursor)
    return {"items": [_batch(batch) for batch in batches], "next_cursor": next_cursor}


@router.get(
    "/bulk/{batch_id}",
    response={200: BatchDetail, **refusals(401, 403, 404)},
    auth=Staff(PERMISSION, counts_as_activity=False),
    operation_id="getBatch",
)
def read_batch(request: StaffRequest, batch_id: BatchId) -> Any:
    return _detail(get_batch(batch_id))


@router.post(
    "/bulk/{batch_id}/confirm",
    response={200: BatchDetail, **refusals(401, 403, 404, 409)},
    auth=Staff(PERMISSION),
    operation_id="confirmBatch",
)
def confirm(request: StaffRequest, batch_id: BatchId) -> Any:
    """The second person's confirmation. 403 `own_batch`; 409 `batch_lapsed`, `batch_state`."""
    return _detail(get_batch(confirm_batch(batch_id, by=request.auth.user).pk))


@router.post(
    "/bulk/{batch_id}/cancel",
    response={200: BatchDetail, **refusals(401, 403, 404, 409)},
    auth=Staff(PERMISSION),
    operation_id="cancelBatch",
)
def cancel(request: StaffRequest, batch_id: BatchId) -> Any:
    """Stop a batch; what is decided stays decided. Anyone with the permission may. 409 `batch_state`."""
    return _detail(get_batch(cancel_batch(batch_id, by=request.auth.user).pk))


@router.post(
    "/bulk/{batch_id}/retry",
    response={200: BatchDetail, **refusals(401, 403, 404, 409)},
    auth=Staff(PERMISSION),
    operation_id="retryBatch",
)
def retry(request: StaffRequest, batch_id: BatchId) -> Any:
    """Try again what was skipped. 403 `not_your_batch`; 409 `batch_state`."""
    return _detail(get_batch(retry_batch(batch_id, by=request.auth.user).pk))


@router.get(
    "/bulk/{batch_id}/rollback",
    response={200: RollbackPreview, **refusals(401, 403, 404)},
    auth=Staff(PERMISSION),
    operation_id="previewRollback",
)
def preview_rollback(request: StaffRequest, batch_id: BatchId) -> Any:
    """What a rollback by the batch's owner would do now."""
    found = rollback_preview(get_batch(batch_id))
    refused: Mapping[str, int] = found.refused
    return {
        "possible": found.possible,
        "refused": [{"code": code, "count": count} for code, count in sorted(refused.items())],
    }


@router.post(
    "/bulk/{batch_id}/rollback",
    response={200: BatchDetail, **refusals(401, 403, 404, 409)},
    auth=Staff(PERMISSION),
    operation_id="rollBackBatch",
)
def roll_back(request: StaffRequest, batch_id: BatchId) -> Any:
    """Take the decisions back that can be undone. 403 `not_your_batch`; 409 `batch_state`."""
    return _detail(get_batch(roll_back_batch(batch_id, by=request.auth.user).pk))


def _batch(batch: BulkBatch) -> dict[str, Any]:
    step: Any = batch.step
    outcome = step.outcomes[batch.outcome]
    counts = {name: getattr(batch, name) for name in ("done", "skipped", "failed", "rolled_back")}
    return {
        "id": batch.pk,
        "queue": batch.queue,
        "title": str(step.task_title),
        "outcome": batch.outcome,
        "label": outcome.label,
        "undo": step.can_be_undone(batch.outcome),
        "writes": outcome.writes,
        "state": state_of(batch),
        "total": batch.total,
        "waiting": batch.total - sum(counts.values()),
        **counts,
        "by": _person(batch.by),
        "at": batch.at,
        "confirmed_by": _person(batch.confirmed_by),
        "confirmed_at": batch.confirmed_at,
        "cancelled_by": _person(batch.cancelled_by),
        "expires_at": batch.expires_at,
        "started_at": batch.started_at,
        "finished_at": batch.finished_at,
        "seconds_left": seconds_left(batch),
    }


def _detail(batch: BulkBatch) -> dict[str, Any]:
    return {**_batch(batch), "filter": batch.filter, "form": answers_of(batch)}


def _person(user: Any) -> dict[str, Any] | None:
    return {"id": user.pk, "name": user.full_name} if user else None
