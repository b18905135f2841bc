"""What the list of banned words did with each review; the index is built beside the work that goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("reviews", "0011_statuses_of_processes")]
    operations = [
        migrations.AddField("review", "shadow_words", models.JSONField(blank=True, null=True)),
        migrations.AddField("review", "words_version", models.BigIntegerField(blank=True, null=True)),
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(
                fields=["received_at"],
                name="review_with_words",
                condition=models.Q(
                    models.Q(("flagged_words", []), _negated=True), ("shadow_words__isnull", False), _connector="OR"
                ),
            ),
        ),
    ]
