from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class IdempotentAnswer(models.Model):
    """The answer that a POST with an Idempotency-Key was given. Holds digests and a sealed answer: no key, no text."""

    scope = models.BinaryField(max_length=32, unique=True)
    content = models.BinaryField(max_length=32)
    answer = models.BinaryField(null=True)
    kept_at = models.DateTimeField(db_index=True)


def prune_answers() -> int:
    """Remove answers that were kept long enough; the number removed."""
    kept: timedelta = settings.IDEMPOTENCY_KEPT
    return IdempotentAnswer.objects.filter(kept_at__lt=Now() - kept).delete()[0]
