"""Batches of bulk moderation: one outcome for a fixed set of items (decision 51)."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from workflows.models.references import StepField


class BatchState(models.TextChoices):
    """`lapsed` (not confirmed before `expires_at`) and `stopped` (its job was set aside) are derived and not stored."""

    CONFIRMING = "confirming"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    ROLLING_BACK = "rolling_back"
    ROLLED_BACK = "rolled_back"


# states in which the jobs of the batch decide items or undo decisions
MOVING = (BatchState.WAITING, BatchState.RUNNING, BatchState.ROLLING_BACK)


class Result(models.TextChoices):
    WAITING = "waiting"
    DONE = "done"
    SKIPPED = "skipped"
    FAILED = "failed"
    ROLLED_BACK = "rolled_back"


class BulkBatch(models.Model):
    """One outcome of one step for up to 50,000 items. The set of items is fixed when the batch is accepted.

    The counters hold the number of items by result; both change in the same transaction.
    """

    step = StepField("Step")
    queue = models.CharField(max_length=32)
    outcome = models.CharField(max_length=32)
    form = models.JSONField(default=dict)
    # the filter that selected the items, for people to read; empty if they were selected one by one
    filter = models.JSONField(default=dict)
    # the owner's reason, for later readers of the batch; it is not in the history of the items
    note = models.CharField(max_length=500, blank=True, default="", db_default="")
    # what the person who confirmed or cancelled the batch wrote to its owner
    answer = models.CharField(max_length=500, blank=True, default="", db_default="")
    state = models.CharField(max_length=16, choices=BatchState.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now())
    # an unconfirmed batch lapses at this time
    expires_at = models.DateTimeField(null=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    confirmed_at = models.DateTimeField(null=True)
    # the start of the current run: of the decisions, of a retry or of the rollback
    started_at = models.DateTimeField(null=True)
    # number of items that had a result before the current run
    finished_before = models.PositiveIntegerField(default=0, db_default=0)
    finished_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # when its owner last started a rollback
    rolled_back_at = models.DateTimeField(null=True)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    rolled_back = models.PositiveIntegerField(default=0)


class BulkItem(models.Model):
    """One item of a batch and its result. Ids are in the order of the queue.

    `code`: why the item was skipped, failed, or was not rolled back. `holder_id`: who held it then. `revision`: what
    the person read of an item that was selected by id, such as a ticket's last message; null if not stated.
    `lock_version`: the version of the task after the batch decided it (undoing the decision increases it); 0 if
    unknown. There are no foreign keys: tens of thousands of rows are written in one statement while a person waits.
    """

    batch = models.ForeignKey(
        BulkBatch, on_delete=models.CASCADE, related_name="items", db_constraint=False, db_index=False
    )
    task_id = models.BigIntegerField()
    revision = models.BigIntegerField(null=True)
    lock_version = models.IntegerField(default=0, db_default=0)
    result = models.CharField(max_length=12, choices=Result.choices, default=Result.WAITING, db_default="waiting")
    code = models.CharField(max_length=64, default="", db_default="")
    holder_id = models.BigIntegerField(null=True)
    # when it was first found held by somebody, and when the batch tries it again
    held_since = models.DateTimeField(null=True)
    try_at = models.DateTimeField(null=True)
    # whether the current rollback has tried it
    seen = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = [models.Index(fields=["batch", "result", "id"], name="bulk_item_result")]
