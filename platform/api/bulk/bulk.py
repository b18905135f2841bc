"""Bulk moderation: one outcome for many items at once (decision 51)."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Annotated, Any

from django.conf import settings
from ninja import Field, Status

from accounts.models import User
from api.bulk.schemas import (
    BatchAnswer,
    BatchDetail,
    BatchId,
    BatchPage,
    BatchSample,
    BulkAccepted,
    BulkPreview,
    BulkQueue,
    BulkRequest,
    BulkSelection,
    RollbackPreview,
)
from api.http.auth import Staff, StaffRequest
from api.http.errors import Problem
from api.http.repeats import repeated_by
from api.http.routing import Router
from api.tasks.rows import rows_of
from kit.email_addresses import masked
from kit.errors import InvalidError
from workflows.bulk.choices import choice_of, choose, offered_to
from workflows.bulk.reading import (
    answers_of,
    batch_page,
    get_batch,
    may_read,
    rollback_preview,
    sample_of,
    seconds_left,
    state_of,
)
from workflows.bulk.selection import preview
from workflows.bulk.trouble import Trouble, troubles_of
from workflows.bulk.verbs import (
    PERMISSION,
    Previewed,
    ask_for_batch,
    cancel_batch,
    confirm_batch,
    retry_batch,
    roll_back_batch,
    wants_second_person,
)
from workflows.engine.core.flows import flows
from workflows.engine.core.subject_registry import facets_of
from workflows.models import BulkBatch, Task
from workflows.reviews.letters import preview_statement

router = Router(tags=["Bulk moderation"])


@router.get("/bulk/queues", response=list[BulkQueue], auth=Staff(PERMISSION), operation_id="listBulkQueues")
def list_queues(request: StaffRequest) -> Any:
    """The queues in which the caller may decide many items at once, with the outcomes of each kind and their forms."""
    return [
        {
            "queue": offered.queue,
            "title": offered.title,
            "past": any(choice.reopens for choice in offered.choices),
            "facets": list(facets_of(offered.kinds)),
            "kinds": [
                {"kind": flow.kind, "title": flow.process_title} for flow in flows() if flow.kind in offered.kinds
            ],
            "outcomes": [
                {
                    "kind": choice.kind,
                    "name": choice.outcome.name,
                    "label": choice.outcome.label,
                    "tone": choice.outcome.tone,
                    "form": choice.outcome.form.json_schema() if choice.outcome.form else None,
                    "undo": choice.can_be_undone,
                    "writes": choice.outcome.writes,
                }
                for choice in offered.choices
            ],
        }
        for offered in offered_to(request.auth.user)
    ]


@router.post(
    "/bulk/preview",
    response={200: BulkPreview, 404: Problem, 409: Problem},
    auth=Staff(PERMISSION),
    operation_id="previewBulk",
)
def preview_batch(request: StaffRequest, body: BulkSelection) -> Any:
    """How many items a batch would decide, and the first twenty of them. Changes nothing."""
    user = request.auth.user
    choice = choose(body.queue, body.outcome, body.kind, by=user)
    found = preview(choice, body.selection(), by=user)
    return {
        "previewed_at": found.at.isoformat(),  # with microseconds, to tell what arrived in the same millisecond
        "ask_above": settings.BULK_ASK_ABOVE,
        "count": found.count,
        "is_exact": True,
        "held": found.held,
        "confirmation": wants_second_person(choice, found.count),
        "sample": rows_of(found.sample, user, with_notes=False),
    }


@router.post(
    "/bulk", response={202: BulkAccepted, 404: Problem, 409: Problem}, auth=Staff(PERMISSION), operation_id="startBulk"
)
def start(request: StaffRequest, body: BulkRequest) -> Any:
    """Accept a batch: its items are fixed now. With an `Idempotency-Key` the same request runs once.

    422 `too_many_items`, `no_items`, or the fields of the form; 409 `preview_changed`.
    """
    user = request.auth.user
    choice, previewed = choose(body.queue, body.outcome, body.kind, by=user), Previewed(body.previewed_at, body.count)
    batch = ask_for_batch(choice, body.selection(), body.form, previewed, by=user, note=body.note or "")
    return Status(202, {"id": batch.pk, "state": state_of(batch), "total": batch.total})


@router.get("/bulk", response=BatchPage, auth=Staff(PERMISSION, counts_as_activity=False))
def list_batches(request: StaffRequest, cursor: Annotated[str, Field(max_length=400)] = "") -> Any:
    """A page of the batches of all people, newest first."""
    batches, next_cursor = batch_page(cursor)
    troubles = troubles_of(batches)
    return {"items": [_batch(batch, troubles.get(batch.pk)) for batch in batches], "next_cursor": next_cursor}


@router.get(
    "/bulk/{batch_id}", response=BatchDetail, auth=Staff(PERMISSION, counts_as_activity=False), operation_id="getBatch"
)
def read_batch(request: StaffRequest, batch_id: BatchId) -> Any:
    """Numbers and state of a batch. Its filter, notes and form need the permission of the queue too."""
    return _detail(get_batch(batch_id), request.auth.user)


@router.get(
    "/bulk/{batch_id}/sample",
    response=BatchSample,
    auth=Staff(PERMISSION, counts_as_activity=False),
    operation_id="readBatchSample",
)
def read_sample(request: StaffRequest, batch_id: BatchId) -> Any:
    """The sample that a second person reads before confirming. 403 also without the permission of the queue."""
    batch = get_batch(batch_id)
    found = sample_of(batch, by=request.auth.user)
    return {
        "companies": found.companies,
        "low": found.low,
        "held": found.held,
        "items": [
            {
                "task_id": row.task_id,
                "subject_id": row.subject_id,
                "company": (row.subject.get("company") or {}).get("name", ""),
                "text": row.text,
                "marks": [list(mark) for mark in row.marks],
                "rating": row.subject.get("rating"),
                "arrived_at": row.arrived_at,
            }
            for row in found.rows
        ],
        "letter": _letter(batch, found.first),
    }


def _letter(batch: BulkBatch, task: Task | None) -> dict[str, Any] | None:
    """The statement to the author; None without one, and if the form is no longer valid: a reason may be retired."""
    form = choice_of(batch).outcome.form
    if task is None or form is None or form.json_schema().get("x-preview") != "statement":
        return None
    try:
        letter = preview_statement(task, batch.outcome, batch.form)
    except InvalidError:
        return None
    return {"to": masked(letter.to) or None, "subject": letter.words.subject, "body": letter.words.body}


def _as_it_is(request: StaffRequest, _: int, batch_id: int, **__: Any) -> Any:
    return _detail(get_batch(batch_id), request.auth.user)


@router.post(
    "/bulk/{batch_id}/confirm",
    response={200: BatchDetail, 409: Problem},
    auth=Staff(PERMISSION),
    operation_id="confirmBatch",
)
@repeated_by(_as_it_is, keep=itemgetter("id"))
def confirm(request: StaffRequest, batch_id: BatchId, body: BatchAnswer | None = None) -> Any:
    """The second person's confirmation. 403 `own_batch`; 409 `batch_lapsed`, `batch_state`."""
    answer = body.note if body else ""
    return _after(confirm_batch(batch_id, by=request.auth.user, answer=answer), request.auth.user)


