"""Published reviews that a tried banned word matches, to be sent to investigation in a batch (decision 58).

The items are the tasks whose decision published the reviews. Each review gets the two actions that a head moderator
would take one by one: a reinstatement, then `investigate`.
"""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from viewflow.workflow.status import PROCESS

from accounts.models import User
from reviews.models import Review, ReviewStatus
from workflows.engine.core.errors import NotEndedError, TaskBusyError
from workflows.engine.core.lifecycle import reinstate_process
from workflows.engine.core.locked import lock_tasks
from workflows.engine.core.outcomes import OutcomeForm
from workflows.engine.verbs.decisions import decide_together
from workflows.models import OPEN, Process, Task
from workflows.restriction_request import RestrictionRequest
from workflows.review_moderation import ReviewModeration

# Pseudo-queue for published reviews; not a work queue.
PUBLISHED = "published"
TITLE = "Published reviews"
STEP, OUTCOME = ReviewModeration.escalated, "investigate"
_PUBLISH = "publish"  # the outcome of `queued` that publishes a review, taken by a person or by the clock


def published_tasks() -> QuerySet[Task]:
    """The tasks whose decision published a review that is still published. Reviews with an open restriction request are
    left out: a person already decides about them, and a reinstatement would close the request.
    """
    later = Process.objects.filter(
        flow_class=ReviewModeration, subject_id=OuterRef("process__subject_id"), pk__gt=OuterRef("process_id")
    )
    asked = Process.objects.filter(
        flow_class=RestrictionRequest, subject_id=OuterRef("process__subject_id"), status=PROCESS.NEW
    )
    published = Review.objects.filter(pk=OuterRef("process__subject_id"), status=ReviewStatus.PUBLISHED)
    return Task.objects.filter(
        Exists(published),
        ~Exists(later),
        ~Exists(asked),
        flow_task=ReviewModeration.queued,
        outcome=_PUBLISH,
        process__flow_class=ReviewModeration,  # the leading column of the index
        process__status=PROCESS.DONE,
        process__outcome=ReviewModeration.published.name,
    )


def investigate_published(task_id: int, form: OutcomeForm | None, *, by: User) -> None:
    """Reopen a published review and send it to investigation, in the caller's transaction.

    Raises ForbiddenError, NotEndedError, TaskBusyError.
    """
    task = published_tasks().filter(pk=task_id).select_related("process").first()
    if task is None:
        raise NotEndedError
    new = reinstate_process(task.process, form.text() if form else "", by=by)
    opened: Any = Task.objects.get(process=new, status__in=OPEN)
    locked = lock_tasks([opened.pk]).get(opened.pk)
    if locked is None:
        raise TaskBusyError
    if refusal := decide_together([locked], OUTCOME, form, by=by)[opened.pk]:
        raise refusal
