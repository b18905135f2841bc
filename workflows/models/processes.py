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
    """Lower numbers are served first, like P1 at a service desk. Set when the task is created (product.md, Next)."""

    HARMFUL = 1, "Harmful or illegal"
    NORMAL = 5, "Normal"


# the columns of facets (`engine.core.facets`), by type
NUMBERS, TEXTS = ("number_1", "number_2", "number_3"), ("text_1",)
FACETS = (*NUMBERS, *TEXTS)


class Faceted(models.Model):
    """The values of a subject's facets. The kind of subject declares which facet each column stores."""

    number_1 = models.SmallIntegerField(null=True)
    number_2 = models.SmallIntegerField(null=True)
    number_3 = models.SmallIntegerField(null=True)
    text_1 = models.CharField(max_length=32, blank=True, default="", db_default="")

    class Meta:
        abstract = True


class Process(Faceted, AbstractProcess):
    """One run of a flow for one subject. Its company and its facets are copied here for its tasks."""

    flow_class = KindField("Flow")
    subject_id = models.BigIntegerField()
    company_id = models.BigIntegerField(null=True)
    # code of the country whose business hours the clocks use (specification, section 3)
    country = models.SmallIntegerField(default=1)
    priority = models.SmallIntegerField(choices=Priority.choices, default=Priority.NORMAL)
    outcome = models.CharField(max_length=32, blank=True, default="")
    # the ended process that a head moderator overrode with this one
    override_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="overrides")
    data = models.JSONField(default=dict, blank=True)

    # data of the first history entry; set when the process starts, not stored
    noted_at_start: Mapping[str, Any] = MappingProxyType({})

    # viewflow reads these attributes of every process
    parent_task = seed = artifact = None

    class Meta:
        indexes = [models.Index(fields=["flow_class", "subject_id"], name="process_subject")]
        constraints = [
            # a subject is in at most one running process of a kind
            models.UniqueConstraint(
                fields=["flow_class", "subject_id"],
                name="process_running_once",
                condition=Q(status=PROCESS.NEW),
                include=["id"],  # so that the processes of many tasks are found without their rows
            )
        ]

    @property
    def kind(self) -> str:
        return str(self.flow_class.kind)

    def copy_subject(self, process: "Process") -> None:
        """Take over the subject of another process, with its facets and its priority."""
        for name in ("subject_id", "company_id", "country", "priority", *FACETS):
            setattr(self, name, getattr(process, name))


class Task(Faceted, AbstractTask):
    """One step of a process. A step for people is in a queue; `owner` with `lease_until` is its lock."""

    flow_task = StepField("Task")
    process = models.ForeignKey(Process, on_delete=models.CASCADE, related_name="task_set")
    # overrides the inherited field, which cascades and has an index; accounts are erased but never deleted
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
    # for sorting and reports; nothing happens automatically at this time
    due_at = models.DateTimeField(null=True, blank=True)
    # when the step's outcome `on_fire` is taken, such as a publication, unless a person decides earlier
    fires_at = models.DateTimeField(null=True, blank=True)
    # the order within a queue after priority: `due_at` if set, otherwise the time of arrival
    rank_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)
    # incremented with each change of `owner` and `lease_until`, so that clients can order responses about a lock
    lock_version = models.IntegerField(default=0, db_default=0)
    # put off until this time: hidden from lists and `next`
    snoozed_until = models.DateTimeField(null=True, blank=True)
    # ids of accounts that may neither work on the task nor see it; no foreign keys, as in history
    barred_id = models.BigIntegerField(null=True, blank=True)
    barred_too_id = models.BigIntegerField(null=True, blank=True)
    # the step that the item came from and that `Back` leads to
    came_from = models.CharField(max_length=64, blank=True, default="")
    outcome = models.CharField(max_length=32, blank=True, default="")
    company_id = models.BigIntegerField(null=True)
    data = models.JSONField(default=dict, blank=True)

    # inherited and unused; the inherited generic foreign key needs this column, so only its index is removed
    owner_permission_content_type = models.ForeignKey(
        "contenttypes.ContentType", null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    external_task_id = scheduled = None
    seed = artifact = None

    class Meta:
        indexes = [
            # open tasks in queue order: lists with filters read only this index until a page is full
            models.Index(
                *("queue", "priority", "rank_at", "id"),
                name="task_listed",
                include=[
                    *("process", "company_id", "status", "assignee", "lease_until", "snoozed_until", "due_at"),
                    *("barred_id", "barred_too_id", *FACETS),
                ],
                condition=Q(status__in=OPEN) & ~Q(queue=""),
            ),
            # open tasks by company: counts of queues and of companies are index-only scans
            models.Index(
                "company_id",
                "queue",
                name="task_waiting",
                include=[
                    *(NUMBERS[0], "status", "owner", "assignee", "lease_until", "due_at", "created", "snoozed_until"),
                    *("barred_id", "barred_too_id"),
                ],
                condition=Q(status__in=OPEN) & ~Q(queue=""),
            ),
            models.Index("owner", "queue", name="task_owner", condition=Q(status=STATUS.ASSIGNED)),
            models.Index(
                "assignee", "queue", name="task_assignee", condition=Q(status__in=OPEN, assignee__isnull=False)
            ),
            # tasks that somebody holds or is assigned, in the order of lists
            models.Index(
                "priority",
                "rank_at",
                "id",
                name="task_taken",
                condition=Q(status__in=OPEN) & ~Q(queue="") & (Q(assignee__isnull=False) | Q(status=STATUS.ASSIGNED)),
            ),
            # recent decisions by person: the team's figures are index-only scans
            models.Index(
                "owner",
                "finished",
                name="task_decided",
                include=["assigned", "outcome"],
                condition=Q(status=STATUS.DONE, owner__isnull=False),
            ),
            # tasks that bar a person: subtracted from that person's counts
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
        """Whether a person may neither work on the task nor see it."""
        return user_id in (self.barred_id, self.barred_too_id)
