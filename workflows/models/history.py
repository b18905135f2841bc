"""History: what happened to processes, append-only."""

from django.db import models

from workflows.models.processes import Process


class TaskEvent(models.Model):
    """One entry of history, written in the transaction of its action. The application's role cannot change it.

    A trigger gives `seq`, `at`, `previous_hash` and `hash`: SHA-256 over the entry and the hash before it.
    """

    APPEND_ONLY = True

    process = models.ForeignKey(Process, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.IntegerField(default=0)
    at = models.DateTimeField(null=True)
    task_id = models.BigIntegerField(null=True)
    action = models.CharField(max_length=32)
    node = models.CharField(max_length=64, blank=True, default="")
    outcome = models.CharField(max_length=32, blank=True, default="")
    to_node = models.CharField(max_length=64, blank=True, default="")
    # an id, not a relation: an erased account leaves its number here and nothing else
    actor_id = models.BigIntegerField(null=True)
    request_id = models.CharField(max_length=64, blank=True, default="")
    data = models.JSONField(default=dict)
    text_digest = models.BinaryField(max_length=32, default=b"")
    previous_hash = models.BinaryField(max_length=32, default=b"")
    hash = models.BinaryField(max_length=32, default=b"")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["process", "seq"], name="event_seq")]


class EventText(models.Model):
    """The text of an entry, stored separately: erasing it leaves the hash chain intact."""

    APPEND_ONLY = True

    event = models.OneToOneField(TaskEvent, on_delete=models.PROTECT, primary_key=True, related_name="text")
    salt = models.BinaryField(max_length=16)
    body = models.TextField()


class HistoryHead(models.Model):
    """How long a process's history is and what it ends with; kept by the trigger, so that a cut tail shows."""

    READ_ONLY = True

    process = models.OneToOneField(Process, on_delete=models.PROTECT, primary_key=True, related_name="+")
    length = models.IntegerField()
    hash = models.BinaryField(max_length=32)
