import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    replaces = [("restrictions", "0001_initial")]

    dependencies = [
        ("accounts", "0001_schema"),
        ("companies", "0001_schema"),
        ("reviews", "0001_schema"),
    ]

    operations = [
        migrations.CreateModel(
            name="RequestToRestrict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("rating", models.SmallIntegerField(null=True)),
                (
                    "ground",
                    models.CharField(
                        choices=[
                            ("defamation", "Defamation"),
                            ("privacy", "Privacy"),
                            ("not-a-customer", "Not a customer"),
                            ("wrong-business", "Wrong business"),
                            ("offensive", "Offensive"),
                            ("other", "Other"),
                        ],
                        max_length=20,
                    ),
                ),
                ("facts", models.TextField()),
                ("contact_name", models.CharField(max_length=300)),
                ("contact_email", models.CharField(max_length=254)),
                ("contact_role", models.CharField(max_length=300)),
                ("good_faith", models.BooleanField()),
                ("received_at", models.DateTimeField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("restricted", "Review restricted"),
                            ("declined", "Declined"),
                            ("closed", "Closed"),
                        ],
                        default="open",
                        max_length=20,
                    ),
                ),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
                (
                    "asked_with",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.apikey",
                    ),
                ),
                (
                    "company",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="companies.company",
                    ),
                ),
                (
                    "review",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="restriction_requests",
                        to="reviews.review",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["company"], include=("rating", "status"), name="restriction_company")],
                "constraints": [
                    models.UniqueConstraint(fields=("review", "number"), name="restriction_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open")), fields=("review",), name="restriction_open_once"
                    ),
                    models.CheckConstraint(condition=models.Q(("number__range", (1, 3))), name="restriction_at_most"),
                    models.CheckConstraint(condition=models.Q(("good_faith", True)), name="restriction_good_faith"),
                ],
            },
        ),
    ]
