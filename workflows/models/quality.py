"""Decisions that a second person looks at again."""

from django.db import models

from workflows.models.history import TaskEvent
from workflows.models.processes import Process


class DecisionCheck(models.Model):
    """One decision of the sample, and the process in which it is looked at again. The rest is in the histories."""

    process = models.OneToOneField(Process, on_delete=models.PROTECT, primary_key=True, related_name="check_of")
    decision = models.OneToOneField(TaskEvent, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField(db_index=True)
