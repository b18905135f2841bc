"""Processes and their tasks: one table each for every flow."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from viewflow.workflow.models import AbstractProcess, AbstractTask
from viewflow.workflow.status import PROCESS, STATUS

from workflows.models.references import KindField, StepField

OPEN = (STATUS.NEW, STATUS.ASSIGNED)


class Priority(models.IntegerChoices):
    """Lower comes first, as in a service desk's P1; fixed when the task is made (product.md, Next)."""

    HARMFUL = 1, "Harmful or illegal"
    NORMAL = 5, "Normal"


class Process(AbstractProcess):
    """One run of a flow over one subject, whose company, rating and source are copied here for its tasks."""

    flow_class = KindField("Flow")
    subject_id = models.BigIntegerField()
    company_id = models.BigIntegerField(null=True)
    rating = models.SmallIntegerField(null=True)
    source = models.CharField(max_length=16, blank=True, default="")
    # whose business hours its clocks keep: a number of the specification, section 3
    country = models.SmallIntegerField(default=1)
    flagged = models.PositiveSmallIntegerField(default=0)
    priority = models.SmallIntegerField(choices=Priority.choices, default=Priority.NORMAL)
    outcome = models.CharField(max_length=32, blank=True, default="")
    # the process whose end a head moderator overrode with this one
    override_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="overrides")
    data = models.JSONField(default=dict, blank=True)

    # what the first entry of the history holds besides where the process began; set when it begins, and not stored
    noted_at_start: Mapping[str, Any] = MappingProxyType({})

    # viewflow looks these up on every process
    parent_task = seed = artifact = None

    class Meta:
        indexes = [models.Index(fields=["flow_class", "subject_id"], name="process_subject")]
        constraints = [
            # however a second one might come about: a subject is in one running process of a kind
            models.UniqueConstraint(
                fields=["flow_class", "subject_id"], name="process_running_once", condition=Q(status=PROCESS.NEW)
            )
        ]

    @property
    def kind(self) -> str:
        return str(self.flow_class.kind)


class Task(AbstractTask):
    """One step of a process. A step for people stands in a queue; `owner` with `lease_until` is its lock."""

    flow_task = StepField("Task")
    process = models.ForeignKey(Process, on_delete=models.CASCADE, related_name="task_set")
    # the inherited field cascades and has an index of its own; an account is erased, never deleted
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    status = models.CharField(max_length=16, choices=STATUS.choices, default=STATUS.NEW)
    created = models.DateTimeField(default=timezone.now)
    queue = models.CharField(max_length=32, blank=True, default="")
    priority = models.SmallIntegerField(default=Priority.NORMAL)
    # a clock that orders and reports; nothing happens by itself when it is over
    due_at = models.DateTimeField(null=True, blank=True)
    # when the node's own outcome is taken unless a person comes first (publication, for one)
    fires_at = models.DateTimeField(null=True, blank=True)
    # the order within a queue after priority: the clock where there is one, else the arrival
    rank_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)
    # grows with each change of `owner` and `lease_until`: of two answers about one lock, the higher version is newer
    lock_version = models.IntegerField(default=0, db_default=0)
    # put off until then: no list and no `next` shows it before
    snoozed_until = models.DateTimeField(null=True, blank=True)
    # who is not to work on it, nor to know of it: numbers, as in the entries of the history
    barred_id = models.BigIntegerField(null=True, blank=True)
    barred_too_id = models.BigIntegerField(null=True, blank=True)
    # the step that it came from, to which `return` leads
    came_from = models.CharField(max_length=64, blank=True, default="")
    outcome = models.CharField(max_length=32, blank=True, default="")
    company_id = models.BigIntegerField(null=True)
    rating = models.SmallIntegerField(null=True)
    flagged = models.PositiveSmallIntegerField(default=0)
    data = models.JSONField(default=dict, blank=True)

    # inherited, and of no use to any of our nodes; the first cannot go without its generic key, so its index does
    owner_permission_content_type = models.ForeignKey(
        "contenttypes.ContentType", null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    external_task_id = scheduled = None
    seed = artifact = None

    class Meta:
        indexes = [
            models.Index(
                "queue", "priority", "rank_at", "id", name="task_queue", condition=Q(status__in=OPEN) & ~Q(queue="")
            ),
            # what waits, of one company or of all: figures of queues and of companies are read from this alone
            models.Index(
                "company_id",
                "queue",
                name="task_waiting",
                include=[
                    *("rating", "status", "owner", "assignee", "lease_until", "due_at", "created", "snoozed_until"),
                    *("barred_id", "barred_too_id"),
                ],
                condition=Q(status__in=OPEN) & ~Q(queue=""),
            ),
            models.Index("owner", "queue", name="task_owner", condition=Q(status=STATUS.ASSIGNED)),
            models.Index(
                "assignee", "queue", name="task_assignee", condition=Q(status__in=OPEN, assignee__isnull=False)
            ),
            # what people have decided lately: the team's figures read this alone
            models.Index(
                "owner",
                "finished",
                name="task_decided",
                include=["assigned", "outcome"],
                condition=Q(status=STATUS.DONE, owner__isnull=False),
            ),
            # what is kept from somebody: each person's counts go without it
            models.Index("barred_id", name="task_barred", condition=Q(status__in=OPEN, barred_id__isnull=False)),
            models.Index(
                "barred_too_id", name="task_barred_too", condition=Q(status__in=OPEN, barred_too_id__isnull=False)
            ),
            models.Index("fires_at", name="task_fires", condition=Q(status__in=OPEN, fires_at__isnull=False)),
            models.Index(
                "snoozed_until", name="task_snoozed", condition=Q(status__in=OPEN, snoozed_until__isnull=False)
            ),
            models.Index(
                "lease_until", name="task_lease", condition=Q(status=STATUS.ASSIGNED, lease_until__isnull=False)
            ),
        ]

    @property
    def is_open(self) -> bool:
        return self.status in OPEN

    def bars(self, user_id: int) -> bool:
        """Whether somebody is not to work on it, nor to know of it."""
        return user_id in (self.barred_id, self.barred_too_id)
