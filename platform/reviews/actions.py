"""What happens to a review: received, verified, moved, and its ends. Processes call these."""

from datetime import datetime
from typing import Any

from django.db.models.functions import Now
from django.utils import timezone

from companies.models import Company
from reviews.models import Review, ReviewStatus
from reviews.revisions import first_revision
from reviews.screening import digest_of_content


def receive_review(company: Company, *, received_at: datetime | None = None, **fields: Any) -> Review:
    """Take a review in, with its text as received as revision 1."""
    review = Review(company=company, received_at=received_at or timezone.now(), **fields)
    review.content_digest = digest_of_content(review)
    review.save(force_insert=True)
    first_revision(review).save(force_insert=True)
    return review


def move_review(review_id: int, status: str) -> None:
    """Note which queue a review is in. Raises ValueError for a status that does not exist."""
    Review.objects.filter(pk=review_id).update(status=ReviewStatus(status), moved_at=Now())


def verify_review(review_id: int) -> None:
    """Note that the experience is vouched for; only then may the review be approved."""
    Review.objects.filter(pk=review_id).update(verified=True)


def publish_review(review_id: int) -> None:
    move_review(review_id, ReviewStatus.PUBLISHED)


def reject_review(review_id: int) -> None:
    move_review(review_id, ReviewStatus.REJECTED)


def withdraw_review(review_id: int) -> None:
    move_review(review_id, ReviewStatus.WITHDRAWN)
