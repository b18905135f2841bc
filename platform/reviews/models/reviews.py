"""Reviews and their revisions."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce, Lower, Now
from django.utils import timezone

from companies.models import Company


class Source(models.TextChoices):
    WF = "wf", "WF review"
    GOOGLE = "google", "Google review"
    NHS = "nhs", "NHS review"
    TRUSTPILOT = "trustpilot", "Trustpilot review"


class ReviewStatus(models.TextChoices):
    """The statuses that this room sets. The queues' statuses are declared by the processes."""

    # until the process starts, later in the same transaction
    RECEIVED = "received", "Received"
    PUBLISHED = "published", "Published"
    REJECTED = "rejected", "Rejected"
    RESTRICTED = "restricted", "Restricted"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Review(models.Model):
    """A review in its current version. The text as received is revision 1 and never changes."""

    source = models.CharField(max_length=16, choices=Source.choices, default=Source.WF)
    external_id = models.CharField(max_length=200)
    company = models.ForeignKey(Company, on_delete=models.PROTECT, related_name="reviews", db_index=False)
    rating = models.SmallIntegerField(null=True, blank=True)
    title = models.CharField(max_length=500, blank=True, default="")
    text = models.TextField(blank=True, default="")
    constructive = models.TextField(blank=True, default="")
    author_name = models.CharField(max_length=300, blank=True, default="")
    author_email = models.CharField(max_length=254, blank=True, default="")
    author_mobile = models.CharField(max_length=40, blank=True, default="")
    anonymous = models.BooleanField(default=False)
    business_name = models.CharField(max_length=300, null=True, blank=True)
    job_title = models.CharField(max_length=300, null=True, blank=True)
    verified = models.BooleanField(default=False)
    status = models.CharField(max_length=32, default=ReviewStatus.RECEIVED)
    revision = models.PositiveIntegerField(default=1)
    # [{word, entry_id, field, start, end, action, view}]: the matches and their positions (product.md, Editor fields)
    flagged_words = models.JSONField(default=list, blank=True)
    # matches of shadow entries, which are only counted, in the same form; null for none
    shadow_words = models.JSONField(null=True, blank=True)
    # version of the list of banned words at the last screening; null for reviews older than this field
    words_version = models.BigIntegerField(null=True, blank=True)
    # equal for reviews with the same text about the same company (reviews.screening.content_digest)
    content_digest = models.BinaryField(max_length=32, default=b"")
    posted_at = models.DateTimeField(null=True, blank=True)
    received_at = models.DateTimeField()
    # the time of the last change of status
    moved_at = models.DateTimeField(default=timezone.now, db_default=Now())
    # raw data from the source
    raw = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "external_id"], name="review_identity"),
            models.CheckConstraint(
                condition=models.Q(rating__range=(1, 5)) | models.Q(rating=None), name="review_rating"
            ),
        ]
        indexes = [
            models.Index(fields=["content_digest"], name="review_content"),
            # a company's list; its figures are read by index-only scans
            models.Index(
                fields=["company", "received_at", "id"], include=["status", "rating"], name="review_of_company"
            ),
            # one for each order in which reviews are listed (reviews.classic)
            models.Index(fields=["received_at", "id"], name="review_received"),
            models.Index(fields=["status", "received_at", "id"], name="review_stands"),
            models.Index(Coalesce("posted_at", "received_at"), "id", name="review_posted"),
            models.Index(Coalesce("rating", 0), "id", name="review_rated"),
            models.Index(fields=["status", "moved_at", "id"], name="review_moved"),
            # the figures of banned words (reviews.word_figures)
            models.Index(
                fields=["received_at"],
                name="review_with_words",
                condition=~models.Q(flagged_words=[]) | models.Q(shadow_words__isnull=False),
            ),
            models.Index(Lower("author_email"), name="review_author", condition=~models.Q(author_email="")),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.external_id}"


class Revision(models.Model):
    """One complete version of a review's text. The application's role can add revisions, never change or delete them.

    `author` null: written by the review's author, sent by the source.
    """

    APPEND_ONLY = True

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=500, blank=True, default="")
    text = models.TextField(blank=True, default="")
    constructive = models.TextField(blank=True, default="")
    # the author's name shown to readers
    author_name = models.CharField(max_length=300, blank=True, default="")
    anonymous = models.BooleanField(default=False)
    business_name = models.CharField(max_length=300, null=True, blank=True)
    job_title = models.CharField(max_length=300, null=True, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    reason = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["review", "number"], name="revision_number"),
            models.CheckConstraint(
                condition=models.Q(author=None) | ~models.Q(reason=""), name="revision_by_staff_has_reason"
            ),
        ]
