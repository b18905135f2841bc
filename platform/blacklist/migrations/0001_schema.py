import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    replaces = [("blacklist", "0002_legacy_entries")]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="BlacklistEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.BinaryField(max_length=32, null=True, unique=True)),
                ("key_version", models.PositiveSmallIntegerField(default=1)),
                ("raw", models.CharField(max_length=254, null=True)),
                ("raw_key", models.CharField(max_length=254, null=True, unique=True)),
                ("hint", models.CharField(max_length=254)),
                ("notes", models.TextField(blank=True, default="")),
                ("added_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "verbose_name_plural": "blacklist entries",
                "indexes": [
                    models.Index(fields=["added_at", "id"], name="blacklist_added"),
                    models.Index(fields=["hint", "id"], name="blacklist_hint"),
                    models.Index(models.F("id"), condition=models.Q(("digest", None)), name="blacklist_legacy"),
                    models.Index(
                        condition=models.Q(("raw", None)), fields=["key_version", "id"], name="blacklist_version"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("digest__isnull", False), ("raw", None), ("raw_key", None)),
                            models.Q(("digest", None), ("raw__isnull", False), ("raw_key__isnull", False)),
                            _connector="OR",
                        ),
                        name="blacklist_hashed_or_legacy",
                    )
                ],
            },
        ),
    ]
