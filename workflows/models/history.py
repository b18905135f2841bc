"""The append-only history of processes."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from workflows.models.processes import Process


class EventType(models.Model):
    """The types of entries: a row for each combination that occurs in history. A trigger inserts it with the first
    entry.

    There are about a hundred. A list of entries with any filter merges the entries of the matching types, each read
    from an index (decision 52).
    """

    READ_ONLY = True

    kind = models.CharField(max_length=250)
    node = models.CharField(max_length=64)
    action = models.CharField(max_length=32)
    outcome = models.CharField(max_length=32)
    has_text = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "node", "action", "outcome", "has_text"], name="event_type_unique")
        ]


class TaskEvent(models.Model):
    """One entry of history, written in the same transaction as the change. The application's role cannot update it.

    One trigger sets `seq`, `at`, `previous_hash` and `hash` (SHA-256 of the entry and the previous hash), and refuses
    an actor other than that in the setting `docket.actor` (decision 45). Another sets `type_id`. The table also has a
    column `seals` that no query here reads: digests of the texts written earlier in the transaction (decision 96).
    """

    APPEND_ONLY = True
    BY_DATABASE = ("seq", "at", "previous_hash", "hash", "type_id")

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
    # the id of the EventType; no foreign key, because only the trigger sets it
    type_id = models.IntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["process", "seq"], name="event_seq")]
        indexes = [
            # the lists of history (workflows/engine/reading/history/pages.py), newest first
            models.Index("at", "id", name="event_at"),
            models.Index("type_id", "at", "id", name="event_of_type"),
            models.Index("actor_id", "type_id", "at", "id", name="event_by", condition=Q(actor_id__isnull=False)),
            models.Index("at", "id", name="event_with_text", condition=~Q(text_digest=b"")),
        ]


class EventText(models.Model):
    """The text of an entry. It has its own table, so that an erasure can empty it without breaking the hash chain."""

    APPEND_ONLY = True

    event = models.OneToOneField(TaskEvent, on_delete=models.PROTECT, primary_key=True, related_name="text")
    salt = models.BinaryField(max_length=16)
    body = models.TextField()
    # Also a column `words`: a tsvector of the body, filled by the database and indexed (migration 0028). No query loads
    # it.


class HistoryHead(models.Model):
    """Length and last hash of a process's history, set by a trigger, to detect that the newest entries were removed."""

    READ_ONLY = True

    process = models.OneToOneField(Process, on_delete=models.PROTECT, primary_key=True, related_name="+")
    length = models.IntegerField()
    hash = models.BinaryField(max_length=32)


class Verification(models.Model):
    """One verification of the whole history: who asked for it, which entries it covers, and what it found."""

    class Source(models.TextChoices):
        PERSON = "person", "A person"
        NIGHT = "night", "The nightly check"
        COMMAND = "command", "The command line"

    source = models.CharField(max_length=16, choices=Source.choices)
    # account id without a foreign key, as in history
    by_id = models.BigIntegerField(null=True)
    begun_at = models.DateTimeField(db_default=Now())
    # null while it waits or runs
    ended_at = models.DateTimeField(null=True)
    # the entries that existed at its beginning: their number, and the time of the newest
    entries = models.BigIntegerField(default=0)
    last_at = models.DateTimeField(null=True)
    # The number of faults, null before the end. Then the first fault: its `seq` is 0 for a whole process, its process
    # is null for an anchor.
    faults = models.IntegerField(null=True)
    fault = models.CharField(max_length=16, blank=True, default="")
    fault_process = models.BigIntegerField(null=True)
    fault_seq = models.IntegerField(null=True)

    class Meta:
        constraints = [
            # people share one verification: a second request waits for the running one
            models.UniqueConstraint(
                "source", name="verification_running_once", condition=Q(ended_at__isnull=True, source="person")
            )
        ]
