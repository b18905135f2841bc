import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.db import migrations, models

import tickets.models.files
import tickets.models.tickets


class Migration(migrations.Migration):
    initial = True
    replaces = [("tickets", "0010_held_messages")]

    dependencies = [
        ("accounts", "0001_schema"),
        ("companies", "0001_schema"),
        ("reviews", "0001_schema"),
    ]

    operations = [
        migrations.CreateModel(
            name="CannedReply",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=120)),
                ("text", models.TextField()),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "owner",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.user"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "canned replies",
                "ordering": ["title", "id"],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("client", "Client"), ("staff", "Staff"), ("note", "Note"), ("system", "System")],
                        max_length=8,
                    ),
                ),
                ("author_name", models.CharField(blank=True, default="", max_length=300)),
                ("author_email", models.CharField(blank=True, default="", max_length=254)),
                ("text", models.TextField(blank=True, default="")),
                ("quoted", models.TextField(blank=True, default="")),
                ("cc", models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "via",
                    models.CharField(choices=[("api", "API"), ("mail", "Mail"), ("console", "Console")], max_length=8),
                ),
                (
                    "delivery",
                    models.CharField(
                        choices=[
                            ("held", "Held"),
                            ("taken_back", "Taken back"),
                            ("queued", "Queued"),
                            ("sending", "Being sent"),
                            ("sent", "Sent"),
                            ("failed", "Failed"),
                            ("not_sent", "Not sent"),
                        ],
                        max_length=10,
                        null=True,
                    ),
                ),
                ("auto", models.BooleanField(default=False)),
                ("mail_message_id", models.CharField(max_length=998, null=True)),
                ("in_reply_to", models.CharField(blank=True, default="", max_length=998)),
                ("external_id", models.CharField(max_length=200, null=True)),
                ("harm", models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list)),
                ("event_id", models.BigIntegerField(null=True)),
                (
                    "author",
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
            name="ProgramSender",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("email", models.CharField(max_length=254, unique=True)),
                ("added_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "added_by",
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
            name="Ticket",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("subject", models.CharField(max_length=300)),
                ("client_name", models.CharField(blank=True, default="", max_length=300)),
                ("client_email", models.CharField(blank=True, default="", max_length=254)),
                ("token", models.CharField(default=tickets.models.tickets.new_token, max_length=16)),
                ("source", models.CharField(blank=True, default="", max_length=32)),
                ("external_id", models.CharField(max_length=200, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("new", "New"),
                            ("replied", "Replied"),
                            ("awaiting_response", "Awaiting Response"),
                            ("escalated", "Escalated"),
                            ("resolved", "Resolved"),
                            ("merged", "Merged"),
                        ],
                        default="new",
                        max_length=32,
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("resolved_at", models.DateTimeField(null=True)),
                ("message_count", models.PositiveIntegerField(default=0)),
                ("no_automatic_mail", models.BooleanField(db_default=False, default=False)),
                ("automatic_mail_at", models.DateTimeField(null=True)),
                ("warned_at", models.DateTimeField(null=True)),
                (
                    "company",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="companies.company",
                    ),
                ),
                (
                    "last_message",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tickets.message",
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="tickets.ticket",
                    ),
                ),
                (
                    "older",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="newer",
                        to="tickets.ticket",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="message",
            name="sent_to",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tickets.ticket",
            ),
        ),
        migrations.AddField(
            model_name="message",
            name="ticket",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="messages",
                to="tickets.ticket",
            ),
        ),
        migrations.CreateModel(
            name="TicketLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("linked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "linked_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "review",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ticket_links", to="reviews.review"
                    ),
                ),
                (
                    "ticket",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="tickets.ticket",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Attachment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("type", models.CharField(max_length=100)),
                ("size", models.PositiveIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("file", models.FileField(max_length=120, upload_to=tickets.models.files.attachment_path)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "uploader",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attachments",
                        to="tickets.message",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("message", None)), fields=["created_at"], name="attachment_unsent")
                ],
            },
        ),
        migrations.CreateModel(
            name="OriginalMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("raw", models.FileField(max_length=120, upload_to=tickets.models.files.original_path)),
                ("size", models.PositiveIntegerField()),
                ("sha256", models.CharField(max_length=64, unique=True)),
                ("reason", models.CharField(blank=True, default="", max_length=64)),
                ("attempts", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("author_name", models.CharField(blank=True, db_default="", default="", max_length=300)),
                ("author_email", models.CharField(blank=True, db_default="", default="", max_length=254)),
                ("subject", models.CharField(blank=True, db_default="", default="", max_length=300)),
                ("settled_at", models.DateTimeField(null=True)),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "message",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="original",
                        to="tickets.message",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("message", None)),
                        fields=["-received_at", "-id"],
                        name="original_quarantine",
                    ),
                    models.Index(
                        condition=models.Q(("message", None), ("settled_at", None)), fields=["id"], name="original_open"
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="ticket",
            index=models.Index(
                condition=models.Q(("resolved_at", None)), fields=["-updated_at", "-id"], name="ticket_unresolved"
            ),
        ),
        migrations.AddIndex(
            model_name="ticket",
            index=models.Index(
                condition=models.Q(("resolved_at", None)), fields=["created_at", "id"], name="ticket_age"
            ),
        ),
        migrations.AddIndex(
            model_name="ticket",
            index=models.Index(fields=["status", "-updated_at", "-id"], name="ticket_status"),
        ),
        migrations.AddIndex(
            model_name="ticket",
            index=models.Index(fields=["company", "-updated_at", "-id"], name="ticket_company"),
        ),
        migrations.AddIndex(
            model_name="ticket",
            index=models.Index(
                django.db.models.functions.text.Lower("client_email"),
                models.OrderBy(models.F("id"), descending=True),
                name="ticket_client",
            ),
        ),
        migrations.AddIndex(
            model_name="ticket",
            index=models.Index(condition=models.Q(("older__isnull", False)), fields=["older"], name="ticket_continues"),
        ),
        migrations.AddIndex(
            model_name="ticket",
            index=models.Index(
                condition=models.Q(("merged_into__isnull", False)), fields=["merged_into"], name="ticket_merged"
            ),
        ),
        migrations.AddConstraint(
            model_name="ticket",
            constraint=models.UniqueConstraint(
                condition=models.Q(("external_id__isnull", False)),
                fields=("external_id", "source"),
                name="ticket_identity",
            ),
        ),
        migrations.AddConstraint(
            model_name="ticket",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("merged_into__isnull", False), ("status", "merged")),
                    models.Q(models.Q(("status", "merged"), _negated=True), ("merged_into__isnull", True)),
                    _connector="OR",
                ),
                name="ticket_merged_into",
            ),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["ticket", "created_at", "id"], name="message_thread"),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(
                condition=models.Q(("delivery__in", ["queued", "failed"])),
                fields=["delivery", "id"],
                name="message_delivery",
            ),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                condition=models.Q(("mail_message_id__isnull", False)),
                fields=("mail_message_id",),
                name="message_mail_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                condition=models.Q(("external_id__isnull", False)),
                fields=("sent_to", "external_id"),
                name="message_sent_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="ticketlink",
            constraint=models.UniqueConstraint(fields=("ticket", "review"), name="ticket_link_once"),
        ),
    ]
