"""The outbox: jobs written by transactions."""

from django.db import models
from django.db.models import Q
from django.utils import timezone


class OutboxMessage(models.Model):
    """A job written in a transaction: it exists if and only if the transaction was committed."""

    topic = models.CharField(max_length=64)
    payload = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    # run at the earliest then: new, after a failed attempt, or when a published message counts as lost
    available_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=500, blank=True, default="")
    done_at = models.DateTimeField(null=True)
    set_aside_at = models.DateTimeField(null=True)
    # of `enqueue_once`: one of its topic waits at a time, or is there at all for the period that begins then
    once = models.BooleanField(default=False, db_default=False)
    period = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["topic"],
                name="outbox_once",
                condition=Q(once=True, done_at__isnull=True, set_aside_at__isnull=True),
            ),
            models.UniqueConstraint(
                fields=["topic", "period"], name="outbox_once_in_period", condition=Q(period__isnull=False)
            ),
        ]
        indexes = [
            models.Index(
                fields=["topic", "available_at", "id"],
                name="outbox_due",
                condition=Q(done_at__isnull=True, set_aside_at__isnull=True),
            ),
            models.Index(fields=["done_at"], name="outbox_done", condition=Q(done_at__isnull=False)),
            models.Index(fields=["set_aside_at"], name="outbox_aside", condition=Q(set_aside_at__isnull=False)),
        ]


class JobLock(models.Model):
    """A worker does a long job, behind a pooler of connections (workflows.engine.outbox.job_locks)."""

    name = models.CharField(max_length=100, primary_key=True)
    holder = models.CharField(max_length=32)
    until = models.DateTimeField()
