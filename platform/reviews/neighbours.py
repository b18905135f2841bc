"""Reviews related to a review: with the same content, and by the same author."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.functions import Lower

from reviews.models import Review
from reviews.reading import rows_of

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The newest related reviews, and the total. `known`: whether the review has the value to search by."""

    known: bool
    total: int
    newest: list[Mapping[str, Any]]


def copies_of(review_id: int) -> Neighbours:
    """Reviews of the same company with equal content (see `reviews.screening.content_digest`)."""
    digest = Review.objects.values_list("content_digest", flat=True).get(pk=review_id)
    return _neighbours(Review.objects.filter(content_digest=digest), review_id)


def others_by_author(review_id: int) -> Neighbours:
    """Reviews from the same email address, of any company. None without an address."""
    address = Review.objects.values_list(Lower("author_email"), flat=True).get(pk=review_id)
    if not address:
        return Neighbours(known=False, total=0, newest=[])
    by_author = Review.objects.alias(address=Lower("author_email")).filter(address=address).exclude(author_email="")
    return _neighbours(by_author, review_id)


def _neighbours(found: QuerySet[Review], review_id: int) -> Neighbours:
    others = found.exclude(pk=review_id)
    # `+ 0` disables the index on the id: for few matches the database would scan that index to its end
    newest_first = (F("pk") + 0).desc()
    ids = list(others.order_by(newest_first).values_list("pk", flat=True)[: SHOWN + 1])
    total = len(ids) if len(ids) <= SHOWN else others.count()
    rows = rows_of(ids[:SHOWN])
    return Neighbours(known=True, total=total, newest=[rows[pk] for pk in ids[:SHOWN]])
