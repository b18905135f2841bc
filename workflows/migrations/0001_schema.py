import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
import viewflow.workflow.fields
import viewflow.workflow.token
from django.db import migrations, models

import workflows.models.references
import workflows.models.webhooks


class Migration(migrations.Migration):
    initial = True
    replaces = [("workflows", "0040_clocks_behind_harm")]

    dependencies = [
        ("accounts", "0001_schema"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="CountsSnapshot",
            fields=[
                ("id", models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("version", models.BigIntegerField(default=0)),
                ("refreshed_at", models.DateTimeField()),
                ("queues", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="DayFigures",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                ("moves", models.JSONField(default=list)),
                ("people", models.IntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Process",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "status",
                    models.CharField(
                        choices=[("CANCELED", "Canceled"), ("DONE", "Done"), ("NEW", "New")],
                        default="NEW",
                        max_length=50,
                        verbose_name="Status",
                    ),
                ),
                ("created", models.DateTimeField(default=django.utils.timezone.now, verbose_name="Created")),
                ("finished", models.DateTimeField(blank=True, null=True, verbose_name="Finished")),
                ("flow_class", workflows.models.references.KindField(max_length=250, verbose_name="Flow")),
                ("subject_id", models.BigIntegerField()),
                ("company_id", models.BigIntegerField(null=True)),
                ("rating", models.SmallIntegerField(null=True)),
                ("source", models.CharField(blank=True, default="", max_length=16)),
                ("country", models.SmallIntegerField(default=1)),
                ("flagged", models.PositiveSmallIntegerField(default=0)),
                ("priority", models.SmallIntegerField(choices=[(1, "Harmful or illegal"), (5, "Normal")], default=5)),
                ("outcome", models.CharField(blank=True, default="", max_length=32)),
                ("data", models.JSONField(blank=True, default=dict)),
                (
                    "override_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="overrides",
                        to="workflows.process",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TaskEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.IntegerField(default=0)),
                ("at", models.DateTimeField(null=True)),
                ("task_id", models.BigIntegerField(null=True)),
                ("action", models.CharField(max_length=32)),
                ("node", models.CharField(blank=True, default="", max_length=64)),
                ("outcome", models.CharField(blank=True, default="", max_length=32)),
                ("to_node", models.CharField(blank=True, default="", max_length=64)),
                ("actor_id", models.BigIntegerField(null=True)),
                ("request_id", models.CharField(blank=True, default="", max_length=64)),
                ("data", models.JSONField(default=dict)),
                ("text_digest", models.BinaryField(default=b"", max_length=32)),
                ("previous_hash", models.BinaryField(default=b"", max_length=32)),
                ("hash", models.BinaryField(default=b"", max_length=32)),
                ("type_id", models.IntegerField(null=True)),
                (
                    "process",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="workflows.process",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="WebhookEndpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.URLField(max_length=500)),
                ("secret", models.CharField(default=workflows.models.webhooks.new_secret, max_length=100)),
                (
                    "kinds",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=64), blank=True, default=list, size=None
                    ),
                ),
                ("active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="BulkBatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("step", workflows.models.references.StepField(max_length=255, verbose_name="Step")),
                ("queue", models.CharField(max_length=32)),
                ("outcome", models.CharField(max_length=32)),
                ("form", models.JSONField(default=dict)),
                ("filter", models.JSONField(default=dict)),
                ("note", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("answer", models.CharField(blank=True, db_default="", default="", max_length=500)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("confirming", "Confirming"),
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("cancelled", "Cancelled"),
                            ("rolling_back", "Rolling Back"),
                            ("rolled_back", "Rolled Back"),
                        ],
                        max_length=16,
                    ),
                ),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("expires_at", models.DateTimeField(null=True)),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_before", models.PositiveIntegerField(db_default=0, default=0)),
                ("finished_at", models.DateTimeField(null=True)),
                ("rolled_back_at", models.DateTimeField(null=True)),
                ("total", models.PositiveIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("skipped", models.PositiveIntegerField(default=0)),
                ("failed", models.PositiveIntegerField(default=0)),
                ("rolled_back", models.PositiveIntegerField(default=0)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HistoryHead",
            fields=[
                (
                    "process",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="workflows.process",
                    ),
                ),
                ("length", models.IntegerField()),
                ("hash", models.BinaryField(max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name="CheckProcess",
            fields=[],
            options={
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("workflows.process",),
        ),
        migrations.CreateModel(
            name="ReviewProcess",
            fields=[],
            options={
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("workflows.process",),
        ),
        migrations.CreateModel(
            name="TestimonialProcess",
            fields=[],
            options={
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("workflows.process",),
        ),
        migrations.CreateModel(
            name="TicketProcess",
            fields=[],
            options={
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("workflows.process",),
        ),
        migrations.CreateModel(
            name="DomainEvent",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=64)),
                ("subject_kind", models.CharField(max_length=32)),
                ("subject_id", models.BigIntegerField()),
                ("sequence", models.PositiveIntegerField()),
                ("payload", models.JSONField(default=dict)),
                ("occurred_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("position", models.BigIntegerField(null=True, unique=True)),
                (
                    "process",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="workflows.process",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EventText",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="text",
                        serialize=False,
                        to="workflows.taskevent",
                    ),
                ),
                ("salt", models.BinaryField(max_length=16)),
                ("body", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="EventType",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=250)),
                ("node", models.CharField(max_length=64)),
                ("action", models.CharField(max_length=32)),
                ("outcome", models.CharField(max_length=32)),
                ("has_text", models.BooleanField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "node", "action", "outcome", "has_text"), name="event_type_unique"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OutboxMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("topic", models.CharField(max_length=64)),
                ("payload", models.JSONField(default=dict)),
                ("request_id", models.CharField(blank=True, default="", max_length=64)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("available_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("last_error", models.CharField(blank=True, default="", max_length=500)),
                ("done_at", models.DateTimeField(null=True)),
                ("set_aside_at", models.DateTimeField(null=True)),
                ("once", models.BooleanField(db_default=False, default=False)),
                ("period", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("done_at__isnull", True), ("set_aside_at__isnull", True)),
                        fields=["available_at", "id"],
                        name="outbox_todo",
                    ),
                    models.Index(
                        condition=models.Q(("done_at__isnull", False)), fields=["done_at"], name="outbox_done"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("done_at__isnull", True), ("once", True), ("set_aside_at__isnull", True)),
                        fields=("topic",),
                        name="outbox_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("period__isnull", False)),
                        fields=("topic", "period"),
                        name="outbox_once_in_period",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=16)),
                ("number", models.BigIntegerField()),
                ("until", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Task",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("flow_task_type", models.CharField(max_length=50, verbose_name="Type")),
                ("assigned", models.DateTimeField(blank=True, null=True, verbose_name="Assigned")),
                ("started", models.DateTimeField(blank=True, null=True, verbose_name="Started")),
                ("finished", models.DateTimeField(blank=True, null=True, verbose_name="Finished")),
                (
                    "token",
                    viewflow.workflow.fields.TokenField(
                        default=viewflow.workflow.token.Token("start"), max_length=150, verbose_name="Token"
                    ),
                ),
                (
                    "owner_permission",
                    models.CharField(blank=True, max_length=255, null=True, verbose_name="Permission"),
                ),
                ("owner_permission_obj_pk", models.CharField(blank=True, max_length=255, null=True)),
                ("flow_task", workflows.models.references.StepField(max_length=255, verbose_name="Task")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("ASSIGNED", "Assigned"),
                            ("CANCELED", "Canceled"),
                            ("DONE", "Done"),
                            ("ERROR", "Error"),
                            ("NEW", "New"),
                            ("REVIVED", "Revived"),
                            ("SCHEDULED", "Scheduled"),
                            ("STARTED", "Started"),
                        ],
                        default="NEW",
                        max_length=16,
                    ),
                ),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("queue", models.CharField(blank=True, default="", max_length=32)),
                ("priority", models.SmallIntegerField(default=5)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("fires_at", models.DateTimeField(blank=True, null=True)),
                ("rank_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("lock_version", models.IntegerField(db_default=0, default=0)),
                ("snoozed_until", models.DateTimeField(blank=True, null=True)),
                ("barred_id", models.BigIntegerField(blank=True, null=True)),
                ("barred_too_id", models.BigIntegerField(blank=True, null=True)),
                ("came_from", models.CharField(blank=True, default="", max_length=64)),
                ("outcome", models.CharField(blank=True, default="", max_length=32)),
                ("company_id", models.BigIntegerField(null=True)),
                ("rating", models.SmallIntegerField(null=True)),
                ("flagged", models.PositiveSmallIntegerField(default=0)),
                ("data", models.JSONField(blank=True, default=dict)),
                (
                    "assignee",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "owner_permission_content_type",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="contenttypes.contenttype",
                    ),
                ),
                (
                    "previous",
                    models.ManyToManyField(related_name="leading", to="workflows.task", verbose_name="Previous"),
                ),
                (
                    "process",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="task_set", to="workflows.process"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("mailed_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="workflows.task"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mention",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seen_at", models.DateTimeField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="mentions", to="workflows.taskevent"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="workflows.task",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TaskDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("outcome", models.CharField(max_length=32)),
                ("form", models.JSONField(default=dict)),
                ("saved_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "task",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to="workflows.task",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TaskSkip",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "task",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="skips",
                        to="workflows.task",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Verification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("person", "A person"),
                            ("night", "The nightly check"),
                            ("command", "The command line"),
                        ],
                        max_length=16,
                    ),
                ),
                ("by_id", models.BigIntegerField(null=True)),
                ("begun_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("ended_at", models.DateTimeField(null=True)),
                ("entries", models.BigIntegerField(default=0)),
                ("last_at", models.DateTimeField(null=True)),
                ("faults", models.IntegerField(null=True)),
                ("fault", models.CharField(blank=True, default="", max_length=16)),
                ("fault_process", models.BigIntegerField(null=True)),
                ("fault_seq", models.IntegerField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("source"),
                        condition=models.Q(("ended_at__isnull", True), ("source", "person")),
                        name="verification_running_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("last_answer", models.CharField(blank=True, default="", max_length=100)),
                ("delivered_at", models.DateTimeField(null=True)),
                ("set_aside_at", models.DateTimeField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deliveries",
                        to="workflows.domainevent",
                    ),
                ),
                (
                    "endpoint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="workflows.webhookendpoint",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="BulkItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("task_id", models.BigIntegerField()),
                ("revision", models.BigIntegerField(null=True)),
                ("lock_version", models.IntegerField(db_default=0, default=0)),
                (
                    "result",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("done", "Done"),
                            ("skipped", "Skipped"),
                            ("failed", "Failed"),
                            ("rolled_back", "Rolled Back"),
                        ],
                        db_default="waiting",
                        default="waiting",
                        max_length=12,
                    ),
                ),
                ("code", models.CharField(db_default="", default="", max_length=64)),
                ("holder_id", models.BigIntegerField(null=True)),
                ("held_since", models.DateTimeField(null=True)),
                ("try_at", models.DateTimeField(null=True)),
                ("seen", models.BooleanField(db_default=False, default=False)),
                (
                    "batch",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="workflows.bulkbatch",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["batch", "result", "id"], name="bulk_item_result")],
            },
        ),
        migrations.CreateModel(
            name="DecisionCheck",
            fields=[
                (
                    "process",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="check_of",
                        serialize=False,
                        to="workflows.process",
                    ),
                ),
                ("started_at", models.DateTimeField(db_index=True)),
                (
                    "decision",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="workflows.taskevent"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="process",
            index=models.Index(fields=["flow_class", "subject_id"], name="process_subject"),
        ),
        migrations.AddConstraint(
            model_name="process",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "NEW")), fields=("flow_class", "subject_id"), name="process_running_once"
            ),
        ),
        migrations.AddIndex(
            model_name="domainevent",
            index=models.Index(
                condition=models.Q(("position__isnull", True)), fields=["occurred_at"], name="event_unplaced"
            ),
        ),
        migrations.AddConstraint(
            model_name="domainevent",
            constraint=models.UniqueConstraint(
                fields=("subject_kind", "subject_id", "sequence"), name="event_sequence"
            ),
        ),
        migrations.AddIndex(
            model_name="taskevent",
            index=models.Index(models.F("at"), models.F("id"), name="event_at"),
        ),
        migrations.AddIndex(
            model_name="taskevent",
            index=models.Index(models.F("type_id"), models.F("at"), models.F("id"), name="event_of_type"),
        ),
        migrations.AddIndex(
            model_name="taskevent",
            index=models.Index(
                models.F("actor_id"),
                models.F("type_id"),
                models.F("at"),
                models.F("id"),
                condition=models.Q(("actor_id__isnull", False)),
                name="event_by",
            ),
        ),
        migrations.AddIndex(
            model_name="taskevent",
            index=models.Index(
                models.F("at"),
                models.F("id"),
                condition=models.Q(("text_digest", b""), _negated=True),
                name="event_with_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="taskevent",
            constraint=models.UniqueConstraint(fields=("process", "seq"), name="event_seq"),
        ),
        migrations.AddConstraint(
            model_name="presence",
            constraint=models.UniqueConstraint(fields=("kind", "number", "user"), name="presence_once"),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("queue"),
                models.F("priority"),
                models.F("rank_at"),
                models.F("id"),
                condition=models.Q(("status__in", ("NEW", "ASSIGNED")), models.Q(("queue", ""), _negated=True)),
                name="task_queue",
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("company_id"),
                models.F("queue"),
                condition=models.Q(("status__in", ("NEW", "ASSIGNED")), models.Q(("queue", ""), _negated=True)),
                include=(
                    "rating",
                    "status",
                    "owner",
                    "assignee",
                    "lease_until",
                    "due_at",
                    "created",
                    "snoozed_until",
                    "barred_id",
                    "barred_too_id",
                ),
                name="task_waiting",
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("owner"), models.F("queue"), condition=models.Q(("status", "ASSIGNED")), name="task_owner"
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("assignee"),
                models.F("queue"),
                condition=models.Q(("assignee__isnull", False), ("status__in", ("NEW", "ASSIGNED"))),
                name="task_assignee",
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("priority"),
                models.F("rank_at"),
                models.F("id"),
                condition=models.Q(
                    ("status__in", ("NEW", "ASSIGNED")),
                    models.Q(("queue", ""), _negated=True),
                    models.Q(("assignee__isnull", False), ("status", "ASSIGNED"), _connector="OR"),
                ),
                name="task_taken",
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("owner"),
                models.F("finished"),
                condition=models.Q(("owner__isnull", False), ("status", "DONE")),
                include=("assigned", "outcome"),
                name="task_decided",
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("barred_id"),
                condition=models.Q(("barred_id__isnull", False), ("status__in", ("NEW", "ASSIGNED"))),
                name="task_barred",
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("barred_too_id"),
                condition=models.Q(("barred_too_id__isnull", False), ("status__in", ("NEW", "ASSIGNED"))),
                name="task_barred_too",
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("priority"),
                models.F("due_at"),
                models.F("id"),
                models.F("flow_task"),
                condition=models.Q(
                    ("flow_task__startswith", "ticket_resolution."), ("status__in", ("NEW", "ASSIGNED"))
                ),
                name="task_ticket_clock",
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("fires_at"),
                condition=models.Q(("fires_at__isnull", False), ("status__in", ("NEW", "ASSIGNED"))),
                name="task_fires",
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("snoozed_until"),
                condition=models.Q(("snoozed_until__isnull", False), ("status__in", ("NEW", "ASSIGNED"))),
                name="task_snoozed",
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                models.F("lease_until"),
                condition=models.Q(("lease_until__isnull", False), ("status", "ASSIGNED")),
                name="task_lease",
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["user", "kind", "mailed_at"], name="notice_user"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["mailed_at"], name="notice_mailed"),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("mailed_at", None)), fields=("user", "kind", "task"), name="notice_waits_once"
            ),
        ),
        migrations.AddIndex(
            model_name="mention",
            index=models.Index(condition=models.Q(("seen_at__isnull", True)), fields=["user"], name="mention_unseen"),
        ),
        migrations.AddConstraint(
            model_name="taskdraft",
            constraint=models.UniqueConstraint(fields=("task", "user", "outcome"), name="draft_once_a_form"),
        ),
        migrations.AddIndex(
            model_name="taskskip",
            index=models.Index(fields=["user", "at"], name="skip_user"),
        ),
        migrations.AddConstraint(
            model_name="taskskip",
            constraint=models.UniqueConstraint(fields=("task", "user"), name="skip_once"),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                condition=models.Q(("delivered_at__isnull", True), ("set_aside_at__isnull", True)),
                fields=["next_at"],
                name="delivery_todo",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhookdelivery",
            constraint=models.UniqueConstraint(fields=("endpoint", "event"), name="delivery_once"),
        ),
    ]
