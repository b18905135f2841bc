"""The orders of the list of tags; the indexes are built beside the work that goes on."""

import django.db.models.functions.comparison
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tags", "0002_system_tags")]
    operations = [
        AddIndexConcurrently(model_name="tag", index=models.Index(fields=["members", "id"], name="tag_members")),
        AddIndexConcurrently(model_name="tag", index=models.Index(fields=["reviews", "id"], name="tag_reviews")),
        AddIndexConcurrently(
            model_name="tag",
            index=models.Index(
                django.db.models.functions.comparison.Coalesce("rating", 0.0), models.F("id"), name="tag_rating"
            ),
        ),
    ]
