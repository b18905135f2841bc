"""The counts of the queues, shared by all server processes."""

from django.db import models


class CountsSnapshot(models.Model):
    """The counts of the queues, refreshed by one server process at most once a second (product.md, last line)."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    version = models.BigIntegerField(default=0)
    refreshed_at = models.DateTimeField()
    queues = models.JSONField(default=dict)
