"""Rows of individual people: skips, drafts, mentions, presence."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from workflows.models.history import TaskEvent
from workflows.models.processes import Task


class TaskSkip(models.Model):
    """A person skipped this item; for a day `next` offers it to them last (product.md, Next)."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="skips", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "user"], name="skip_once")]
        indexes = [models.Index(fields=["user", "at"], name="skip_user")]


class TaskDraft(models.Model):
    """The unsent input of one form: private, stored for a week (product.md, Drafts).

    `outcome` names the form; for the form of a revision see `workflows.engine.verbs.notes.REVISION`.
    """

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="drafts", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    outcome = models.CharField(max_length=32)
    form = models.JSONField(default=dict)
    saved_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "user", "outcome"], name="draft_once_a_form")]


class Mention(models.Model):
    """An entry of history that a person is notified of, such as a note or an assignment, until they mark it as seen."""

    event = models.ForeignKey(TaskEvent, on_delete=models.PROTECT, related_name="mentions")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user"], name="mention_unseen", condition=models.Q(seen_at__isnull=True))]


class Presence(models.Model):
    """A person has an item open, until a time in the near future. The table is unlogged: a crash empties it."""

    kind = models.CharField(max_length=16)
    number = models.BigIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "number", "user"], name="presence_once")]


class Notice(models.Model):
    """An item that a person is mailed about. Stored until it is mailed, then for a week."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    # one of accounts.notifications.Notification
    kind = models.CharField(max_length=20)
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "task"], condition=models.Q(mailed_at=None), name="notice_waits_once"
            )
        ]
        indexes = [
            models.Index(fields=["user", "kind", "mailed_at"], name="notice_user"),
            models.Index(fields=["mailed_at"], name="notice_mailed"),
        ]
