"""Transcriptions: each change of the text is a new version with its author."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from kit.errors import InvalidError
from kit.text import is_blank
from testimonials.errors import StaleTranscriptionError, TestimonialNotFoundError
from testimonials.models import Testimonial, Transcription
from testimonials.screening import WORDS_OF_TESTIMONIAL, screen_testimonial

WRITTEN = ("title", "text", "shown_as", "stars")


def first_version(testimonial: Testimonial, *, by: User | None) -> Transcription:
    """The version that came with the testimonial, unsaved. `by`: who brought it; the author if it has words."""
    written = written_in(testimonial)
    author = by if any(written.values()) else None
    return Transcription(
        testimonial=testimonial, number=1, author=author, created_at=testimonial.received_at, **written
    )


def transcribe(
    testimonial_id: int, changes: Mapping[str, Any], *, reason: str, by: User, revision: int | None
) -> tuple[int, tuple[str, ...]] | None:
    """Write the next version. Returns its number and the names of the changed fields; None if nothing changes.

    `revision`: the number of the version that was edited; None for the newest. The same edit sent twice is written
    once. Raises StaleTranscriptionError, TestimonialNotFoundError, and InvalidError if the text would become empty.
    """
    testimonial = Testimonial.objects.select_for_update(no_key=True).filter(pk=testimonial_id).first()
    if testimonial is None:
        raise TestimonialNotFoundError
    changed = tuple(name for name in WRITTEN if name in changes and changes[name] != getattr(testimonial, name))
    if revision not in (None, testimonial.revision):
        newest = versions_of(testimonial_id).latest("number")
        if not changed and newest.author_id == by.pk and newest.number - 1 == revision:
            return None  # the caller lost the answer and sends the edit again
        raise StaleTranscriptionError(describe(newest))
    if not changed:
        return None
    if "text" in changed and testimonial.text and is_blank(changes["text"]):
        raise InvalidError({"text": ["A transcription cannot become empty again."]})
    for name in changed:
        setattr(testimonial, name, changes[name])
    testimonial.revision += 1
    screen_testimonial(testimonial)
    testimonial.save(update_fields=[*changed, *WORDS_OF_TESTIMONIAL, "revision"])
    Transcription.objects.create(
        testimonial=testimonial, number=testimonial.revision, author=by, reason=reason, **written_in(testimonial)
    )
    return testimonial.revision, changed


def versions_of(testimonial_id: int) -> QuerySet[Transcription]:
    """All versions with their authors, oldest first."""
    return Transcription.objects.filter(testimonial=testimonial_id).select_related("author").order_by("number")


def newest_version(testimonial_id: int) -> dict[str, Any]:
    """The newest version, as `TranscriptionOut`. Raises Transcription.DoesNotExist."""
    return describe(versions_of(testimonial_id).latest("number"))


def describe(version: Transcription) -> dict[str, Any]:
    """A version as `TranscriptionOut`. `author`: null for the source."""
    author = version.author
    return {
        "number": version.number,
        "created_at": version.created_at,
        "author": {"id": author.pk, "name": author.full_name} if author else None,
        "reason": version.reason,
        **written_in(version),
    }


def written_in(version: Testimonial | Transcription) -> dict[str, Any]:
    """The values of the WRITTEN fields, by name."""
    return {name: getattr(version, name) for name in WRITTEN}
