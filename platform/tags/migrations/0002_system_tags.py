"""The product's own tags. Their rules are evaluated each night, as those of smart tags are."""

from django.db import migrations

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
    dependencies = [("tags", "0001_initial")]

    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
