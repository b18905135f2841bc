"""Words are looked for in the newest entries that have a text, which this index lists."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0032_bulk_finished_before")]
    operations = [
        AddIndexConcurrently(
            model_name="taskevent",
            index=models.Index(
                "at", "id", name="event_with_text", condition=models.Q(("text_digest", b""), _negated=True)
            ),
        ),
    ]
