import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from companies.models import Company
from reviews.models import Review

MAX_SUBJECT = 300
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters and digits that look alike
_TOKEN_LENGTH = 10


class TicketStatus(models.TextChoices):
    """The statuses of the specification (section 5), and `escalated`, as for reviews, and `merged`."""

    NEW = "new", "New"
    REPLIED = "replied", "Replied"
    AWAITING_RESPONSE = "awaiting_response", "Awaiting Response"
    ESCALATED = "escalated", "Escalated"
    RESOLVED = "resolved", "Resolved"
    MERGED = "merged", "Merged"


def new_token() -> str:
    """The secret part of the token in a mail's subject. Strangers cannot guess it."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_TOKEN_LENGTH))


class Ticket(models.Model):
    """A client's question or complaint, and all mail about it. Only `TicketResolution` sets its status."""

    UPDATED = (
        *("company", "status", "updated_at", "resolved_at", "last_message", "message_count", "older", "merged_into"),
        *("no_automatic_mail", "automatic_mail_at", "warned_at"),
    )

    # null if unknown
    company = models.ForeignKey(Company, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    subject = models.CharField(max_length=MAX_SUBJECT)
    client_name = models.CharField(max_length=300, blank=True, default="")
    # empty for a client without one, such as one who called
    client_email = models.CharField(max_length=254, blank=True, default="")
    # the secret part of `[#number-token]` in subjects of mail
    token = models.CharField(max_length=16, default=new_token)
    source = models.CharField(max_length=32, blank=True, default="")
    external_id = models.CharField(max_length=200, null=True)
    status = models.CharField(max_length=32, choices=TicketStatus.choices, default=TicketStatus.NEW)
    created_at = models.DateTimeField(default=timezone.now)
    # time of the last message of client or staff, or of the last change of status
    updated_at = models.DateTimeField(default=timezone.now)
    resolved_at = models.DateTimeField(null=True)
    # the newest message of client or staff. A reply is refused if a newer one has come (NewerMessageError)
    last_message = models.ForeignKey(
        "tickets.Message", null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # of client and staff
    message_count = models.PositiveIntegerField(default=0)
    # the ended ticket that this one continues
    older = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="newer", db_index=False)
    merged_into = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="merged", db_index=False)
    # its first mail has a sign of a program, such as a web form's: only replies of people are mailed
    no_automatic_mail = models.BooleanField(default=False, db_default=False)
    # when the last automatic mail was sent: at most one a day
    automatic_mail_at = models.DateTimeField(null=True)
    # when the client was warned that the ticket will be resolved; set to null by a message or a change of status
    warned_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["external_id", "source"], name="ticket_identity", condition=Q(external_id__isnull=False)
            ),
            models.CheckConstraint(
                condition=Q(status=TicketStatus.MERGED, merged_into__isnull=False)
                | (~Q(status=TicketStatus.MERGED) & Q(merged_into__isnull=True)),
                name="ticket_merged_into",
            ),
        ]
        indexes = [
            # the lists, newest change first
            models.Index(fields=["-updated_at", "-id"], name="ticket_unresolved", condition=Q(resolved_at=None)),
            models.Index(fields=["created_at", "id"], name="ticket_age", condition=Q(resolved_at=None)),
            models.Index(fields=["status", "-updated_at", "-id"], name="ticket_status"),
            models.Index(fields=["company", "-updated_at", "-id"], name="ticket_company"),
            models.Index(Lower("client_email"), F("id").desc(), name="ticket_client"),
            # for the few tickets that continue another one or were merged
            models.Index(fields=["older"], name="ticket_continues", condition=Q(older__isnull=False)),
            models.Index(fields=["merged_into"], name="ticket_merged", condition=Q(merged_into__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"ticket {self.pk}"


class TicketLink(models.Model):
    """A link from a ticket to a review that it is about."""

    ticket = models.ForeignKey(Ticket, on_delete=models.CASCADE, related_name="links", db_index=False)
    review = models.ForeignKey(Review, on_delete=models.PROTECT, related_name="ticket_links")
    linked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    linked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ticket", "review"], name="ticket_link_once")]
