"""The life of a review at the desk (product.md, Reviews). The attributes are in the order of work."""

from collections.abc import Mapping, Sequence
from typing import Any

from viewflow import this
from viewflow.workflow import nodes

from reviews.actions import (
    MOVE_REVIEWS,
    publish_review,
    reject_review,
    unverify_review,
    verify_review,
    withdraw_review,
)
from reviews.models import Review, ReviewStatus
from reviews.screening import screen_review
from workflows.clocks import MODERATION, VERIFICATION, eight_business_hours, end_of_hold, five_business_days
from workflows.engine.core.declarations import Page
from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.nodes import Ending, Hold, HumanTask
from workflows.engine.core.outcomes import Condition, Holds
from workflows.forms import ABOUT, Escalation, Investigation, Rescheduling, ReturnWithAdvice
from workflows.models import Process, TaskEvent
from workflows.queues import BACKLOG, ESCALATED
from workflows.reviews.consistency import REVIEW_RULES, REVIEW_VALUES
from workflows.reviews.entry_data import MODERATION_ENTRIES
from workflows.reviews.forms import Rejection
from workflows.reviews.letters import enqueue_reinstatement_letter, enqueue_statement
from workflows.reviews.mailing import read_addresses
from workflows.reviews.process import ReviewProcess, read_reviews
from workflows.reviews.subject import ReviewSubject
from workflows.second_looks.sampling import draw

VERIFIED = Condition("is_verified", code="not_verified")


