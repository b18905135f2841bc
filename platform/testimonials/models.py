"""Testimonials with their files and revisions."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from companies.models import Company
from kit.stored_files import random_path

MAX_TITLE = 500
MAX_TEXT = 20_000
MAX_NAME = 300
MAX_CONTACT = 254
MAX_FILE_NAME = 200


class Medium(models.TextChoices):
    CARD = "card", "Card"
    PHOTO = "photo", "Photo"
    AUDIO = "audio", "Audio"
    VIDEO = "video", "Video"


class Consent(models.TextChoices):
    """Whether the author agrees to publication."""

    NONE = "none", "Not asked"
    ASKED = "asked", "Asked"
    GIVEN = "given", "Given"
    WITHDRAWN = "withdrawn", "Withdrawn"


class TestimonialStatus(models.TextChoices):
    """The statuses of the process's own steps and endings; shared queues declare theirs themselves."""

    # only until the process starts, in the same transaction
    RECEIVED = "received", "Received"
    EXAMINING = "examining", "File being examined"
    FILE_REFUSED = "file_refused", "File refused"
    TO_TRANSCRIBE = "to_transcribe", "To transcribe"
    TO_CHECK = "to_check", "To check"
    QUEUED = "queued", "Queued to publish"
    PUBLISHED = "published", "Published"
    REJECTED = "rejected", "Rejected"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Testimonial(models.Model):
    """A statement of a client's customer, with its transcription. Only `TestimonialTranscription` sets its status."""

    company = models.ForeignKey(Company, on_delete=models.PROTECT, related_name="+", db_index=False)
    source = models.CharField(max_length=32)
    external_id = models.CharField(max_length=200)
    # a keyed digest of the description by staff; empty if a source sent the testimonial
    description = models.CharField(max_length=64, blank=True, default="", db_default="")
    medium = models.CharField(max_length=8, choices=Medium.choices)
    # name and contact are empty after an erasure
    author_name = models.CharField(max_length=MAX_NAME, blank=True, default="")
    author_contact = models.CharField(max_length=MAX_CONTACT, blank=True, default="")
    consent = models.CharField(max_length=12, choices=Consent.choices, default=Consent.NONE)
    # the day on which the consent was given
    consent_on = models.DateField(null=True)
    title = models.CharField(max_length=MAX_TITLE, blank=True, default="")
    text = models.TextField(blank=True, default="")
    # the author's name as published
    shown_as = models.CharField(max_length=MAX_NAME, blank=True, default="")
    stars = models.SmallIntegerField(null=True)
    # `banned_words.schemas.FlaggedWord`: the matches in the newest version; then the version of the list that found
    # them, which is null for testimonials from before screening was introduced
    flagged_words = models.JSONField(default=list, blank=True)
    words_version = models.BigIntegerField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=32, default=TestimonialStatus.RECEIVED)
    received_at = models.DateTimeField(default=timezone.now)
    # the time of the last change of status
    moved_at = models.DateTimeField(default=timezone.now, db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "external_id"], name="testimonial_identity"),
            models.CheckConstraint(condition=Q(stars__range=(1, 5)) | Q(stars=None), name="testimonial_stars"),
            models.CheckConstraint(
                condition=~Q(consent=Consent.GIVEN) | Q(consent_on__isnull=False), name="testimonial_consent_on"
            ),
        ]
        indexes = [
            # the lists, newest first
            models.Index(fields=["-received_at", "-id"], name="testimonial_received"),
            models.Index(fields=["status", "-received_at", "-id"], name="testimonial_status"),
            models.Index(fields=["company", "-received_at", "-id"], name="testimonial_company"),
        ]

    def __str__(self) -> str:
        return f"testimonial {self.pk}"


class Transcription(models.Model):
    """A complete version of what is published of a testimonial. The first came with the file, and is mostly empty."""

    testimonial = models.ForeignKey(
        Testimonial, on_delete=models.PROTECT, related_name="transcriptions", db_index=False
    )
    number = models.PositiveIntegerField()
    # null: the source
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    reason = models.TextField(blank=True, default="")
    title = models.CharField(max_length=MAX_TITLE, blank=True, default="")
    text = models.TextField(blank=True, default="")
    shown_as = models.CharField(max_length=MAX_NAME, blank=True, default="")
    stars = models.SmallIntegerField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["testimonial", "number"], name="transcription_number")]


def original_path(_instance: Any, _name: str) -> str:
    """A random path: the file name that the sender gave is stored in the row and is never a path."""
    return random_path("testimonials/originals")


def page_path(_instance: Any, _name: str) -> str:
    return random_path("testimonials/pages")


class Original(models.Model):
    """The file as received. `type`: by its content, never as its sender says.

    `examination`: WAITING, GOOD, or the code of `media.findings.REFUSALS` with which it was refused and deleted.
    """

    WAITING, GOOD = "waiting", "good"

    testimonial = models.OneToOneField(Testimonial, on_delete=models.PROTECT, related_name="original")
    name = models.CharField(max_length=MAX_FILE_NAME)
    type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    file = models.FileField(upload_to=original_path, max_length=120)
    # of audio and video, in milliseconds; otherwise null
    duration = models.PositiveIntegerField(null=True)
    # loudness of equal parts of audio, 0 to 100; empty for longer audio (`media.sounds.LONGEST_DRAWN`)
    waveform = models.JSONField(default=list)
    examination = models.CharField(max_length=16, default=GOOD, db_default=GOOD)


class Page(models.Model):
    """An image or a document's page for the viewer: redrawn from the original, without its metadata."""

    original = models.ForeignKey(Original, on_delete=models.PROTECT, related_name="pages", db_index=False)
    number = models.PositiveSmallIntegerField()
    image = models.FileField(upload_to=page_path, max_length=120)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["original", "number"], name="page_number")]
