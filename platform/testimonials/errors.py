"""Errors about testimonials."""

from collections.abc import Mapping
from typing import Any

from kit.errors import ConflictError, NotFoundError


class TestimonialNotFoundError(NotFoundError):
    message = "There is no testimonial with this number."


class OtherTestimonialError(ConflictError):
    """The id exists already with other content. Without the error, the new content would be lost silently."""


class OtherFileError(OtherTestimonialError):
    code = "other_file"
    message = "A testimonial with this id is here already, with another file."


class OtherAuthorError(OtherTestimonialError):
    code = "other_author"
    message = "A testimonial with this id is here already, of another author."


class OtherDescriptionError(OtherTestimonialError):
    code = "other_description"
    message = "A testimonial with this id is here already, and is described otherwise."


class StaleTranscriptionError(ConflictError):
    """There is a newer version than the one that was edited. Holds it, so that both can be shown."""

    code = "stale_revision"
    message = "The text has changed since it was opened. Read the newer version first."

    def __init__(self, newer: Mapping[str, Any]) -> None:
        self.newer = newer
        super().__init__()

    def details(self) -> Mapping[str, Any]:
        return {"newer_transcription": self.newer}


class ConsentInUseError(ConflictError):
    code = "consent_in_use"
    message = "It is published, or waits to be. Recall it first, or record that the consent was withdrawn."


class OwnTranscriptionError(ConflictError):
    code = "own_transcription"
    message = "You wrote a part of this transcription. Another person checks it."
