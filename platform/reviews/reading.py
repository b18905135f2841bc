"""Read reviews for the API: rows of lists, and the editor fields of the specification."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet

from companies.models import Company
from kit.prepared import Marks, Prepared, fetch
from kit.rows import column_names, hydrate
from kit.shared import Shared
from kit.text import EXCERPT_READ, excerpt_of
from reviews.errors import ReviewNotFoundError
from reviews.models import Review, ReviewStatus, Revision

# From some thousands of reviews on, counting a company's reviews takes as long as the rest of an item's answer. One
# decision hardly changes the figures of so many reviews, so they are cached.
LARGE, LARGE_AGE = 2_000, timedelta(minutes=1)
RECENT = timedelta(days=90)
UNKNOWN_STATUS = "UNKNOWN"  # the specification's default (section 3)
_TEXTS = ("title", "text", "constructive")
_PUBLIC = ("id", "source", "external_id", "company_id", "rating", "status", "revision")

# columns of a statement that joins `review` and `company`; `row_of` reads them
ROW_COLUMNS = """
    review.id, review.title, left(review.text, %(length)s), left(review.constructive, %(length)s),
    company.id, company.name, review.author_name, review.rating, review.source,
    jsonb_array_length(review.flagged_words), review.received_at
"""

_ROWS = f"""
    SELECT {ROW_COLUMNS}, review.status
    FROM reviews_review review JOIN companies_company company ON company.id = review.company_id
    WHERE review.id = ANY(%(ids)s)
"""


class _Context(NamedTuple):
    """`rating`, `reviews`: mean rating and number of published reviews. `recent`, `rejected`: numbers of reviews
    received within RECENT, and rejected.
    """

    rating: float | None
    reviews: int
    recent: int
    rejected: int


def _is_large(context: _Context) -> bool:
    return max(context.reviews + context.rejected, context.recent) >= LARGE


_LARGE_ONES: Shared[_Context] = Shared(seconds=LARGE_AGE.total_seconds())
# Index-only scans: a company may have tens of thousands of reviews.
_CONTEXT = f"""
    SELECT (avg(rating) FILTER (WHERE status = '{ReviewStatus.PUBLISHED}'))::float8,
           count(*) FILTER (WHERE status = '{ReviewStatus.PUBLISHED}'),
           (SELECT count(*) FROM reviews_review
            WHERE company_id = %(company)s AND received_at > statement_timestamp() - %(recent)s {{without}}),
           count(*) FILTER (WHERE status = '{ReviewStatus.REJECTED}')
    FROM reviews_review
    WHERE company_id = %(company)s AND status IN ('{ReviewStatus.PUBLISHED}', '{ReviewStatus.REJECTED}') {{without}}
"""


class Without(NamedTuple):
    """Reviews to leave out of all figures: a SELECT of their ids, and its parameters."""

    statement: str = ""
    values: Mapping[str, Any] = {}


NONE = Without()


def rows_of(ids: Collection[int]) -> dict[int, dict[str, Any]]:
    """The fields of list rows, and the review's status, by review id; one statement."""
    found = fetch(_ROWS, {"ids": list(ids), "length": EXCERPT_READ})
    return {pk: {**row_of([pk, *columns]), "status": status} for pk, *columns, status in found}


def row_of(columns: Sequence[Any]) -> dict[str, Any]:
    """A row from the values of ROW_COLUMNS."""
    pk, title, excerpt, hint, company_id, company, author_name, rating, source, flagged, received_at = columns
    return {
        "id": pk,
        "title": title,
        "excerpt": excerpt_of(excerpt or hint),
        "company": {"id": company_id, "name": company},
        "author_name": author_name,
        "rating": rating,
        "source": source,
        "flagged": flagged,
        "received_at": received_at,
    }


def whole_texts_of(ids: Collection[int]) -> dict[int, tuple[str, list[tuple[int, int]]]]:
    """By review id: its texts, separated by blank lines, and start and end of each flagged word. One statement."""
    return {review.pk: _whole(review) for review in Review.objects.filter(pk__in=ids).only(*_TEXTS, "flagged_words")}


def _whole(review: Review) -> tuple[str, list[tuple[int, int]]]:
    whole = ""
    begins: dict[str, int] = {}
    for name in _TEXTS:
        if text := getattr(review, name):
            whole += "\n\n" if whole else ""
            begins[name] = len(whole)
            whole += text
    places = [(begins.get(word["field"]), word["start"], word["end"]) for word in review.flagged_words]
    return whole, [(begin + start, begin + end) for begin, start, end in places if begin is not None]


def editor_fields(review_id: int, *, without: Without = NONE) -> dict[str, Any]:
    """The editor fields of the specification (section 3) without those of the lock. Raises NotFoundError.

    `without`: reviews whose decision the reader must not know; the company's figures do not count them.
    """
    review = _review(review_id)
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
        "company": company_context(review.company, without),
        "rating": review.rating,
        "source": review.source,
        "verified": review.verified,
        "received_at": review.received_at,
        "posted_at": review.posted_at,
        "revision": review.revision,
    }


def editor_fields_at(review_id: int, number: int, *, without: Without = NONE) -> dict[str, Any]:
    """`editor_fields` with the text of a revision. Flagged words are empty for an older revision."""
    newest = editor_fields(review_id, without=without)
    if newest["revision"] == number:
        return newest
    words = Revision.objects.get(review=review_id, number=number)
    return {
        **newest,
        "title": words.title,
        "text": words.text,
        "constructive": words.constructive,
        "authorName": words.author_name,
        "anonymous": words.anonymous,
        "businessName": words.business_name,
        "jobTitle": words.job_title,
        "revision": number,
        "flagged_words": [],
    }


def public_fields(review_id: int) -> dict[str, Any]:
    """The fields of a review in events for subscribers."""
    return dict(Review.objects.values(*_PUBLIC).get(pk=review_id))


def company_context(company: Company, without: Without = NONE) -> dict[str, Any]:
    """The company's overall and recent figures, with which moderators compare a review. The figures of a large company
    may be LARGE_AGE old.
    """

    def read() -> _Context:
        values = {"company": company.pk, "recent": RECENT, **without.values}
        barred = f"AND NOT (id = ANY(ARRAY({without.statement})))" if without.statement else ""
        return _Context(*fetch(_CONTEXT.format(without=barred), values)[0])

    key = company.pk, *map(str, without.values.items())
    rating, reviews, recent, rejected = _LARGE_ONES.get(key, LARGE_AGE.total_seconds(), read, worth=_is_large)
    return {
        "id": company.pk,
        "name": company.name,
        "rating": round(rating, 1) if rating else None,
        "reviews": reviews,
        "recent": recent,
        "rejected": rejected,
    }


def _review(review_id: int) -> Review:
    """Raises NotFoundError."""
    found = _WITH_COMPANY.rows({"review": review_id})
    if not found:
        raise ReviewNotFoundError
    width = len(column_names(Review))
    review = hydrate(Review, found[0][:width])
    review.company = hydrate(Company, found[0][width:])
    return review


def _with_company(marks: Marks) -> QuerySet[Review, Any]:
    columns = (*column_names(Review), *column_names(Company, "company__"))
    return Review.objects.filter(pk=marks.number("review")).values_list(*columns)


_WITH_COMPANY = Prepared(_with_company)
