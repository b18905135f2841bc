"""Testimonials in the API."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from accounts.schemas import Person
from banned_words.schemas import FlaggedWord
from companies.schemas import CompanyRef
from testimonials.models import Consent, Medium


class TestimonialHead(BaseModel):
    """The fields of a testimonial in a row of a list."""

    id: int
    title: str
    company: CompanyRef
    author_name: str
    medium: Medium
    consent: Consent
    stars: int | None
    received_at: datetime


class TestimonialSummary(TestimonialHead):
    """A testimonial as the subject of a task, in a list. `excerpt`: how its transcription begins."""

    kind: Literal["testimonial"]
    excerpt: str


class FileOut(BaseModel):
    """`type`: by content. `duration` in milliseconds, null where the file does not say. `pages`: images to look at.

    `waveform`: the loudness, 0 to 100, of equal parts of audio; empty where none was made. `refusal`: why its
    examination refused the file, in a sentence for people; empty where it did not.
    """

    name: str
    type: str
    size: int
    duration: int | None
    pages: int
    waveform: list[int]
    refusal: str


class TestimonialFields(TestimonialHead):
    """`author_contact`: masked; reading all of it leaves an entry in the audit log. `status`: a status's name.

    `flagged_words`: in the title and the text of the newest version, when it was written. `needs_check`: a
    second person checks it before it is published.
    """

    text: str
    shown_as: str
    author_contact: str
    consent_on: date | None
    source: str
    external_id: str
    status: str
    revision: int
    flagged_words: list[FlaggedWord]
    needs_check: bool
    file: FileOut


class TestimonialDetail(TestimonialFields):
    """A testimonial as the subject of a task. `begun_by`: who else has a draft of its text, which is private."""

    kind: Literal["testimonial"]
    begun_by: Person | None
    locked: bool
    locked_by: str
    locked_id: int
    assigned_to: Person | None
    escalation_notes: str


class TranscriptionOut(BaseModel):
    """One version of the transcription. `author` null: the source."""

    number: int
    created_at: datetime
    author: Person | None
    reason: str
    title: str
    text: str
    shown_as: str
    stars: int | None
