"""The counts of the queues, shared by all server processes."""

from django.db import models


class CountsSnapshot(models.Model):
    """The counts of the queues, refreshed by one server process at most once a second (product.md, last line)."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    version = models.BigIntegerField(default=0)
    refreshed_at = models.DateTimeField()
    queues = models.JSONField(default=dict)


class DayFigures(models.Model):
    """The moves between queues on one past day, counted once from history (`engine/reading/figures/days.py`).

    A person who changes the history of past days outside the product must empty this table.
    """

    # in the desk's time zone
    day = models.DateField(primary_key=True)
    # the figures of each pair of queues (`engine.reading.figures.days.Move`)
    moves = models.JSONField(default=list)
    # the number of people who decided something
    people = models.IntegerField(default=0)
