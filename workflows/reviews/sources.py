"""Later messages from the source of a review: verification, new text, changed facts."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Q, QuerySet

from reviews.actions import verify_review
from reviews.models import Review, ReviewStatus
from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.lifecycle import close_beside, start_process
from workflows.engine.core.transition.writer import record_event
from workflows.engine.verbs.changes import (
    decide_anew,
    must_be_decided_anew,
    newest_process,
    open_task_in,
    take_verified_outcome,
)
from workflows.engine.verbs.revisions import record_revision
from workflows.engine.verbs.undo import undoable_subjects
from workflows.models import Process, TaskEvent
from workflows.reviews.revise import write_amendment, write_revision


def verify_from_source(flow: type[ProductFlow], review_id: int) -> bool:
    """Record that the source has verified the experience. False if it had been verified before. Raises TaskBusyError.

    A review that waits for verification moves on at once; if somebody holds it, at the end of their lease. A person's
    verification that can still be undone does not count as verified. After the source's entry it can no longer be
    undone.
    """
    with newest_process(flow, review_id) as process:
        if not needing_verification(flow, [review_id]).exists() or _is_vouched_already(process):
            return False
        verify_review(review_id)
        task = open_task_in(process)
        record_event(process, "vouch", task=task)
        if task is not None and task.flow_task.on_verification:
            take_verified_outcome(process, task)
        return True


def needing_verification(flow: type[ProductFlow], review_ids: Collection[int]) -> QuerySet[Review, int]:
    """The ids of those of these reviews that nobody has verified, or only a person who can still undo it."""
    undoable = undoable_subjects(flow, review_ids, "verify")
    reviews = Review.objects.filter(pk__in=review_ids)
    return reviews.filter(Q(verified=False) | Q(pk__in=undoable)).values_list("pk", flat=True)


def _is_vouched_already(process: Process) -> bool:
    is_verified = Review.objects.filter(pk=process.subject_id, verified=True).exists()
    return is_verified and TaskEvent.objects.filter(process=process, action="vouch").exists()


def revise_from_source(flow: type[ProductFlow], start: Any, review_id: int, changes: Mapping[str, Any]) -> bool:
    """Store the author's new text; False if nothing changed. Raises TaskBusyError, InvalidError.

    New text is never published unread: after an end, or during the hold of a decision, the review is moderated again.
    """
    with newest_process(flow, review_id) as process:
        task = open_task_in(process)
        revised = write_revision(process, task, changes, reason="")
        if revised is None:
            return False
        record_revision(process, task, revised, reason="")
        if task is None:
            close_beside(flow, review_id)
            start_process(flow, start, review=Review.objects.select_related("company").get(pk=review_id))
        elif must_be_decided_anew(start, process, task):
            decide_anew(start, process, task)
        return True


def amend_from_source(flow: type[ProductFlow], start: Any, review_id: int, changes: Mapping[str, Any]) -> None:
    """Store changed facts: stars, date, addresses. Raises TaskBusyError.

    A changed rating is never published unread: a review that is published, or approved and in its hold, is moderated
    again.
    """
    with newest_process(flow, review_id) as process:
        before = Review.objects.values("rating", "status").get(pk=review_id)
        task = open_task_in(process)
        write_amendment(process, task, changes, before["rating"])
        if "rating" not in changes:
            return
        if task is None and before["status"] == ReviewStatus.PUBLISHED:
            close_beside(flow, review_id)
            start_process(flow, start, review=Review.objects.select_related("company").get(pk=review_id))
        elif task is not None and task.flow_task.undo and task.queue:
            decide_anew(start, process, task)
