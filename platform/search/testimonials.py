"""Testimonials by id, by the author's address or phone number, and by the words of transcriptions and authors."""

from typing import Any

from fulltext.having import Part, Texts
from fulltext.understood import Understood
from search.marks import mark_words
from search.narrowing import Columns, narrowed
from search.results import Asked, Found, Item
from search.texts import find_texts
from testimonials.models import Testimonial, Transcription

PAGE = "/testimonials/{}"  # path in the console, with the id
COLUMNS = Columns("received_at", "author_contact", "author_name")
# the current version and the first one, not the versions between
_CURRENT = (
    "(version.number = 1"
    " OR version.number = (SELECT revision FROM testimonials_testimonial WHERE id = version.testimonial_id))"
)
TESTIMONIALS = Texts(
    table="testimonials_testimonial",
    parts=(
        Part("testimonials_testimonial one", "one.id", "docket_words(one.author_name)"),
        Part(
            "testimonials_transcription version",
            "version.testimonial_id",
            "docket_words(version.title || ' ' || version.text || ' ' || version.shown_as)",
            _CURRENT,
        ),
    ),
)
_EXACT = """
    SELECT id FROM testimonials_testimonial WHERE id = %(number)s
    UNION SELECT id FROM testimonials_testimonial WHERE author_contact <> ''
        AND (lower(author_contact) = %(email)s OR docket_phone(author_contact) = %(phone)s)
    UNION SELECT id FROM testimonials_testimonial WHERE source = %(source)s AND external_id = %(external)s
    UNION SELECT id FROM testimonials_testimonial WHERE external_id = %(text)s
    ORDER BY id DESC LIMIT %(most)s
"""
FIELDS = ("title", "text", "author_name", "shown_as")


def search_testimonials(asked: Asked, wanted: Understood) -> Found:
    choice = narrowed(wanted.term, COLUMNS)
    if wanted.term.stars:
        choice.conditions.append("thing.stars BETWEEN %(least)s AND %(most_stars)s")
        choice.values["least"], choice.values["most_stars"] = wanted.term.stars
    hits = find_texts(TESTIMONIALS, _EXACT, choice, asked=asked, wanted=wanted)
    return hits.shown(_items(hits.ids, wanted.query))


def _items(ids: list[int], query: str) -> list[Item]:
    testimonials = Testimonial.objects.select_related("company").in_bulk(ids)
    texts = [(pk, field, getattr(testimonials[pk], field)) for pk in ids for field in FIELDS]
    marks = mark_words([(field, text) for _, field, text in texts], query)
    found_in = {pk: [mark for (of, _, _), mark in zip(texts, marks, strict=True) if mark and of == pk] for pk in ids}
    received = _received([pk for pk in ids if not found_in[pk] and testimonials[pk].revision > 1])
    for pk, mark in zip(received, mark_words([("received", text) for text in received.values()], query), strict=True):
        found_in[pk] = [mark] if mark else []
    return [_item(testimonials[pk], found_in[pk]) for pk in ids]


def _received(ids: list[int]) -> dict[int, str]:
    """The versions as received, for testimonials that were transcribed since."""
    if not ids:
        return {}
    versions = Transcription.objects.filter(testimonial__in=ids, number=1)
    words = versions.values_list("testimonial_id", "title", "text", "shown_as")
    return {pk: " · ".join(filter(None, written)) for pk, *written in words}


def _item(testimonial: Any, marks: list[Any]) -> Item:
    return Item(
        id=testimonial.pk,
        title=testimonial.title or " ".join(testimonial.text[:160].split()) or testimonial.get_medium_display(),
        subtitle=" · ".join(filter(None, (testimonial.company.name, testimonial.author_name))),
        path=PAGE.format(testimonial.pk),
        highlights=marks,
        status=testimonial.status,
        rating=testimonial.stars,
        at=testimonial.received_at,
    )
