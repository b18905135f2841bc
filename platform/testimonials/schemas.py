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
    """A testimonial as the subject of a task, in a list. `excerpt`: the beginning of its transcription."""

    kind: Literal["testimonial"]
    excerpt: str


class FileOut(BaseModel):
    """`type`: by its content. `duration`: milliseconds; null except for audio and video. `pages`: number of images.

    `waveform`: loudness of equal parts of audio, 0 to 100; empty if there is none. `refusal`: why the examination
    refused the file, as a sentence for people; empty if it did not.
    """

    name: str
    type: str
    size: int
    duration: int | None
    pages: int
    waveform: list[int]
    refusal: str


class TestimonialFields(TestimonialHead):
    """`author_contact`: masked; reading it unmasked leaves an entry in the audit log. `status`: a status's name.

    `flagged_words`: in title and text of the newest version, found when it was written. `needs_check`: whether
    a second person checks it before publication.
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
    """A testimonial as the subject of a task. `begun_by`: another person who has a private draft of its text."""

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
