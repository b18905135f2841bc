"""Domain events with their position in the feed, webhook endpoints and deliveries."""

import secrets
import uuid
from base64 import b64encode

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from workflows.models.processes import Process

MARK = "whsec_"


def new_secret() -> str:
    """As Standard Webhooks writes it: the base64 of the key, behind a mark."""
    return MARK + b64encode(secrets.token_bytes(32)).decode()


class DomainEvent(models.Model):
    """An event for subscribers. Written in the transaction of the change; `position` (in the feed) is set after it.

    `sequence` counts the events of one subject: a receiver that has seen 5 ignores 4.
    """

    # the payload where texts are taken out of it
    UPDATED = ("position", "payload")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=64)
    subject_kind = models.CharField(max_length=32)
    subject_id = models.BigIntegerField()
    sequence = models.PositiveIntegerField()
    process = models.ForeignKey(Process, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    payload = models.JSONField(default=dict)
    occurred_at = models.DateTimeField(default=timezone.now)
    position = models.BigIntegerField(null=True, unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subject_kind", "subject_id", "sequence"], name="event_sequence")
        ]
        indexes = [models.Index(fields=["occurred_at"], name="event_unplaced", condition=Q(position__isnull=True))]


class WebhookEndpoint(models.Model):
    """An address that receives events. `kinds` empty: all kinds. `previous_secret` signs too until `previous_until`."""

    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=100, default=new_secret)
    previous_secret = models.CharField(max_length=100, blank=True, default="", db_default="")
    previous_until = models.DateTimeField(null=True)
    kinds = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One event for one endpoint: delivered at least once, under the event's id, or set aside."""

    endpoint = models.ForeignKey(WebhookEndpoint, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(DomainEvent, on_delete=models.PROTECT, related_name="deliveries")
    attempts = models.PositiveSmallIntegerField(default=0)
    last_answer = models.CharField(max_length=100, blank=True, default="")
    attempted_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["endpoint", "event"], name="delivery_once")]
        indexes = [models.Index(fields=["endpoint", "id"], name="delivery_log")]
