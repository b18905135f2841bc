"""Decisions drawn for a second look."""

from django.db import models

from workflows.models.history import TaskEvent
from workflows.models.processes import Process


class DecisionCheck(models.Model):
    """One drawn decision and the process of its second look. All else is in their histories."""

    process = models.OneToOneField(Process, on_delete=models.PROTECT, primary_key=True, related_name="check_of")
    decision = models.OneToOneField(TaskEvent, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField(db_index=True)