@router.post(
    "/bulk/{batch_id}/cancel",
    response={200: BatchDetail, 409: Problem},
    auth=Staff(PERMISSION),
    operation_id="cancelBatch",
)
@repeated_by(_as_it_is, keep=itemgetter("id"))
def cancel(request: StaffRequest, batch_id: BatchId, body: BatchAnswer | None = None) -> Any:
    """Stop a batch, or decline to confirm it. Decided items stay decided. Anyone with the permission may do this. 409
    `batch_lapsed`, `batch_state`.
    """
    answer = body.note if body else ""
    return _after(cancel_batch(batch_id, by=request.auth.user, answer=answer), request.auth.user)


@router.post(
    "/bulk/{batch_id}/retry",
    response={200: BatchDetail, 409: Problem},
    auth=Staff(PERMISSION),
    operation_id="retryBatch",
)
@repeated_by(_as_it_is, keep=itemgetter("id"))
def retry(request: StaffRequest, batch_id: BatchId) -> Any:
    """Retry the skipped items, or continue a stopped batch. 403 `not_your_batch`; 409 `batch_state`."""
    return _after(retry_batch(batch_id, by=request.auth.user), request.auth.user)


@router.get("/bulk/{batch_id}/rollback", response=RollbackPreview, auth=Staff(PERMISSION))
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
    response={200: BatchDetail, 409: Problem},
    auth=Staff(PERMISSION),
    operation_id="rollBackBatch",
)
@repeated_by(_as_it_is, keep=itemgetter("id"))
def roll_back(request: StaffRequest, batch_id: BatchId) -> Any:
    """Undo all decisions of the batch that can be undone. 403 `not_your_batch`; 409 `batch_state`."""
    return _after(roll_back_batch(batch_id, by=request.auth.user), request.auth.user)


def _batch(batch: BulkBatch, trouble: Trouble | None) -> dict[str, Any]:
    choice = choice_of(batch)
    counts = {name: getattr(batch, name) for name in ("done", "skipped", "failed", "rolled_back")}
    return {
        "id": batch.pk,
        "queue": batch.queue,
        "kind": choice.kind,
        "title": choice.title,
        "outcome": batch.outcome,
        "label": choice.outcome.label,
        "undo": choice.can_be_undone,
        "writes": choice.outcome.writes,
        "state": state_of(batch, trouble),
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
        "rolled_back_at": batch.rolled_back_at,
        "seconds_left": None if trouble else seconds_left(batch),
        "failed_attempts": trouble.attempts if trouble else 0,
        "tries_again_at": trouble.next_at if trouble else None,
    }


def _after(batch: BulkBatch, user: User) -> dict[str, Any]:
    """A batch after a change, read again with its people."""
    return _detail(get_batch(batch.pk), user)


def _detail(batch: BulkBatch, user: User) -> dict[str, Any]:
    readable = may_read(user, batch)
    asked = {"filter": batch.filter, "note": batch.note, "answer": batch.answer, "form": answers_of(batch)}
    return {
        **_batch(batch, troubles_of([batch]).get(batch.pk)),
        "confirm_above": settings.BULK_CONFIRM_ABOVE,
        "hold_seconds": int(settings.PUBLICATION_HOLD.total_seconds()),
        **(asked if readable else dict.fromkeys(asked)),
    }


def _person(user: Any) -> dict[str, Any] | None:
    return {"id": user.pk, "name": user.full_name} if user else None
