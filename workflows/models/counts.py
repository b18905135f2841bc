"""The queues' figures, kept for all processes."""

from django.db import models


class CountsSnapshot(models.Model):
    """The queues' figures, counted by one process a second for all of them (product.md, last line)."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    version = models.BigIntegerField(default=0)
    refreshed_at = models.DateTimeField()
    queues = models.JSONField(default=dict)
