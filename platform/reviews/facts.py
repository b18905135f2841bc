"""Facts of a review besides its text. The source may change them later; revisions do not contain them."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from reviews.models import Review, Revision
from reviews.screening import Findings, content_digest, screen_review

FACTS = ("rating", "posted_at", "author_email", "author_mobile")


def amend_review(review_id: int, changes: Mapping[str, Any]) -> Findings:
    """Write changed facts, and screen the review again, because a new address may be on the blacklist.

    Raises ValueError for a field that is not in FACTS.
    """
    if unknown := changes.keys() - set(FACTS):
        raise ValueError(f"unknown fact: {', '.join(sorted(unknown))}")
    with transaction.atomic():
        review = Review.objects.select_for_update(no_key=True).get(pk=review_id)
        for name, value in changes.items():
            setattr(review, name, value)
        sent = Revision.objects.filter(review=review, author=None).latest("number")
        review.content_digest = content_digest(
            review.company_id, sent.title, sent.text, sent.constructive, posted_at=review.posted_at
        )
        review.save(update_fields=[*changes, "content_digest"])
        return screen_review(review)
