import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.db import migrations, models

# the system tags; their rules are evaluated each night, like those of smart tags
SYSTEM = (
    (
        "Google reviews",
        "social_media",
        "Companies with published reviews from Google.",
        {"match": "all", "conditions": [{"field": "source", "value": "google"}]},
    ),
    (
        "NHS reviews",
        "service_level",
        "Companies with published reviews from the NHS.",
        {"match": "all", "conditions": [{"field": "source", "value": "nhs"}]},
    ),
    (
        "Five stars",
        "engagement",
        "Companies with published reviews of five stars.",
        {"match": "all", "conditions": [{"field": "rating", "compare": "at_least", "value": 5}]},
    ),
)


def add(apps, schema_editor):
    tags = apps.get_model("tags", "Tag").objects.using(schema_editor.connection.alias)
    for name, category, description, rule in SYSTEM:
        tags.create(name=name, category=category, description=description, type="system", rule=rule)


class Migration(migrations.Migration):
    initial = True
    replaces = [("tags", "0006_figures_of_members")]

    dependencies = [
        ("companies", "0001_schema"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("software", "Software"),
                            ("features", "Features"),
                            ("service_level", "Service Level"),
                            ("dental", "Dental"),
                            ("social_media", "Social Media"),
                            ("engagement", "Engagement"),
                        ],
                        max_length=16,
                    ),
                ),
                ("description", models.CharField(blank=True, default="", max_length=2000)),
                (
                    "type",
                    models.CharField(
                        choices=[("system", "System"), ("smart", "Smart"), ("user", "User-defined")], max_length=8
                    ),
                ),
                ("rule", models.JSONField(null=True)),
                ("members", models.PositiveIntegerField(default=0)),
                ("reviews", models.PositiveIntegerField(default=0)),
                ("rating", models.FloatField(null=True)),
                ("counted_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
        ),
        migrations.CreateModel(
            name="TagMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("added_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("reviews", models.PositiveIntegerField(null=True)),
                ("rating", models.FloatField(null=True)),
                (
                    "company",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tag_memberships",
                        to="companies.company",
                    ),
                ),
                (
                    "tag",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tags.tag",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="tag",
            name="companies",
            field=models.ManyToManyField(related_name="tags", through="tags.TagMember", to="companies.company"),
        ),
        migrations.AddConstraint(
            model_name="tagmember",
            constraint=models.UniqueConstraint(fields=("tag", "company"), name="tag_member_unique"),
        ),
        migrations.AddIndex(
            model_name="tag",
            index=models.Index(django.db.models.functions.text.Lower("name"), models.F("id"), name="tag_order"),
        ),
        migrations.AddIndex(
            model_name="tag",
            index=models.Index(fields=["members", "id"], name="tag_members"),
        ),
        migrations.AddIndex(
            model_name="tag",
            index=models.Index(fields=["reviews", "id"], name="tag_reviews"),
        ),
        migrations.AddIndex(
            model_name="tag",
            index=models.Index(
                django.db.models.functions.comparison.Coalesce("rating", 0.0), models.F("id"), name="tag_rating"
            ),
        ),
        migrations.AddIndex(
            model_name="tag",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper("name"), "gin_trgm_ops"),
                gin_pending_list_limit=256,
                name="tag_words",
            ),
        ),
        migrations.AddIndex(
            model_name="tag",
            index=models.Index(
                models.F("category"),
                django.db.models.functions.text.Lower("name"),
                models.F("id"),
                name="tag_category_order",
            ),
        ),
        migrations.AddIndex(
            model_name="tag",
            index=models.Index(
                models.F("type"), django.db.models.functions.text.Lower("name"), models.F("id"), name="tag_type_order"
            ),
        ),
        migrations.AddConstraint(
            model_name="tag",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("rule__isnull", True), ("type", "user")),
                    models.Q(models.Q(("type", "user"), _negated=True), ("rule__isnull", False)),
                    _connector="OR",
                ),
                name="tag_rule_unless_user",
            ),
        ),
        migrations.RunPython(add),
    ]
