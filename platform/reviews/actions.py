"""The actions on a review: receive, verify, unverify, move, publish, reject, withdraw. Processes call these."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from companies.models import Company
from kit.prepared import change
from reviews.models import Review, ReviewStatus
from reviews.revisions import first_revision
from reviews.screening import digest_of_content


def ingest_review(company: Company, *, received_at: datetime | None = None, **fields: Any) -> Review:
    """Store a new review, with the text as received as revision 1."""
    review = Review(company=company, received_at=received_at or timezone.now(), **fields)
    review.content_digest = digest_of_content(review)
    review.save(force_insert=True)
    first_revision(review).save(force_insert=True)
    return review


# sets the status of reviews: a queue's status, declared by its process, or a ReviewStatus
MOVE_REVIEWS = """UPDATE reviews_review SET status = %(status)s, moved_at = statement_timestamp()
    WHERE id = ANY(%(subjects)s)"""
_VERIFY = "UPDATE reviews_review SET verified = %(verified)s WHERE id = %(review)s"


def move_review(review_id: int, status: str) -> None:
    change(MOVE_REVIEWS, {"subjects": [review_id], "status": str(status)})


def verify_review(review_id: int) -> None:
    """Mark the review as verified; only a verified review may be approved."""
    change(_VERIFY, {"review": review_id, "verified": True})


def unverify_review(review_id: int) -> None:
    """Take a verification back."""
    change(_VERIFY, {"review": review_id, "verified": False})


def publish_review(review_id: int) -> None:
    move_review(review_id, ReviewStatus.PUBLISHED)


def reject_review(review_id: int) -> None:
    move_review(review_id, ReviewStatus.REJECTED)


def withdraw_review(review_id: int) -> None:
    move_review(review_id, ReviewStatus.WITHDRAWN)
