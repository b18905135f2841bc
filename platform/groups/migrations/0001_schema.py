import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    replaces = [("groups", "0005_names_in_any_case")]

    dependencies = [
        ("accounts", "0001_schema"),
        ("companies", "0001_schema"),
    ]

    operations = [
        migrations.CreateModel(
            name="Group",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=300)),
                ("slug", models.CharField(blank=True, default="", max_length=300)),
                ("internal", models.BooleanField(default=False)),
                (
                    "country",
                    models.SmallIntegerField(
                        choices=[(1, "United Kingdom"), (2, "Ireland"), (3, "New Zealand"), (4, "Australia")], default=1
                    ),
                ),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("added_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "company",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="companies.company"
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="groups.group",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="group",
            name="companies",
            field=models.ManyToManyField(related_name="groups", through="groups.Membership", to="companies.company"),
        ),
        migrations.CreateModel(
            name="Association",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("added_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "company",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="associations", to="companies.company"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="associations",
                        to="accounts.user",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "company"), name="association_unique")],
            },
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("group", "company"), name="group_member_unique"),
        ),
        migrations.AddIndex(
            model_name="group",
            index=models.Index(django.db.models.functions.text.Lower("name"), models.F("id"), name="group_order"),
        ),
        migrations.AddIndex(
            model_name="group",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper("name"), "gin_trgm_ops"),
                gin_pending_list_limit=256,
                name="group_words",
            ),
        ),
        migrations.AddConstraint(
            model_name="group",
            constraint=models.UniqueConstraint(
                condition=models.Q(("slug", ""), _negated=True), fields=("slug",), name="group_slug_unique"
            ),
        ),
    ]
