"""Decisions that a second person checks."""

from django.db import models

from workflows.models.history import TaskEvent
from workflows.models.processes import Process


class SampledDecision(models.Model):
    """A sampled decision and the process of its second look. Everything else is in the histories."""

    process = models.OneToOneField(Process, on_delete=models.PROTECT, primary_key=True, related_name="check_of")
    decision = models.OneToOneField(TaskEvent, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField(db_index=True)
