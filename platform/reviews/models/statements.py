"""Statements of reasons (DSA, article 17), and the letters in which authors read them."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from companies.models import Company
from reviews.models.reasons import Reason
from reviews.models.reviews import Review


class StatementKind(models.TextChoices):
    REJECT = "reject", "Not published"
    RESTRICT = "restrict", "Taken down"


class Statement(models.Model):
    """The reasons why a review was rejected or restricted, in the fields of the Commission's schema. One per process.

    The application's role can add statements, never change or delete them.
    """

    APPEND_ONLY = True

    class Source(models.TextChoices):
        VOLUNTARY = "SOURCE_VOLUNTARY", "Own initiative"
        NOTICE = "SOURCE_ARTICLE_16", "A notice"

    class Automation(models.TextChoices):
        NONE = "AUTOMATED_DECISION_NOT_AUTOMATED", "Not automated"

    # the reference number in the author's letter, and the schema's `puid`
    puid = models.CharField(max_length=100, unique=True)
    review = models.ForeignKey(Review, on_delete=models.PROTECT, related_name="statements")
    company = models.ForeignKey(Company, on_delete=models.PROTECT, related_name="+")
    # not a foreign key: this room must not import processes
    process_id = models.BigIntegerField(unique=True)
    kind = models.CharField(max_length=20, choices=StatementKind.choices)
    reason = models.ForeignKey(Reason, on_delete=models.PROTECT, related_name="+")
    decided_by = models.BigIntegerField(null=True)
    decision_visibility = ArrayField(models.CharField(max_length=60))
    decision_visibility_other = models.CharField(max_length=500, blank=True, default="")
    decision_facts = models.TextField()
    decision_ground = models.CharField(max_length=60, choices=Reason.Ground.choices)
    decision_ground_reference_url = models.CharField(max_length=500, blank=True, default="")
    # the law or rule, and why it applies; the schema has one such pair of fields for each ground
    rule = models.CharField(max_length=500)
    explanation = models.CharField(max_length=2_000)
    category = models.CharField(max_length=80)
    content_type = ArrayField(models.CharField(max_length=40))
    content_date = models.DateField()
    application_date = models.DateField()
    source_type = models.CharField(max_length=40, choices=Source.choices)
    automated_detection = models.BooleanField()
    automated_decision = models.CharField(max_length=60, choices=Automation.choices, default=Automation.NONE)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["-created_at", "-id"], name="statement_newest")]


class Letter(models.Model):
    """The exact text of a letter to an author, or to a person who asked for a restriction, and its delivery state.

    Mailed at most once: after a crash the state is `uncertain`, and the letter is not sent again.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting to be sent"
        SENDING = "sending", "Being sent"
        SENT = "sent", "Sent"
        REFUSED = "refused", "Refused by the mail server"
        UNCERTAIN = "uncertain", "It is not known whether it was sent"
        NO_ADDRESS = "no_address", "No address is known"
        CANCELLED = "cancelled", "Overtaken before it was sent"
        NOT_SENT = "not_sent", "No mail server is set"

    class About(models.TextChoices):
        STATEMENT = "statement", "Statement of reasons"
        REINSTATEMENT = "reinstatement", "Being looked at again"
        # to a person who asks for a restriction
        RECEIPT = "receipt", "A request has arrived"
        ANSWER = "answer", "Answer to a request"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    review = models.ForeignKey(Review, on_delete=models.PROTECT, related_name="letters")
    process_id = models.BigIntegerField()
    about = models.CharField(max_length=20, choices=About.choices)
    to = models.CharField(max_length=254, blank=True, default="")
    subject = models.CharField(max_length=500)
    body = models.TextField()
    state = models.CharField(max_length=20, choices=State.choices, default=State.WAITING)
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["process_id", "about"], name="letter_once")]
        indexes = [
            # letters that wait for the mail server, and failed ones
            models.Index(
                fields=["state"],
                name="letter_unsent",
                condition=models.Q(state__in=["waiting", "sending", "refused", "uncertain"]),
            )
        ]
