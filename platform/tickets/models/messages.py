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
    """Of a message that is mailed to the client. `failed`, `not_sent`: a person can send it again.

    `held`: it waits for the end of the time in which its author can take it back; `taken_back`: they have, and it is
    no part of the conversation, also where it would not have been mailed. `not_sent`: no mail server was set.
    """

    HELD = "held", "Held"
    TAKEN_BACK = "taken_back", "Taken back"
    QUEUED = "queued", "Queued"
    # shown as queued
    SENDING = "sending", "Being sent"
    SENT = "sent", "Sent"
    FAILED = "failed", "Failed"
    NOT_SENT = "not_sent", "Not sent"


class Message(models.Model):
    """One message of a ticket. Messages are added and never changed, except for their delivery and by a merge.

    The words are changed by an erasure alone, with the rights of the tables' owner (decision 96).
    """

    UPDATED = ("ticket", "delivery", "mail_message_id")

    ticket = models.ForeignKey(Ticket, on_delete=models.PROTECT, related_name="messages", db_index=False)
    kind = models.CharField(max_length=8, choices=MessageKind.choices)
    # the member of the staff; null for all others
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # of the client, or of another sender of mail; empty for members of the staff
    author_name = models.CharField(max_length=300, blank=True, default="")
    author_email = models.CharField(max_length=254, blank=True, default="")
    # empty for a note: its text is that of its entry in history
    text = models.TextField(blank=True, default="")
    # earlier mail that the sender's program has quoted below the text; shown folded
    quoted = models.TextField(blank=True, default="")
    # names and emails: of a client, to whom else it was sent; of the staff, to whom it is mailed besides the client
    cc = models.JSONField(default=list, blank=True, db_default=models.Value([], models.JSONField()))
    created_at = models.DateTimeField(default=timezone.now)
    via = models.CharField(max_length=8, choices=Via.choices)
    delivery = models.CharField(max_length=10, choices=Delivery.choices, null=True)
    # written by a program: an automatic reply, a bounce, or the product itself
    auto = models.BooleanField(default=False)
    # `Message-ID` of the mail, without angle brackets
    mail_message_id = models.CharField(max_length=998, null=True)
    in_reply_to = models.CharField(max_length=998, blank=True, default="")
    # the source's id of the message, unique among those that were sent to one ticket, and that ticket: another one than
    # `ticket` after a merge, and where it passed the message on. Both are null for a message without such an id
    external_id = models.CharField(max_length=200, null=True)
    sent_to = models.ForeignKey(Ticket, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    # passages for which somebody may come to harm, in all that came with it, unless an earlier message has them
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
            # what waits for the mail server, and what failed
            models.Index(
                fields=["delivery", "id"],
                name="message_delivery",
                condition=Q(delivery__in=[Delivery.QUEUED, Delivery.FAILED]),
            ),
        ]

    def __str__(self) -> str:
        return f"message {self.pk} of ticket {self.ticket_id}"
