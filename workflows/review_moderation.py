"""The life of a review at the desk (product.md, Reviews)."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from viewflow import this
from viewflow.workflow import nodes

from reviews.actions import move_review, publish_review, reject_review
from reviews.models import Review, ReviewStatus
from reviews.subject import ReviewSubject
from workflows.engine.flows import ProductFlow
from workflows.engine.nodes import Ending, Hold, HumanTask, within
from workflows.forms import Rejection
from workflows.models import Process

PENDING_CLOCK = timedelta(hours=24)  # product.md, Clocks


def end_of_hold(_process: Process, start: datetime) -> datetime:
    """The hold is the same for all stars: nothing is delayed for being negative (CMA guidance)."""
    hold: timedelta = settings.PUBLICATION_HOLD
    return start + hold


class ReviewModeration(ProductFlow):
    """Moderation of a review"""

    kind = "review_moderation"
    subject = ReviewSubject()
    move = staticmethod(move_review)

    # The source sends a review.
    received = nodes.StartHandle(this.receive).Next(this.pending)

    # A moderator reads it.
    pending = (
        HumanTask("pending", title="Moderate reviews", permission="moderation", due=within(PENDING_CLOCK))
        .On("approve", this.queued, label="Approve", key="a", tone="primary")
        .On("reject", this.refused, label="Reject", key="r", tone="danger", form=Rejection)
    )

    # Approved: it publishes itself when its hold ends, unless somebody takes it back.
    queued = (
        HumanTask(
            "queued",
            title="Queued to publish",
            permission="moderation",
            fires=end_of_hold,
            on_fire="publish",
            undo="recall",
        )
        .On("publish", this.published, label="Publish now", key="p", tone="primary")
        .On("recall", this.pending, label="Recall", key="c")
    )

    # Rejected: nobody is told before the hold ends, so that it can be taken back.
    refused = (
        Hold(
            title="Rejection held",
            permission="moderation",
            status=ReviewStatus.REJECTED,
            fires=end_of_hold,
            on_fire="confirm",
            undo="recall",
        )
        .On("confirm", this.rejected, label="Confirm now")
        .On("recall", this.pending, label="Recall", key="c")
    )

    published = Ending(publish_review, title="Published")
    rejected = Ending(reject_review, title="Rejected")

    def receive(self, activation: Any, review: Review) -> Process:
        process: Process = activation.process
        process.subject_id, process.company_id = review.pk, review.company_id
        process.rating, process.source = review.rating, review.source
        process.flagged = len(review.flagged_words)
        return process
