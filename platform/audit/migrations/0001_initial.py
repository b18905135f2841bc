from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    initial = True
    dependencies: list[tuple[str, str]] = []

    operations = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("account", "Account")], max_length=32)),
                ("subject_id", models.BigIntegerField()),
                ("at", models.DateTimeField(db_default=Now())),
                ("user_id", models.BigIntegerField(null=True)),
                ("sentence", models.CharField(max_length=500)),
                ("request_id", models.CharField(blank=True, default="", max_length=64)),
            ],
            options={"indexes": [models.Index(fields=["kind", "subject_id", "id"], name="audit_of")]},
        ),
    ]
