"""Reviews that arrive by the thousand: which of them are known, and rows for those that are new."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, connection, transaction

from kit.copying import Rows, another, reserve_ids
from reviews.facts import FACTS
from reviews.incoming import IncomingReview
from reviews.models import Review
from reviews.revisions import REVISED_FIELDS
from reviews.screening import digest_of_content

Identity = tuple[str, str]

_KNOWN = """
    SELECT review.source, review.external_id, review.id, review.verified, {facts}, {fields}
    FROM unnest(%s::text[], %s::text[]) AS wanted (source, external_id)
    JOIN reviews_review review ON review.source = wanted.source AND review.external_id = wanted.external_id
    JOIN LATERAL (SELECT {fields} FROM reviews_revision
                  WHERE review_id = review.id AND author_id IS NULL ORDER BY number DESC LIMIT 1) newest ON true
"""
_FIRST_REVISIONS = """
    INSERT INTO reviews_revision (review_id, number, reason, created_at, {fields})
    SELECT id, 1, '', received_at, {fields} FROM reviews_review WHERE id = ANY(%s) ORDER BY id
"""


@dataclass(frozen=True, slots=True)
class KnownReview:
    """A review that is here already, with the words that its author sent last: staff may have edited since."""

    id: int
    verified: bool
    words: Mapping[str, Any]
    facts: Mapping[str, Any]

    def changes(self, incoming: IncomingReview) -> dict[str, Any]:
        """What the author has written anew, of the fields that were sent."""
        sent = incoming.model_fields_set.intersection(REVISED_FIELDS)
        return {name: getattr(incoming, name) for name in sent if getattr(incoming, name) != self.words[name]}

    def amendments(self, incoming: IncomingReview) -> dict[str, Any]:
        """Which facts beside the words are others now. One that is left out, or empty, stays what it was."""
        sent = {name: getattr(incoming, name) for name in FACTS if name in incoming.model_fields_set}
        return {name: value for name, value in sent.items() if value not in (None, "", self.facts[name])}


def find_known(identities: Collection[Identity]) -> dict[Identity, KnownReview]:
    """Those of the reviews that are here, in one statement."""
    sources, external_ids = zip(*identities, strict=True) if identities else ((), ())
    fields = ", ".join(f"newest.{name}" for name in REVISED_FIELDS)
    with connection.cursor() as cursor:
        query = _KNOWN.replace("{facts}", ", ".join(f"review.{name}" for name in FACTS))
        query = query.replace("{fields}", fields, 1).replace("{fields}", ", ".join(REVISED_FIELDS), 1)
        cursor.execute(query, [list(sources), list(external_ids)])
        rows = cursor.fetchall()
    return {
        (source, external_id): KnownReview(
            pk,
            verified,
            dict(zip(REVISED_FIELDS, values[len(FACTS) :], strict=True)),
            dict(zip(FACTS, values, strict=False)),
        )
        for source, external_id, pk, verified, *values in rows
    }


def new_reviews(
    incoming: Sequence[IncomingReview], company_ids: Sequence[int], received_at: datetime, raw: Sequence[Any]
) -> list[Review]:
    """Reviews with their numbers, not yet saved."""
    numbers = reserve_ids(Review, len(incoming))
    like = Review(received_at=received_at)
    return [
        _new_review(like, one, id=pk, company_id=company_id, raw=as_sent)
        for one, pk, company_id, as_sent in zip(incoming, numbers, company_ids, raw, strict=True)
    ]


def save_new_reviews(reviews: Sequence[Review]) -> set[int]:
    """Save them with their first revisions; the numbers of those that nobody else sent at the same moment.

    Callers with the same reviews wait for each other in the order of their identities, so never in a circle.
    """
    in_order = sorted(reviews, key=lambda review: (review.source, review.external_id))
    numbers = [review.pk for review in reviews]
    try:
        with transaction.atomic():
            _copy(in_order)
        saved = set(numbers)
    except IntegrityError:  # rare: COPY knows no conflicts that do nothing
        Review.objects.bulk_create(in_order, ignore_conflicts=True)
        saved = set(Review.objects.filter(pk__in=numbers).values_list("pk", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(_FIRST_REVISIONS.format(fields=", ".join(REVISED_FIELDS)), [sorted(saved)])
    return saved


def _copy(reviews: Sequence[Review]) -> None:
    rows = Rows(reviews[0])
    for review in reviews:
        rows.add_instance(review)
    rows.write()


def _new_review(like: Review, incoming: IncomingReview, **own: Any) -> Review:
    fields = {**incoming.__dict__, **own}
    del fields["company"]
    review = another(like, **fields)
    review.content_digest = digest_of_content(review)
    return review
