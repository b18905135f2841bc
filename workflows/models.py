"""One process table, one task table, and an append-only history for every process of the product."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from viewflow.workflow.models import AbstractProcess, AbstractTask
from viewflow.workflow.status import STATUS

OPEN = (STATUS.NEW, STATUS.ASSIGNED)


class Priority(models.IntegerChoices):
    """Lower comes first, as in a service desk's P1; fixed when the task is made (product.md, Next)."""

    HARMFUL = 1, "Harmful or illegal"
    NORMAL = 5, "Normal"


class Process(AbstractProcess):
    """One run of a flow over one subject, whose company, rating and source are copied here for its tasks."""

    subject_id = models.BigIntegerField()
    company_id = models.BigIntegerField(null=True)
    rating = models.SmallIntegerField(null=True)
    source = models.CharField(max_length=16, blank=True, default="")
    flagged = models.PositiveSmallIntegerField(default=0)
    priority = models.SmallIntegerField(choices=Priority.choices, default=Priority.NORMAL)
    outcome = models.CharField(max_length=32, blank=True, default="")
    data = models.JSONField(default=dict, blank=True)

    # viewflow looks these up on every process
    parent_task = seed = artifact = None

    class Meta:
        indexes = [models.Index(fields=["flow_class", "subject_id"], name="process_subject")]

    @property
    def kind(self) -> str:
        return str(self.flow_class.kind)


class Task(AbstractTask):
    """One step of a process. A step for people stands in a queue; `owner` with `lease_until` is its lock."""

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
            models.Index(
                F("queue"),
                name="task_counts",
                include=["status", "owner", "assignee", "lease_until", "due_at", "created"],
                condition=Q(status__in=OPEN) & ~Q(queue=""),
            ),
            models.Index("owner", "queue", name="task_owner", condition=Q(status=STATUS.ASSIGNED)),
            models.Index(
                "assignee", "queue", name="task_assignee", condition=Q(status__in=OPEN, assignee__isnull=False)
            ),
            models.Index("fires_at", name="task_fires", condition=Q(status__in=OPEN, fires_at__isnull=False)),
            models.Index(
                "lease_until", name="task_lease", condition=Q(status=STATUS.ASSIGNED, lease_until__isnull=False)
            ),
        ]

    @property
    def is_open(self) -> bool:
        return self.status in OPEN


class TaskEvent(models.Model):
    """One entry of history. Written in the transaction of what it tells; the application's role cannot change it.

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
    """What somebody wrote with an entry, apart from it: an erasure may empty this and leave the chain whole."""

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


class CountsSnapshot(models.Model):
    """The queues' figures, counted by one process a second for all of them (product.md, last line)."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    version = models.BigIntegerField(default=0)
    refreshed_at = models.DateTimeField()
    queues = models.JSONField(default=dict)
    taken = models.IntegerField(default=0)


class OutboxMessage(models.Model):
    """A job promised by a transaction: it exists if and only if that transaction was committed."""

    topic = models.CharField(max_length=64)
    payload = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    # not before: new, after a failed try, or when the message that was handed to the broker must be taken for lost
    available_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=500, blank=True, default="")
    done_at = models.DateTimeField(null=True)
    set_aside_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["available_at", "id"],
                name="outbox_todo",
                condition=Q(done_at__isnull=True, set_aside_at__isnull=True),
            ),
            models.Index(fields=["done_at"], name="outbox_done", condition=Q(done_at__isnull=False)),
        ]
