"""Open reviews by the author with an address or a number: what a new entry of the blacklist concerns."""

from dataclasses import dataclass

from django.db.models import F, Func, QuerySet, Value
from django.db.models.functions import Lower, Right

from blacklist.forms import normal_forms
from reviews.models import Review
from workflows.engine.core.flows import statuses
from workflows.reviews.subject import REVIEW

MOST = 1_000  # reviews that are counted
EXAMINED = 50_000  # open reviews whose numbers are compared: authors write them in any form, so no index has them
_LAST_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Concerned:
    """`is_complete` false: there may be more."""

    reviews: int
    is_complete: bool


def open_reviews_of(form: str) -> Concerned:
    """Count the open reviews of an author, by the normal form of an address or number (`blacklist.forms`)."""
    opened = Review.objects.filter(status__in=[status.name for status in statuses(REVIEW).values() if status.is_open])
    if "@" in form:
        theirs = opened.alias(address=Lower("author_email")).filter(address=form).exclude(author_email="")
        found = len(theirs.values_list("pk")[: MOST + 1])
        return Concerned(min(found, MOST), found <= MOST)
    alike = list(_ending_alike(Review.objects.filter(pk__in=opened.values("pk")[:EXAMINED]), form)[: MOST + 1])
    found = sum(form in normal_forms(written) for written in alike)
    return Concerned(min(found, MOST), len(alike) <= MOST and not opened.values("pk")[EXAMINED : EXAMINED + 1].exists())


def _ending_alike(reviews: QuerySet[Review], form: str) -> QuerySet[Review, str]:
    """The numbers that end with the same digits, as their authors wrote them."""
    digits = Func(F("author_mobile"), Value(r"\D"), Value(""), Value("g"), function="regexp_replace")
    named = reviews.exclude(author_mobile="").alias(ending=Right(digits, _LAST_DIGITS))
    return named.filter(ending=form[-_LAST_DIGITS:]).values_list("author_mobile", flat=True)
