"""The actions on a request to restrict: receive, grant, decline, close, reopen. Processes call these."""

from dataclasses import dataclass

from django.utils import timezone

from accounts.models import ApiKey, User
from restrictions.errors import NotPublishedError, RequestOpenError, TooManyRequestsError
from restrictions.models import MAX_PER_REVIEW, Ground, RequestStatus, RequestToRestrict
from reviews.actions import move_review
from reviews.errors import ReviewNotFoundError
from reviews.models import Review, ReviewStatus


@dataclass(frozen=True, slots=True)
class Contact:
    """The person who asks, and their role: the owner, a solicitor, the person named in the review."""

    name: str
    email: str
    role: str


def ingest_request(
    review_id: int, ground: Ground, facts: str, contact: Contact, *, by: User | None = None, key: ApiKey | None = None
) -> RequestToRestrict:
    """Store a new request. Locks the review's row, so that parallel calls cannot exceed MAX_PER_REVIEW.

    Raises NotFoundError, NotPublishedError, RequestOpenError, TooManyRequestsError.
    """
    review = lock_review(review_id)
    if review.status != ReviewStatus.PUBLISHED:
        raise NotPublishedError
    statuses = list(RequestToRestrict.objects.filter(review=review).values_list("status", flat=True))
    if len(statuses) >= MAX_PER_REVIEW:
        raise TooManyRequestsError
    if RequestStatus.OPEN in statuses:
        raise RequestOpenError
    return RequestToRestrict.objects.create(
        review=review,
        number=len(statuses) + 1,
        company=review.company,
        rating=review.rating,
        ground=ground,
        facts=facts,
        contact_name=contact.name,
        contact_email=contact.email,
        contact_role=contact.role,
        good_faith=True,
        asked_by=by,
        asked_with=key,
        received_at=timezone.now(),
    )


def reopen_request(request_id: int) -> None:
    """Open a declined request again. Raises NotPublishedError if its review is no longer published."""
    request = RequestToRestrict.objects.get(pk=request_id)
    if lock_review(request.review_id).status != ReviewStatus.PUBLISHED:
        raise NotPublishedError
    RequestToRestrict.objects.filter(pk=request_id).update(status=RequestStatus.OPEN, ended_at=None)


def restrict_review(review_id: int) -> None:
    """Grant the open request: hide the review from readers. The review can be reinstated."""
    move_review(review_id, ReviewStatus.RESTRICTED)
    _end_open_request(review_id, RequestStatus.RESTRICTED)


def decline_request(review_id: int) -> None:
    """Decline the open request. The review stays published, and its author gets no mail."""
    _end_open_request(review_id, RequestStatus.DECLINED)


def close_request(review_id: int) -> None:
    """Close the open request without a decision: the review is being reconsidered, or its source withdrew it."""
    _end_open_request(review_id, RequestStatus.CLOSED)


def lock_review(review_id: int) -> Review:
    """Lock the review's row until the transaction ends, and return the review. Raises NotFoundError."""
    review = (
        Review.objects.select_related("company").select_for_update(of=("self",), no_key=True).filter(pk=review_id)
    ).first()
    if review is None:
        raise ReviewNotFoundError
    return review


def _end_open_request(review_id: int, status: RequestStatus) -> None:
    open_request = RequestToRestrict.objects.filter(review_id=review_id, status=RequestStatus.OPEN)
    open_request.update(status=status, ended_at=timezone.now())
