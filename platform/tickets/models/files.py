from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from kit.stored_files import random_path
from tickets.models.messages import Message
from tickets.models.tickets import MAX_SUBJECT

MAX_NAME = 200


def attachment_path(_instance: Any, _name: str) -> str:
    """A random path: the file name that the sender gave is stored in the row and is never a path."""
    return random_path("tickets/attachments")


def original_path(_instance: Any, _name: str) -> str:
    return random_path("tickets/originals")


class Attachment(models.Model):
    """A file of a message. `type`: by its content, never as its sender says."""

    # null until the message is sent
    message = models.ForeignKey(Message, null=True, on_delete=models.PROTECT, related_name="attachments")
    # null for the files of clients
    uploader = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    name = models.CharField(max_length=MAX_NAME)
    type = models.CharField(max_length=100)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    file = models.FileField(upload_to=attachment_path, max_length=120)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            # for uploads that were not sent: they are deleted after a day
            models.Index(fields=["created_at"], name="attachment_unsent", condition=models.Q(message=None))
        ]


class OriginalMail(models.Model):
    """A mail as received, stored before it is read. Without a message it waits to be read, or is in quarantine:
    `reason` says which."""

    WAITING = "waiting"
    DELETED = True
    UPDATED = ("message", "reason", "attempts", "author_name", "author_email", "subject", "settled_at")

    message = models.OneToOneField(Message, null=True, on_delete=models.PROTECT, related_name="original")
    raw = models.FileField(upload_to=original_path, max_length=120)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64, unique=True)
    # a code: WAITING, or why it is in quarantine; empty if it became a message
    reason = models.CharField(max_length=64, blank=True, default="")
    # how often reading began: a mail that kills its reader goes to the quarantine
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    # sender and subject of a quarantined mail; empty if unreadable
    author_name = models.CharField(max_length=300, blank=True, default="", db_default="")
    author_email = models.CharField(max_length=254, blank=True, default="", db_default="")
    subject = models.CharField(max_length=MAX_SUBJECT, blank=True, default="", db_default="")
    # when a person settled it, or the product did because a program sent it; until then it is counted
    settled_at = models.DateTimeField(null=True)
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["-received_at", "-id"], name="original_quarantine", condition=models.Q(message=None)),
            # mails that nobody has settled, and those that wait to be read
            models.Index(fields=["id"], name="original_open", condition=models.Q(message=None, settled_at=None)),
        ]


class ProgramSender(models.Model):
    """An address whose mail is always written by a program. A person has marked it so."""

    email = models.CharField(max_length=254, unique=True)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    added_at = models.DateTimeField(default=timezone.now)
