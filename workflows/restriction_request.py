"""A request to restrict a published review (product.md, Restriction requests). The attributes are in the order of work.

The review stays published until the end: neither an open request nor a held decision hides it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from viewflow import this
from viewflow.workflow import nodes

from restrictions.actions import close_request, decline_request, reopen_request, restrict_review
from restrictions.models import Ground, RequestStatus, RequestToRestrict
from reviews.models import Review, ReviewStatus
from workflows.clocks import eight_business_hours, end_of_hold
from workflows.engine.core.declarations import Page
from workflows.engine.core.errors import NotEndedError
from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.nodes import Ending, Hold, HumanTask
from workflows.forms import ABOUT, Escalation
from workflows.models import Priority, Process, TaskEvent
from workflows.queues import ESCALATED
from workflows.restrictions.clocks import time_to_answer_a_request
from workflows.restrictions.consistency import REQUEST_RULES
from workflows.restrictions.forms import Declination, Restriction
from workflows.restrictions.letters import enqueue_answer
from workflows.restrictions.subject import RestrictionRequestSubject
from workflows.review_moderation import ReviewModeration
from workflows.reviews.entry_data import REQUEST_ENTRIES
from workflows.reviews.letters import enqueue_statement
from workflows.reviews.mailing import read_addresses
from workflows.reviews.process import ReviewProcess


class RestrictionRequest(ProductFlow):
    """A request to restrict a published review, from its arrival to the answer."""

    process_title = "Request to restrict a review"
    kind = "restriction_request"
    order = 1
    about = {
        **ABOUT,
        "restrict": "The request is right. The review is no longer shown; who asked and its author get a letter.",
        "decline": "The review stays as it is. Who asked gets a letter with the reason.",
    }
    process_class = ReviewProcess
    subject = RestrictionRequestSubject()
    rules = REQUEST_RULES
    beside = ReviewModeration
    entry_data = REQUEST_ENTRIES

    # The person or company concerned asks; a program or a member of staff enters the request.
    asked = nodes.StartHandle(this.ask).Next(this.requests_to_restrict)

    # A moderator compares the request with the review and decides.
    requests_to_restrict = (
        HumanTask(
            "requests_to_restrict",
            title="Requests to restrict",
            permission="moderation",
            page=Page(
                "reviews/request-to-restrict", icon="eye-off", key="r", place="reviews", position=5, specified=True
            ),
            due=time_to_answer_a_request,
        )
        .On("restrict", this.granted, label="Restrict", key="r", tone="danger", form=Restriction, writes=True)
        .On("decline", this.refused, label="Decline", key="d", tone="primary", form=Declination, writes=True)
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # A head moderator decides what a moderator could not decide, and declined requests that were reopened.
    reinstated = nodes.StartHandle(this.reopen).Next(this.escalated)
    escalated = (
        HumanTask(ESCALATED, due=eight_business_hours, reports=True)
        .On("restrict", this.granted, label="Restrict", key="r", tone="danger", form=Restriction, writes=True)
        .On("decline", this.refused, label="Decline", key="d", tone="primary", form=Declination, writes=True)
    )

    # After either decision: no letter is sent and the review does not change before the hold ends.
    granted = (
        Hold(
            title="Restriction held",
            permission="moderation",
            status=RequestStatus.RESTRICTED,
            fires=end_of_hold,
            on_fire="confirm",
            undo="recall",
        )
        .On("confirm", this.restricted, label="Confirm now", key="p")
        .Back("recall", label="Recall", key="c")
    )
    refused = (
        Hold(
            title="Declination held",
            permission="moderation",
            status=RequestStatus.DECLINED,
            fires=end_of_hold,
            on_fire="confirm",
            undo="recall",
        )
        .On("confirm", this.declined, label="Confirm now", key="p")
        .Back("recall", label="Recall", key="c")
    )

    restricted = Ending(
        restrict_review,
        title="Restricted",
        status=ReviewStatus.RESTRICTED,
        tone="withheld",
        event="review.restricted",
    )
    declined = Ending(decline_request, title="Declined", event="restriction.declined")
    # the review is moderated again, or its source withdraws it
    closed = Ending(close_request, title="Closed", event="restriction.closed")

    @classmethod
    def ended(cls, process: Process) -> None:
        enqueue_answer(process)
        enqueue_statement(process)

    @classmethod
    def read_details(cls, entries: Sequence[TaskEvent]) -> Mapping[int, Mapping[str, Any]]:
        return read_addresses(entries)

    @classmethod
    def first_step(cls, process: Any) -> HumanTask:
        return cls.requests_to_restrict

    @classmethod
    def reinstating_start(cls, process: Process) -> Any:
        """A declined request is reopened. A restriction is overridden by moderating the review again."""
        if process.outcome == cls.declined.name:
            return cls.reinstated
        if Review.objects.filter(pk=process.subject_id, status=ReviewStatus.RESTRICTED).exists():
            return ReviewModeration.reinstated
        raise NotEndedError

    @classmethod
    def is_followed(cls, process: Process) -> bool:
        """Whether this request was answered again later, or another request has restricted the review since."""
        later = Process.objects.filter(flow_class=cls, subject_id=process.subject_id, pk__gt=process.pk)
        if process.outcome == cls.declined.name:
            return later.filter(data__request=process.data["request"]).exists()
        return later.filter(outcome=cls.restricted.name).exists()

    def ask(self, activation: Any, request: RequestToRestrict) -> Process:
        process: ReviewProcess = activation.process
        review = request.review
        process.subject_id, process.company_id, process.country = review.pk, review.company_id, review.company.country
        process.rating, process.flagged = review.rating, len(review.flagged_words)
        process.priority = Priority.NORMAL
        process.data = {"request": request.pk, "number": request.number, "ground": Ground(request.ground).value}
        process.noted_at_start = dict(process.data)
        return process

    def reopen(self, activation: Any, process: Process) -> Process:
        new: Process = activation.process
        new.copy_subject(process)
        new.data = process.data
        new.override_of_id = process.pk
        reopen_request(process.data["request"])
        return new
