from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class IdempotentAnswer(models.Model):
    """The answer to a POST with an Idempotency-Key. Stores digests and an encrypted answer: no key, no text."""

    scope = models.BinaryField(max_length=32, unique=True)
    content = models.BinaryField(max_length=32)
    answer = models.BinaryField(null=True)
    kept_at = models.DateTimeField(db_index=True)


def prune_answers() -> int:
    """Delete answers older than `settings.IDEMPOTENCY_KEPT`. Returns their number."""
    limit: timedelta = settings.IDEMPOTENCY_KEPT
    return IdempotentAnswer.objects.filter(kept_at__lt=Now() - limit).delete()[0]
