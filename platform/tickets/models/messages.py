from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tickets.models.tickets import Ticket


class MessageKind(models.TextChoices):
    CLIENT = "client", "Client"
    STAFF = "staff", "Staff"
    NOTE = "note", "Note"
    SYSTEM = "system", "System"


class Via(models.TextChoices):
    """How a message arrived."""

    API = "api", "API"
    MAIL = "mail", "Mail"
    CONSOLE = "console", "Console"


class Delivery(models.TextChoices):
    """The delivery of a message that is mailed to the client. `failed`, `not_sent`: a person can send it again.

    `held`: its author can still take it back. `taken_back`: the author has done so, and the message is no part of the
    conversation; messages that are not mailed can have this value too. `not_sent`: no mail server was configured.
    """

    HELD = "held", "Held"
    TAKEN_BACK = "taken_back", "Taken back"
    QUEUED = "queued", "Queued"
    # people see it as queued
    SENDING = "sending", "Being sent"
    SENT = "sent", "Sent"
    FAILED = "failed", "Failed"
    NOT_SENT = "not_sent", "Not sent"


class Message(models.Model):
    """A message of a ticket. Once added, only its delivery changes, and its ticket in a merge.

    Only an erasure changes its words, with the rights of the tables' owner (decision 96).
    """

    UPDATED = ("ticket", "delivery", "mail_message_id")

    ticket = models.ForeignKey(Ticket, on_delete=models.PROTECT, related_name="messages", db_index=False)
    kind = models.CharField(max_length=8, choices=MessageKind.choices)
    # the member of staff who wrote it; otherwise null
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # of the client or another sender; empty for staff
    author_name = models.CharField(max_length=300, blank=True, default="")
    author_email = models.CharField(max_length=254, blank=True, default="")
    # empty for a note, whose text is in its history entry (`event_id`)
    text = models.TextField(blank=True, default="")
    # earlier mail that the sender's program has quoted; shown folded
    quoted = models.TextField(blank=True, default="")
    # names and emails of further recipients: of a client's mail, or of a reply besides the client
    cc = models.JSONField(default=list, blank=True, db_default=models.Value([], models.JSONField()))
    created_at = models.DateTimeField(default=timezone.now)
    via = models.CharField(max_length=8, choices=Via.choices)
    delivery = models.CharField(max_length=10, choices=Delivery.choices, null=True)
    # written by a program: an automatic reply, a bounce, or the product itself
    auto = models.BooleanField(default=False)
    # `Message-ID` of the mail, without angle brackets
    mail_message_id = models.CharField(max_length=998, null=True)
    in_reply_to = models.CharField(max_length=998, blank=True, default="")
    # the source's id of the message, and the ticket that it was sent to; together they are unique. `sent_to` is another
    # ticket than `ticket` after a merge, or if that one passed the message on. Both are null without a source's id
    external_id = models.CharField(max_length=200, null=True)
    sent_to = models.ForeignKey(Ticket, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    # passages with a threat of harm, in all that came with the message; without those that an earlier message has
    harm = models.JSONField(default=list, blank=True, db_default=models.Value([], models.JSONField()))
    # the entry of history that holds the text of a note
    event_id = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["mail_message_id"], name="message_mail_once", condition=Q(mail_message_id__isnull=False)
            ),
            models.UniqueConstraint(
                fields=["sent_to", "external_id"], name="message_sent_once", condition=Q(external_id__isnull=False)
            ),
        ]
        indexes = [
            models.Index(fields=["ticket", "created_at", "id"], name="message_thread"),
            # messages that wait for the mail server, and those that failed
            models.Index(
                fields=["delivery", "id"],
                name="message_delivery",
                condition=Q(delivery__in=[Delivery.QUEUED, Delivery.FAILED]),
            ),
        ]

    def __str__(self) -> str:
        return f"message {self.pk} of ticket {self.ticket_id}"
