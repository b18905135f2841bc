"""Batches of bulk moderation: one outcome for a fixed set of items (decision 51)."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from workflows.models.references import StepField


class BatchState(models.TextChoices):
    """Not stored: `lapsed`, when nobody confirmed it before `expires_at`; `stopped`, when its job was set aside."""

    CONFIRMING = "confirming"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    ROLLING_BACK = "rolling_back"
    ROLLED_BACK = "rolled_back"


# its jobs decide it, or take it back
MOVING = (BatchState.WAITING, BatchState.RUNNING, BatchState.ROLLING_BACK)


class Result(models.TextChoices):
    WAITING = "waiting"
    DONE = "done"
    SKIPPED = "skipped"
    FAILED = "failed"
    ROLLED_BACK = "rolled_back"


class BulkBatch(models.Model):
    """One outcome of one step for up to 50,000 items. The set of items is fixed when the batch is accepted.

    The counts are those of the results of its items, changed in the same transaction.
    """

    step = StepField("Step")
    queue = models.CharField(max_length=32)
    outcome = models.CharField(max_length=32)
    form = models.JSONField(default=dict)
    # what the items were chosen by, for people to read; empty for items chosen one by one
    filter = models.JSONField(default=dict)
    # why, for those who read about the batch later; no item's history has it
    note = models.CharField(max_length=500, blank=True, default="", db_default="")
    # what the person who confirmed or cancelled it said to its owner
    answer = models.CharField(max_length=500, blank=True, default="", db_default="")
    state = models.CharField(max_length=16, choices=BatchState.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now())
    # a batch that wants a second person lapses then
    expires_at = models.DateTimeField(null=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    confirmed_at = models.DateTimeField(null=True)
    # the beginning of the present run: of the decisions, of a retry or of the rollback
    started_at = models.DateTimeField(null=True)
    # items that had a result before that
    finished_before = models.PositiveIntegerField(default=0, db_default=0)
    finished_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # when its owner last asked for a rollback
    rolled_back_at = models.DateTimeField(null=True)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    rolled_back = models.PositiveIntegerField(default=0)


class BulkItem(models.Model):
    """One item of a batch and its result. Ids are in the order of the queue.

    `code`: why it was skipped, failed, or was not rolled back. `holder_id`: who held it, or who has it now.
    `revision`: what was read of an item that was chosen by its number, such as a ticket's last message; null where that
    was not said. `lock_version`: of the task after the decision of the batch; the task has a higher one once that was
    undone. 0 where this is not known. Without foreign keys: tens of thousands of rows are written in one statement
    while a person waits.
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
    # when somebody was first found to hold it, and when it is tried again
    held_since = models.DateTimeField(null=True)
    try_at = models.DateTimeField(null=True)
    # whether the present rollback has come to it
    seen = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = [models.Index(fields=["batch", "result", "id"], name="bulk_item_result")]
