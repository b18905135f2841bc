"""Facts of a review besides its text. The source may change them later; revisions do not contain them."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from blacklist.forms import is_same
from reviews.errors import OtherAuthorError
from reviews.models import Review, Revision
from reviews.screening import Findings, content_digest, screen_review

FACTS = ("rating", "posted_at", "author_email", "author_mobile")
ADDRESSES = ("author_email", "author_mobile")


def other_address(stored: Mapping[str, Any], sent: Mapping[str, Any]) -> str:
    """The first field of ADDRESSES whose sent address belongs to another person than the stored one. Empty if none.

    A missing address on either side is no difference; neither is another spelling of the same address.
    """
    for name in ADDRESSES:
        before, now = stored[name], sent.get(name)
        if before and now and not is_same(before, now):
            return name
    return ""


def amend_review(review_id: int, changes: Mapping[str, Any]) -> Findings:
    """Write changed facts, and screen the review again, because a new address may be on the blacklist.

    Raises OtherAuthorError, and ValueError for a field that is not in FACTS.
    """
    if unknown := changes.keys() - set(FACTS):
        raise ValueError(f"unknown fact: {', '.join(sorted(unknown))}")
    with transaction.atomic():
        review = Review.objects.select_for_update(no_key=True).get(pk=review_id)
        if field := other_address(review.__dict__, changes):  # another call may have stored an address meanwhile
            raise OtherAuthorError(field)
        for name, value in changes.items():
            setattr(review, name, value)
        sent = Revision.objects.filter(review=review, author=None).latest("number")
        review.content_digest = content_digest(
            review.company_id, sent.title, sent.text, sent.constructive, posted_at=review.posted_at
        )
        review.save(update_fields=[*changes, "content_digest"])
        return screen_review(review)
