"""Screens testimonials on arrival and after each change: banned words are marked, but decide nothing."""

from banned_words.flags import flags_of
from banned_words.harm import passages_in
from banned_words.matching import search_texts
from testimonials.models import Testimonial

SCREENED_FIELDS = ("title", "text")
WORDS_OF_TESTIMONIAL = ("flagged_words", "words_version")


def harm_in(testimonial: Testimonial) -> list[str]:
    """Passages with a threat of harm."""
    return passages_in(*(getattr(testimonial, field) for field in SCREENED_FIELDS))


def screen_testimonial(testimonial: Testimonial) -> None:
    """Set the fields of WORDS_OF_TESTIMONIAL, unsaved. Shadow entries of the list mark nothing."""
    version, ((*by_field,),) = search_texts([[getattr(testimonial, field) for field in SCREENED_FIELDS]])
    found = zip(SCREENED_FIELDS, by_field, strict=True)
    testimonial.flagged_words = flags_of(
        [(field, match) for field, matches in found for match in matches if not match.is_shadow]
    )
    testimonial.words_version = version
