"""The arrival of reviews, up to 1,000 at once. The flow chooses the first step of each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from django.db import OperationalError, transaction
from django.utils import timezone

from kit.copying import another
from kit.errors import InvalidError, NotFoundError
from reviews.errors import OtherAuthorError
from reviews.ingest import (
    ExistingReview,
    Identity,
    IncomingReview,
    NewReview,
    SortedReviews,
    find_existing,
    save_new_reviews,
    sort_reviews,
)
from reviews.models import Review
from workflows.engine.core.errors import TaskBusyError
from workflows.engine.core.lifecycle import start_processes, withdraw_process
from workflows.engine.core.locks import is_lock_failure
from workflows.engine.core.transition.planning import first_steps
from workflows.engine.verbs.changes import newest_process
from workflows.review_moderation import ReviewModeration
from workflows.reviews.process import ReviewProcess
from workflows.reviews.sources import amend_from_source, needing_verification, revise_from_source, verify_from_source

MAX_AT_ONCE = 1_000  # product.md, In and out
# a template to copy: calling the constructor is ten times slower
_LIKE = ReviewProcess()
_LIKE.flow_class = ReviewModeration


class IngestStatus(StrEnum):
    """The result for one received review."""

    ACCEPTED = "accepted"
    DUPLICATE = "duplicate"
    REVISED = "revised"
    AMENDED = "amended"
    VERIFIED = "verified"
    REJECTED = "rejected"
    BUSY = "busy"


@dataclass(frozen=True, slots=True)
class Ingested:
    """The result for one received review. `copies`: other reviews with the same content. `errors`: messages by field.

    `code`: of a refusal; empty for other results.
    """

    status: IngestStatus
    review_id: int | None = None
    copies: int = 0
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    code: str = ""


_BUSY = Ingested(
    IngestStatus.BUSY, errors={"": ["Somebody is changing this review. Send it again."]}, code=TaskBusyError.code
)


def rejected(error: InvalidError, review_id: int | None = None) -> Ingested:
    return Ingested(IngestStatus.REJECTED, review_id, errors=error.fields, code=error.code)


def ingest_reviews(sent: Sequence[Any], raw: Sequence[Any] = ()) -> list[Ingested]:
    """Receive reviews; the results are in the same order. `sent`: reviews, or objects to be parsed as reviews.

    New reviews share one transaction and a constant number of statements. An existing review with new text or
    verification has its own transaction. `raw`: the original row to store with each review. Raises TaskBusyError.
    """
    results, call = _ingest(sent, raw)
    _ingest_again([place for place, result in enumerate(results) if result is None], call, results)
    return [result or _BUSY for result in results]


def withdraw_review(source: str, external_id: str) -> None:
    """Withdraw a review for its source. Idempotent. Raises NotFoundError, TaskBusyError."""
    review_id = Review.objects.filter(source=source, external_id=external_id).values_list("pk", flat=True).first()
    if review_id is None:
        raise NotFoundError("There is no review with this source and external id.")
    with newest_process(ReviewModeration, review_id) as process:
        withdraw_process(process)


def _ingest(sent: Sequence[Any], raw: Sequence[Any]) -> tuple[list[Ingested | None], SortedReviews]:
    """Save the new reviews with their processes. The result is None for reviews that exist, even if another call has
    just sent them.

    Raises TaskBusyError.
    """
    results: list[Ingested | None] = [None] * len(sent)
    now = timezone.now()
    try:
        with transaction.atomic():
            call = sort_reviews(sent, raw, now)
            beginning = [(new, _process_of(new)) for new in call.new]
            saved = save_new_reviews([new.review for new in call.new]) if beginning else set()
            if ours := [process for new, process in beginning if new.review.pk in saved]:
                start_processes(ReviewModeration.received, ours, now)
    except OperationalError as error:
        if is_lock_failure(error):
            raise TaskBusyError("The same reviews are being received at this moment. Try again.") from error
        raise
    for place, refused in call.refused.items():
        results[place] = rejected(refused)
    for new in call.new:
        if new.review.pk in saved:
            results[new.place] = Ingested(IngestStatus.ACCEPTED, new.review.pk, new.findings.copies)
    return results, call


def _process_of(new: NewReview) -> ReviewProcess:
    """The unsaved process of a new review. The first step for people gives the review its status."""
    process = another(_LIKE)
    process.begin(new.review, new.findings, new.country)
    _, step = first_steps(ReviewModeration.received, process)
    new.review.status = step.status
    return process


def _ingest_again(places: Sequence[int], call: SortedReviews, results: list[Ingested | None]) -> None:
    """Receive reviews that exist or that occur twice in the batch. Ordered by id, to avoid deadlocks."""
    incoming, existing = call.incoming, call.existing
    missing = {incoming[place].identity for place in places} - existing.keys()
    existing.update(find_existing(missing) if missing else {})
    refused = [place for place in places if incoming[place].identity not in existing]
    for place in refused:  # the first review with this identity was rejected
        (results[place],), _ = _ingest([incoming[place]], ())  # None: another caller is sending the same review
    again = sorted(set(places) - set(refused), key=lambda place: (existing[incoming[place].identity].id, place))
    sent_verified = {existing[incoming[place].identity].id for place in again if incoming[place].verified}
    # read now: `existing` is older, and an undo may have happened since
    unverified = set(needing_verification(ReviewModeration, sent_verified)) if sent_verified else set()
    for place in again:
        results[place] = _ingest_existing(incoming[place], existing, unverified)


def _ingest_existing(
    incoming: IncomingReview, existing: dict[Identity, ExistingReview], unverified: Collection[int]
) -> Ingested:
    before = existing[incoming.identity]
    try:
        before.require_same_author(incoming)
    except OtherAuthorError as error:
        return rejected(error, before.id)
    changes, amendments = before.changes(incoming), before.amendments(incoming)
    is_verified_now = incoming.verified and before.id in unverified
    if not changes and not amendments and not is_verified_now:
        return Ingested(IngestStatus.DUPLICATE, before.id)
    try:
        with transaction.atomic():
            revised = bool(changes) and revise_from_source(
                ReviewModeration, ReviewModeration.received, before.id, changes
            )
            if amendments:
                amend_from_source(ReviewModeration, ReviewModeration.received, before.id, amendments)
            verified = is_verified_now and verify_from_source(ReviewModeration, before.id)
    except TaskBusyError:
        return replace(_BUSY, review_id=before.id)
    except InvalidError as error:
        return rejected(error, before.id)
    existing.update(find_existing([incoming.identity]))
    return Ingested(_status_of(revised=revised, amended=bool(amendments), verified=verified), before.id)


def _status_of(*, revised: bool, amended: bool, verified: bool) -> IngestStatus:
    """The result for the most important of the changes."""
    if revised:
        return IngestStatus.REVISED
    if amended:
        return IngestStatus.AMENDED
    return IngestStatus.VERIFIED if verified else IngestStatus.DUPLICATE
