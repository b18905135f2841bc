"""The append-only history of processes."""

from django.db import models

from workflows.models.processes import Process


class TaskEvent(models.Model):
    """One entry of history, written in the same transaction as the change. The application's role cannot update it.

    A trigger sets `seq`, `at`, `previous_hash` and `hash`: SHA-256 of the entry and the previous hash. It refuses an
    actor other than the one in the setting `docket.actor` (decision 45).
    """

    APPEND_ONLY = True
    BY_DATABASE = ("seq", "at", "previous_hash", "hash")

    process = models.ForeignKey(Process, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.IntegerField(default=0)
    at = models.DateTimeField(null=True)
    task_id = models.BigIntegerField(null=True)
    action = models.CharField(max_length=32)
    node = models.CharField(max_length=64, blank=True, default="")
    outcome = models.CharField(max_length=32, blank=True, default="")
    to_node = models.CharField(max_length=64, blank=True, default="")
    # an id without foreign key: after the account is erased, only the id stays
    actor_id = models.BigIntegerField(null=True)
    request_id = models.CharField(max_length=64, blank=True, default="")
    data = models.JSONField(default=dict)
    text_digest = models.BinaryField(max_length=32, default=b"")
    previous_hash = models.BinaryField(max_length=32, default=b"")
    hash = models.BinaryField(max_length=32, default=b"")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["process", "seq"], name="event_seq")]


class EventText(models.Model):
    """The text of an entry, in its own table so that an erasure can empty it without breaking the hash chain."""

    APPEND_ONLY = True

    event = models.OneToOneField(TaskEvent, on_delete=models.PROTECT, primary_key=True, related_name="text")
    salt = models.BinaryField(max_length=16)
    body = models.TextField()


class HistoryHead(models.Model):
    """Length and last hash of a process's history, set by the trigger, so that removed last entries are detected."""

    READ_ONLY = True

    process = models.OneToOneField(Process, on_delete=models.PROTECT, primary_key=True, related_name="+")
    length = models.IntegerField()
    hash = models.BinaryField(max_length=32)
