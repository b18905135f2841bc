"""Reviews that stand beside one: with the same words, and by the same author."""

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
    """The newest of them, and how many there are in all. `known`: whether there is anything to find them by."""

    known: bool
    total: int
    newest: list[Mapping[str, Any]]


def copies_of(review_id: int) -> Neighbours:
    """Reviews of the same company with the same words (see `reviews.screening.content_digest`)."""
    digest = Review.objects.values_list("content_digest", flat=True).get(pk=review_id)
    return _neighbours(Review.objects.filter(content_digest=digest), review_id)


def others_by_author(review_id: int) -> Neighbours:
    """Reviews from the same email address, of whichever company. Without an address nobody is taken for anybody."""
    address = Review.objects.values_list(Lower("author_email"), flat=True).get(pk=review_id)
    if not address:
        return Neighbours(known=False, total=0, newest=[])
    by_author = Review.objects.alias(address=Lower("author_email")).filter(address=address).exclude(author_email="")
    return _neighbours(by_author, review_id)


def _neighbours(found: QuerySet[Review], review_id: int) -> Neighbours:
    others = found.exclude(pk=review_id)
    # by the number and not by its index: that would be walked through to its end for the few that there mostly are
    newest_first = (F("pk") + 0).desc()
    ids = list(others.order_by(newest_first).values_list("pk", flat=True)[: SHOWN + 1])
    total = len(ids) if len(ids) <= SHOWN else others.count()
    rows = rows_of(ids[:SHOWN])
    return Neighbours(known=True, total=total, newest=[rows[pk] for pk in ids[:SHOWN]])
