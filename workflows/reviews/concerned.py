"""Open reviews whose author has an address or number: those that a new blacklist entry concerns."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Func, QuerySet, Value
from django.db.models.functions import Lower, Right

from blacklist.forms import normal_forms
from reviews.models import Review
from workflows.engine.core.flows import statuses
from workflows.reviews.subject import REVIEW

MOST = 1_000  # at most so many reviews are found
# Open reviews whose contacts are compared one by one. Authors write addresses and numbers in many forms, so an index
# cannot find them.
EXAMINED = 50_000
_LAST_DIGITS = 6
_OTHERWISE = r"[^!-~]|[<>]|^[Mm][Aa][Ii][Ll][Tt][Oo]:|[.,;]$"


@dataclass(frozen=True, slots=True)
class Concerned:
    """The ids of the reviews. `is_complete`: False if there may be more."""

    reviews: Sequence[int]
    is_complete: bool


def open_reviews_of(form: str) -> Concerned:
    """The open reviews of an author. `form`: the normal form of their address or number (`blacklist.forms`)."""
    opened = Review.objects.filter(status__in=[status.name for status in statuses(REVIEW).values() if status.is_open])
    if "@" in form:
        plain = opened.alias(address=Lower("author_email")).filter(address=form).exclude(author_email="")
        alike = _written_otherwise(_examined(opened))
        found = list(plain.values_list("pk", flat=True)[: MOST + 1])
    else:
        alike, found = _ending_alike(_examined(opened), form), []
    written = list(alike[: MOST + 1])
    found += [number for number, contact in written if form in normal_forms(contact)]
    is_complete = (
        len(found) <= MOST and len(written) <= MOST and not opened.values("pk")[EXAMINED : EXAMINED + 1].exists()
    )
    return Concerned(found[:MOST], is_complete)


def _examined(opened: QuerySet[Review]) -> QuerySet[Review]:
    return Review.objects.filter(pk__in=opened.values("pk")[:EXAMINED])


def _written_otherwise(reviews: QuerySet[Review]) -> QuerySet[Review, tuple[int, str]]:
    """The reviews with addresses whose normal form may differ from the address in lower case."""
    return reviews.filter(author_email__regex=_OTHERWISE).values_list("pk", "author_email")


def _ending_alike(reviews: QuerySet[Review], form: str) -> QuerySet[Review, tuple[int, str]]:
    """The reviews with numbers that end with the same digits, with the number as the author wrote it."""
    digits = Func(F("author_mobile"), Value(r"\D"), Value(""), Value("g"), function="regexp_replace")
    named = reviews.exclude(author_mobile="").alias(ending=Right(digits, _LAST_DIGITS))
    return named.filter(ending=form[-_LAST_DIGITS:]).values_list("pk", "author_mobile")
