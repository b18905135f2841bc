"""Reviews as the desk reads them: rows of lists, and the editor fields of the specification."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from django.db.models import Avg, Count, Q, QuerySet
from django.db.models.functions import Left, Now

from companies.models import Company
from kit.errors import NotFoundError
from reviews.models import Review, ReviewStatus

EXCERPT_LENGTH = 160
RECENT = timedelta(days=90)


class ReviewSubject:
    """See `workflows.engine.subjects.Subject`."""

    kind = "review"

    def public(self, subject_id: int) -> Mapping[str, Any]:
        known = ("id", "source", "external_id", "company_id", "rating", "status", "revision")
        return dict(Review.objects.values(*known).get(pk=subject_id))

    def summaries(self, ids: Collection[int]) -> Mapping[int, Mapping[str, Any]]:
        reviews = (
            Review.objects.filter(pk__in=ids)
            .select_related("company")
            .annotate(excerpt=Left("text", EXCERPT_LENGTH), hint=Left("constructive", EXCERPT_LENGTH))
            .defer("text", "constructive", "raw")
        )
        return {review.pk: _summary(review) for review in reviews}

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
        holds = Q(text__icontains=words) | Q(title__icontains=words) | Q(company__name__icontains=words)
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


def _summary(review: Any) -> dict[str, Any]:
    return {
        "id": review.pk,
        "title": review.title,
        "excerpt": " ".join((review.excerpt or review.hint).split()),
        "company": {"id": review.company_id, "name": review.company.name},
        "author_name": review.author_name,
        "rating": review.rating,
        "source": review.source,
        "flagged": len(review.flagged_words),
        "received_at": review.received_at,
        "status": review.status,
    }
