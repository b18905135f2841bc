"""Export a list of reviews as CSV."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError, connection, transaction
from django.db.models import QuerySet
from psycopg.errors import QueryCanceled

from kit.errors import InvalidError
from kit.spreadsheets import csv_lines
from reviews.classic import ReviewFilters, ReviewList
from reviews.models import Review

EXPORTED = 50_000  # reviews at most
PATIENCE = "5s"  # statement timeout: a person and a web worker wait for the query
_CHUNK = 1_000


@dataclass(frozen=True, slots=True)
class Export:
    """Lines of a file; `is_cut`: there are more than EXPORTED reviews."""

    lines: Iterator[str]
    is_cut: bool


def export_reviews(filters: ReviewFilters, *, sort: str = "received", descending: bool = True) -> Export:
    """The whole list up to EXPORTED reviews, as an iterator of lines.

    Raises InvalidError like `review_page`, and for a query that takes too long.
    """
    wanted = ReviewList(filters, sort, descending=descending).everything()
    is_cut = _is_longer(wanted)
    return Export(csv_lines(_HEADER, _exported(wanted, is_cut)), is_cut)


def _is_longer(wanted: QuerySet[Review]) -> bool:
    """Whether there are more than EXPORTED reviews. Takes as long as the export's query, so it tests the timeout."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [PATIENCE])
            return wanted[EXPORTED : EXPORTED + 1].exists()
    except OperationalError as error:
        if isinstance(error.__cause__, QueryCanceled):
            raise InvalidError({"": ["This search takes too long. Narrow the list by dates or a company."]}) from error
        raise


_HEADER = (
    "id",
    "source",
    "external_id",
    "company_id",
    "company",
    "status",
    "rating",
    "verified",
    "author_name",
    "title",
    "text",
    "constructive",
    "received_at",
    "posted_at",
)


def _exported(wanted: QuerySet[Review], is_cut: bool) -> Iterator[list[Any]]:
    rows = wanted.select_related("company").defer("raw")[:EXPORTED]
    for review in rows.iterator(chunk_size=_CHUNK):
        yield [
            review.pk,
            review.source,
            review.external_id,
            review.company_id,
            review.company.name,
            review.status,
            review.rating,
            review.verified,
            review.author_name,
            review.title,
            review.text,
            review.constructive,
            review.received_at.isoformat(),
            review.posted_at.isoformat() if review.posted_at else None,
        ]
    if is_cut:
        yield [f"This file contains only the first {EXPORTED} reviews: narrow the list to export the others."]
