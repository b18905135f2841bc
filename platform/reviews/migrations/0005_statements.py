"""Statements of reasons and the letters that tell them; what each reason goes back to."""

import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

# what each of the first reasons goes back to, and the category that it is filed under
TERMS_VIOLATION = "STATEMENT_CATEGORY_OTHER_VIOLATION_TC"
CONSUMERS = "STATEMENT_CATEGORY_CONSUMER_INFORMATION"
SPEECH = "STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH"
REASONS = {
    "fake": ("Review guidelines: a review tells of a real experience.", "STATEMENT_CATEGORY_SCAMS_AND_FRAUD"),
    "conflict": ("Review guidelines: nobody reviews their own business or a competitor of it.", CONSUMERS),
    "incentivised": ("Review guidelines: a review that was rewarded says so.", CONSUMERS),
    "not-experience": ("Review guidelines: a review tells of a real experience.", TERMS_VIOLATION),
    "wrong-business": ("Review guidelines: a review is about the business that it stands at.", TERMS_VIOLATION),
    "hate": ("Public Order Act 1986, part 3 and part 3A (stirring up hatred).", SPEECH),
    "threat": ("Online Safety Act 2023, section 181 (threatening communications).", "STATEMENT_CATEGORY_VIOLENCE"),
    "sexual": ("Review guidelines: no sexual content.", TERMS_VIOLATION),
    "personal-data": (
        "Review guidelines: nothing by which a private person can be identified.",
        "STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS",
    ),
    "defamation": ("Defamation Act 2013, section 1 (serious harm to a reputation).", SPEECH),
    # which law, only who decides can tell: the form asks for it
    "illegal": ("", SPEECH),
    "advertising": ("Review guidelines: a review advertises nothing.", CONSUMERS),
    "duplicate": ("Review guidelines: one experience, one review.", TERMS_VIOLATION),
}


def add_rules(apps, schema_editor):
    reasons = apps.get_model("reviews", "Reason").objects.using(schema_editor.connection.alias)
    for code, (rule, category) in REASONS.items():
        reasons.filter(code=code).update(rule=rule, category=category)


class Migration(migrations.Migration):
    dependencies = [
        ("companies", "0001_initial"),
        ("reviews", "0004_revisions_are_whole"),
    ]

    operations = [
        migrations.AddField(
            model_name="reason",
            name="category",
            field=models.CharField(default="STATEMENT_CATEGORY_OTHER_VIOLATION_TC", max_length=80),
        ),
        migrations.AddField(
            model_name="reason",
            name="rule",
            field=models.CharField(blank=True, default="", max_length=500),
        ),
        migrations.CreateModel(
            name="Letter",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("process_id", models.BigIntegerField()),
                (
                    "about",
                    models.CharField(
                        choices=[("statement", "Statement of reasons"), ("reinstatement", "Being looked at again")],
                        max_length=20,
                    ),
                ),
                ("to", models.CharField(blank=True, default="", max_length=254)),
                ("subject", models.CharField(max_length=500)),
                ("body", models.TextField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting to be sent"),
                            ("sending", "Being sent"),
                            ("sent", "Sent"),
                            ("refused", "Refused by the mail server"),
                            ("uncertain", "It is not known whether it was sent"),
                            ("no_address", "No address is known"),
                        ],
                        default="waiting",
                        max_length=20,
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("sent_at", models.DateTimeField(null=True)),
                (
                    "review",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="letters", to="reviews.review"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("process_id", "about"), name="letter_once")],
            },
        ),
        migrations.CreateModel(
            name="Statement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("puid", models.CharField(max_length=100, unique=True)),
                ("process_id", models.BigIntegerField(unique=True)),
                (
                    "kind",
                    models.CharField(choices=[("reject", "Not published"), ("restrict", "Taken down")], max_length=20),
                ),
                ("decided_by", models.BigIntegerField(null=True)),
                (
                    "decision_visibility",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), size=None),
                ),
                ("decision_visibility_other", models.CharField(blank=True, default="", max_length=500)),
                ("decision_facts", models.TextField()),
                (
                    "decision_ground",
                    models.CharField(
                        choices=[
                            ("DECISION_GROUND_ILLEGAL_CONTENT", "Illegal content"),
                            ("DECISION_GROUND_INCOMPATIBLE_CONTENT", "Incompatible with the terms"),
                        ],
                        max_length=60,
                    ),
                ),
                ("decision_ground_reference_url", models.CharField(blank=True, default="", max_length=500)),
                ("rule", models.CharField(max_length=500)),
                ("explanation", models.CharField(max_length=2000)),
                ("category", models.CharField(max_length=80)),
                (
                    "content_type",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), size=None),
                ),
                ("content_date", models.DateField()),
                ("application_date", models.DateField()),
                (
                    "source_type",
                    models.CharField(
                        choices=[("SOURCE_VOLUNTARY", "Own initiative"), ("SOURCE_ARTICLE_16", "A notice")],
                        max_length=40,
                    ),
                ),
                ("automated_detection", models.BooleanField()),
                (
                    "automated_decision",
                    models.CharField(
                        choices=[("AUTOMATED_DECISION_NOT_AUTOMATED", "Not automated")],
                        default="AUTOMATED_DECISION_NOT_AUTOMATED",
                        max_length=60,
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "company",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="companies.company"
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviews.reason"
                    ),
                ),
                (
                    "review",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="statements", to="reviews.review"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["-created_at", "-id"], name="statement_newest")],
            },
        ),
        migrations.RunPython(add_rules, migrations.RunPython.noop),
    ]