class ReviewModeration(ProductFlow):
    """The life of a review, from its arrival to its end."""

    process_title = "Moderation of a review"
    kind = "review_moderation"
    about = {
        **ABOUT,
        "verify": "Its author has had the experience. The review goes on to be moderated.",
        "approve": "It keeps to the rules, whatever it says of the company. It is published when its hold ends.",
        "reject": "It breaks a rule or the law. It is not published, and its author gets a letter that says why.",
        "investigate": "Something has to be found out first. It waits under investigation, with your question.",
        "reschedule": "It stays approved, and is published at the time that you choose.",
    }
    process_class = ReviewProcess
    subject = ReviewSubject()
    rules = REVIEW_RULES
    rule_values = REVIEW_VALUES
    rejects = "reject"
    move = MOVE_REVIEWS
    revises = True
    entry_data = MODERATION_ENTRIES

    # A source sends a review; it is screened for banned words, blacklisted people and duplicates.
    received = nodes.StartHandle(this.receive).Next(this.screened)
    screened = (
        nodes.Switch()
        .Case(this.investigation, Holds("needs_investigation"))
        .Case(this.unverified, Holds("needs_verification"))
        .Default(this.pending)
    )

    # A moderator, or the source itself, verifies the experience. Unverified reviews cannot be approved in any step.
    unverified = (
        HumanTask(
            "unverified",
            title="Not yet verified",
            permission="moderation",
            status="Not yet verified",
            page=Page(
                "reviews/awaiting-verification",
                icon="user-check",
                key="v",
                place="reviews",
                position=2,
                specified=True,
            ),
            due=VERIFICATION,
            on_verification="verify",
            verified=VERIFIED,
        )
        .On(
            "verify",
            this.pending,
            label="Verify",
            key="v",
            tone="primary",
            effect=verify_review,
            undo_effect=unverify_review,
        )
        .On("reject", this.refused, label="Reject", key="r", tone="danger", form=Rejection, writes=True)
        .On("backlog", this.backlog, label="Backlog", key="b")
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # A moderator reads the review and decides.
    pending = (
        HumanTask(
            "pending",
            title="Moderate reviews",
            permission="moderation",
            status="Pending",
            page=Page("reviews/moderate", icon="inbox", key="m", place="reviews", position=1, specified=True),
            due=MODERATION,
        )
        .On("approve", this.queued, label="Approve", key="a", tone="primary", needs=VERIFIED)
        .On("reject", this.refused, label="Reject", key="r", tone="danger", form=Rejection, writes=True)
        .On("investigate", this.investigation, label="Investigate", key="i", form=Investigation)
        .On("backlog", this.backlog, label="Backlog", key="b")
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # A moderator collects information that the text does not contain.
    investigation = (
        HumanTask(
            "investigation",
            title="Under investigation",
            permission="moderation",
            status="Under investigation",
            page=Page(
                "reviews/under-investigation",
                icon="scan-search",
                key="i",
                place="reviews",
                position=3,
                specified=True,
                tone="warning",
            ),
            due=five_business_days,
        )
        .On("approve", this.queued, label="Approve", key="a", tone="primary", needs=VERIFIED)
        .On("reject", this.refused, label="Reject", key="r", tone="danger", form=Rejection, writes=True)
        .Back("return", label="Return to previous queue", to="Return to {step}", key="t")
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # Parked until a person returns it.
    backlog = (
        HumanTask(BACKLOG)
        .Back("return", label="Return to previous queue", to="Return to {step}", key="t")
        .On("reject", this.refused, label="Reject", key="r", tone="danger", form=Rejection, writes=True)
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # A head moderator decides what a moderator could not decide, and reviews that were reopened after their end.
    reinstated = nodes.StartHandle(this.reinstate).Next(this.escalated)
    escalated = (
        HumanTask(ESCALATED, due=eight_business_hours, reports=True)
        .On("approve", this.queued, label="Approve", key="a", tone="primary", needs=VERIFIED)
        .On("reject", this.refused, label="Reject", key="r", tone="danger", form=Rejection, writes=True)
        .On("investigate", this.investigation, label="Investigate", key="i", form=Investigation)
        .Back("return", label="Return to previous queue", to="Return to {step}", key="t", form=ReturnWithAdvice)
    )

    # Approved: published automatically when the hold ends, unless somebody recalls the decision.
    queued = (
        HumanTask(
            "queued",
            title="Queued to publish",
            permission="moderation",
            status="Queued to publish",
            page=Page(
                "reviews/queued",
                icon="clock-arrow-up",
                key="q",
                place="reviews",
                position=4,
                specified=True,
                tone="info",
            ),
            fires=end_of_hold,
            on_fire="publish",
            undo="recall",
        )
        .On("publish", this.published, label="Publish now", key="p", tone="primary")
        .Back("recall", label="Recall", key="c")
        .On("reschedule", this.queued, label="Reschedule", key="h", form=Rescheduling)
    )

    # Rejected: no letter is sent before the hold ends, so that the decision can be recalled.
    refused = (
        Hold(
            title="Rejection held",
            permission="moderation",
            status=ReviewStatus.REJECTED,
            fires=end_of_hold,
            on_fire="confirm",
            undo="recall",
        )
        .On("confirm", this.rejected, label="Confirm now", key="p")
        .Back("recall", label="Recall", key="c")
    )

    published = Ending(
        publish_review, title="Published", status=ReviewStatus.PUBLISHED, tone="success", event="review.published"
    )
    rejected = Ending(
        reject_review, title="Rejected", status=ReviewStatus.REJECTED, tone="danger", event="review.rejected"
    )
    withdrawn = Ending(withdraw_review, title="Withdrawn", status=ReviewStatus.WITHDRAWN, event="review.withdrawn")

    @classmethod
    def ended(cls, process: Process) -> None:
        if process.outcome != cls.withdrawn.name:
            draw(process)
        enqueue_statement(process)

    @classmethod
    def read_details(cls, entries: Sequence[TaskEvent]) -> Mapping[int, Mapping[str, Any]]:
        return read_addresses(entries)

    @classmethod
    def read_conditions(cls, processes: Sequence[Any]) -> None:
        read_reviews(processes)

    @classmethod
    def first_step(cls, process: Any) -> HumanTask:
        """The target of `return` for a review that came to its step directly from screening."""
        return cls.pending if process.is_verified else cls.unverified

    def receive(self, activation: Any, review: Review) -> Process:
        process: ReviewProcess = activation.process
        process.begin(review, screen_review(review), review.company.country)
        return process

    def reinstate(self, activation: Any, process: Process) -> Process:
        new: Process = activation.process
        new.copy_subject(process)
        new.override_of_id = process.pk
        enqueue_reinstatement_letter(process)
        return new
