"""Reviews by id, by the author's address, and by the words of their current and received texts."""

from datetime import datetime
from typing import Any, NamedTuple

from fulltext.asking import rows
from fulltext.having import Part, Texts
from fulltext.understood import Understood
from kit.prepared import fetch
from kit.text import excerpt_of
from reviews.models import Source
from search.marks import mark_words
from search.narrowing import Columns, narrowed
from search.results import Asked, Found, Item
from search.texts import find_texts

PAGE = "/review/{}"  # path in the console, with the id
COLUMNS = Columns("received_at", "author_email", "author_name")
_WORDS = (
    "docket_words(revision.title || ' ' || revision.text || ' ' || revision.constructive || ' ' || revision.author_name"
    " || ' ' || coalesce(revision.business_name, ''))"
)
# the current text and the text as received, not the versions between
_CURRENT = (
    "(revision.number = 1 OR revision.number = (SELECT revision FROM reviews_review WHERE id = revision.review_id))"
)
REVIEWS = Texts(
    table="reviews_review",
    parts=(Part("reviews_revision revision", "revision.review_id", _WORDS, _CURRENT),),
    are_versions=True,
)
_VERSION = (
    "EXISTS (SELECT FROM reviews_revision revision WHERE revision.review_id = thing.id"
    f" AND revision.number IN (1, thing.revision) AND {_WORDS} @@ %({{query}})s::tsquery)"
)
REVIEW_HAS_WORDS = f"({_VERSION.format(query='query')} AND NOT {_VERSION.format(query='without')})"
_EXACT = """
    SELECT id FROM reviews_review WHERE id = %(number)s
    UNION SELECT id FROM reviews_review WHERE lower(author_email) = %(email)s AND author_email <> ''
    UNION SELECT id FROM reviews_review WHERE docket_phone(author_mobile) = %(phone)s AND author_mobile <> ''
    UNION SELECT id FROM reviews_review WHERE source = %(source)s AND external_id = %(external)s
    UNION SELECT id FROM reviews_review WHERE source = ANY(%(sources)s) AND external_id = %(text)s
    ORDER BY id DESC LIMIT %(most)s
"""
FIELDS = ("title", "text", "constructive", "author_name", "business_name")


class _Shown(NamedTuple):
    """The columns of a review that a result shows. `company` and `address`: the company's."""

    id: int
    title: str
    text: str
    constructive: str
    author_name: str
    business_name: str | None
    rating: int | None
    status: str
    source: str
    received_at: datetime
    revision: int
    company: str
    address: str


_SHOWN = f"""
    SELECT {", ".join(f"review.{name}" for name in _Shown._fields[:-2])}, company.name, company.address
    FROM reviews_review review JOIN companies_company company ON company.id = review.company_id
    WHERE review.id = ANY(%(ids)s)
"""


def search_reviews(asked: Asked, wanted: Understood) -> Found:
    """Reviews of this platform."""
    return _search(asked, wanted, "thing.source = %(own)s")


def search_third_party_reviews(asked: Asked, wanted: Understood) -> Found:
    """Reviews of other platforms, such as Google."""
    return _search(asked, wanted, "thing.source <> %(own)s")


def _search(asked: Asked, wanted: Understood, of_source: str) -> Found:
    choice = narrowed(wanted.term, COLUMNS)
    choice.conditions.append(of_source)
    if wanted.term.stars:
        choice.conditions.append("thing.rating BETWEEN %(least)s AND %(most_stars)s")
        choice.values["least"], choice.values["most_stars"] = wanted.term.stars
    # lists all sources, so that the unique index (source, external_id) is used; another index would cost each decision
    # a write. A search by status would reveal the status of its results, so `untold` is left out as well.
    hidden = {*asked.without, *asked.untold} if wanted.term.status else asked.without
    choice.values.update(own=Source.WF, sources=Source.values, hidden=list(hidden))
    if hidden:
        choice.conditions.append("thing.id <> ALL(%(hidden)s)")
    hits = find_texts(REVIEWS, _EXACT, choice, asked=asked, wanted=wanted)
    return hits.shown(_items(hits.ids, wanted.query))


def _items(ids: list[int], query: str) -> list[Item]:
    reviews = {row[0]: _Shown(*row) for row in fetch(_SHOWN, {"ids": ids})} if ids else {}
    texts = [(name, getattr(reviews[pk], name) or "") for pk in ids for name in FIELDS]
    received = _received([pk for pk in ids if reviews[pk].revision > 1])
    marks = mark_words(texts, query)
    shown = {
        pk: [mark for mark in marks[at * len(FIELDS) : (at + 1) * len(FIELDS)] if mark] for at, pk in enumerate(ids)
    }
    edited = [pk for pk in ids if not shown[pk] and pk in received]
    for pk, mark in zip(edited, mark_words([("received", received[pk]) for pk in edited], query), strict=True):
        shown[pk] = [mark] if mark else []
    return [_item(reviews[pk], shown[pk]) for pk in ids]


def _received(ids: list[int]) -> dict[int, str]:
    """The texts as received, for reviews that were edited since."""
    if not ids:
        return {}
    statement = """
        SELECT review_id, concat_ws(' · ', nullif(title, ''), nullif(text, ''), nullif(constructive, ''),
            nullif(author_name, ''), nullif(business_name, ''))
        FROM reviews_revision WHERE number = 1 AND review_id = ANY(%(ids)s)
    """
    return dict(rows(statement, {"ids": ids}))


def _item(review: _Shown, marks: list[Any]) -> Item:
    excerpt = excerpt_of(review.text or review.constructive)
    author = review.author_name or review.business_name or ""
    town = review.address.rpartition(",")[2].strip()  # the last part of an address; companies of one name differ by it
    return Item(
        id=review.id,
        title=review.title or excerpt,
        subtitle=" · ".join(filter(None, (review.company, town, author))),
        path=PAGE.format(review.id),
        highlights=marks,
        status=review.status,
        rating=review.rating,
        source=review.source,
        at=review.received_at,
    )
