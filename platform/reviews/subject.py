"""Reviews as the desk reads them: rows of lists, and the editor fields of the specification."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Avg, Count, Q, QuerySet, Value
from django.db.models.functions import Now, StrIndex, Upper
from django.db.models.lookups import GreaterThan

from companies.models import Company
from kit.errors import NotFoundError
from kit.prepared import fetch
from reviews.models import Review, ReviewStatus

EXCERPT_LENGTH = 160
RECENT = timedelta(days=90)

_SUMMARIES = """
    SELECT review.id, review.title, left(review.text, %(length)s), left(review.constructive, %(length)s),
           company.id, company.name, review.author_name, review.rating, review.source,
           jsonb_array_length(review.flagged_words), review.received_at, review.status
    FROM reviews_review review JOIN companies_company company ON company.id = review.company_id
    WHERE review.id = ANY(%(ids)s)
"""


class ReviewSubject:
    """See `workflows.engine.subjects.Subject`."""

    kind = "review"

    def public(self, subject_id: int) -> Mapping[str, Any]:
        known = ("id", "source", "external_id", "company_id", "rating", "status", "revision")
        return dict(Review.objects.values(*known).get(pk=subject_id))

    def summaries(self, ids: Collection[int]) -> Mapping[int, Mapping[str, Any]]:
        rows = fetch(_SUMMARIES, {"ids": list(ids), "length": EXCERPT_LENGTH})
        return {row[0]: _summary(row) for row in rows}

    def editor(self, subject_id: int) -> Mapping[str, Any]:
        review = Review.objects.select_related("company").filter(pk=subject_id).first()
        if review is None:
            raise NotFoundError("There is no review with this number.")
        return {
            "id": review.pk,
            "external_id": review.external_id,
            "type": review.source,
            "data": review.raw,
            "title": review.title,
            "authorName": review.author_name,
            "anonymous": review.anonymous,
            "businessName": review.business_name,
            "jobTitle": review.job_title,
            "text": review.text,
            "constructive": review.constructive,
            "status": review.status,
            "flagged_words": review.flagged_words,
            "company": company_context(review.company),
            "rating": review.rating,
            "source": review.source,
            "verified": review.verified,
            "received_at": review.received_at,
            "posted_at": review.posted_at,
            "revision": review.revision,
        }

    def matching(self, words: str) -> QuerySet[Any]:
        wanted = Upper(Value(words))
        places = (StrIndex(Upper(field), wanted) for field in ("text", "title", "company__name"))
        holds = reduce(or_, (Q(GreaterThan(place, 0)) for place in places))
        return Review.objects.filter(holds).values("pk")


class UnjudgedReviewSubject(ReviewSubject):
    """A review as it is shown to somebody who is not to know what came of it."""

    def editor(self, subject_id: int) -> Mapping[str, Any]:
        return {**super().editor(subject_id), "status": "UNKNOWN"}  # the specification's default


def company_context(company: Company) -> dict[str, Any]:
    """What a moderator weighs a review against: how the company does overall and lately."""
    published = Q(status=ReviewStatus.PUBLISHED)
    figures = Review.objects.filter(company=company).aggregate(
        rating=Avg("rating", filter=published),
        reviews=Count("pk", filter=published),
        recent=Count("pk", filter=Q(received_at__gt=Now() - RECENT)),
        rejected=Count("pk", filter=Q(status=ReviewStatus.REJECTED)),
    )
    rating = figures["rating"]
    return {**figures, "rating": round(rating, 1) if rating else None, "id": company.pk, "name": company.name}


def _summary(row: tuple[Any, ...]) -> dict[str, Any]:
    pk, title, excerpt, hint, company_id, company, author_name, rating, source, flagged, received_at, status = row
    return {
        "id": pk,
        "title": title,
        "excerpt": " ".join((excerpt or hint).split()),
        "company": {"id": company_id, "name": company},
        "author_name": author_name,
        "rating": rating,
        "source": source,
        "flagged": flagged,
        "received_at": received_at,
        "status": status,
    }
