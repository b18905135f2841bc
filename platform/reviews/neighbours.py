"""Reviews related to a review: with the same content, and by the same author."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kit.prepared import fetch
from reviews.reading import rows_of

SHOWN = 20
_COPIES = "content_digest = (SELECT content_digest FROM reviews_review WHERE id = %(review)s)"
_BY_AUTHOR = """lower(author_email) = (SELECT lower(author_email) FROM reviews_review WHERE id = %(review)s)
    AND author_email <> ''"""
_OTHERS = 'FROM "reviews_review" WHERE {condition} AND id <> %(review)s'
# `+ 0` prevents an index scan by id: with few matches the database would scan that whole index
_NEWEST = f"SELECT id {_OTHERS} ORDER BY id + 0 DESC LIMIT %(size)s"
_TOTAL = f"SELECT count(*) {_OTHERS}"


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The newest related reviews, and the total. `known`: whether the review has the value to search by."""

    known: bool
    total: int
    newest: list[Mapping[str, Any]]


def copies_of(review_id: int) -> Neighbours:
    """Reviews of the same company with equal content (see `reviews.screening.content_digest`)."""
    return _neighbours(_COPIES, review_id)


def others_by_author(review_id: int) -> Neighbours:
    """Reviews from the same email address, of any company. None without an address."""
    ((address,),) = fetch("SELECT author_email FROM reviews_review WHERE id = %(review)s", {"review": review_id})
    return _neighbours(_BY_AUTHOR, review_id) if address else Neighbours(known=False, total=0, newest=[])


def _neighbours(condition: str, review_id: int) -> Neighbours:
    ids = [pk for (pk,) in fetch(_NEWEST.format(condition=condition), {"review": review_id, "size": SHOWN + 1})]
    total = len(ids) if len(ids) <= SHOWN else fetch(_TOTAL.format(condition=condition), {"review": review_id})[0][0]
    rows = rows_of(ids[:SHOWN])
    return Neighbours(known=True, total=total, newest=[rows[pk] for pk in ids[:SHOWN]])
