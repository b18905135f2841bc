"""Jobs promised by transactions."""

from django.db import models
from django.db.models import Q
from django.utils import timezone


class OutboxMessage(models.Model):
    """A job promised by a transaction: it exists if and only if that transaction was committed."""

    topic = models.CharField(max_length=64)
    payload = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    # not before: new, after a failed try, or when the message that was handed to the broker must be taken for lost
    available_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=500, blank=True, default="")
    done_at = models.DateTimeField(null=True)
    set_aside_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["available_at", "id"],
                name="outbox_todo",
                condition=Q(done_at__isnull=True, set_aside_at__isnull=True),
            ),
            models.Index(fields=["done_at"], name="outbox_done", condition=Q(done_at__isnull=False)),
        ]
