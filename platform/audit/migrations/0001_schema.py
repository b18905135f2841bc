from pathlib import Path

import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    replaces = [("audit", "0016_seals")]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Remark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=32)),
                ("subject_id", models.BigIntegerField()),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("user_id", models.BigIntegerField(null=True)),
                ("code", models.CharField(db_default="", default="", max_length=32)),
                ("details", models.JSONField(db_default={}, default=dict)),
                ("sentence", models.CharField(db_default="", default="", max_length=500)),
                ("remark_id", models.BigIntegerField(null=True)),
                ("request_id", models.CharField(blank=True, default="", max_length=64)),
                ("seq", models.IntegerField(default=0)),
                ("previous_hash", models.BinaryField(default=b"", max_length=32)),
                ("hash", models.BinaryField(default=b"", max_length=32)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["kind", "subject_id", "id"], name="audit_of"),
                    models.Index(fields=["at", "id"], name="audit_at"),
                    models.Index(fields=["kind", "at", "id"], name="audit_kind"),
                    models.Index(
                        models.F("user_id"),
                        models.F("at"),
                        models.F("id"),
                        condition=models.Q(("user_id__isnull", False)),
                        name="audit_by",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("kind", "subject_id", "seq"), name="audit_seq")],
            },
        ),
        migrations.CreateModel(
            name="AuditHead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=32)),
                ("subject_id", models.BigIntegerField()),
                ("length", models.IntegerField()),
                ("hash", models.BinaryField(max_length=32)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("kind", "subject_id"), name="audit_head_unique")],
            },
        ),
        migrations.RunSQL(Path(__file__).with_name("chain.sql").read_text()),
    ]
