"""Letters that wait or failed are found without reading those that were sent. Built beside the work of others."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("reviews", "0001_schema")]
    operations = [
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS letter_unsent"),  # what an interrupted one has left
        AddIndexConcurrently(
            "letter",
            models.Index(
                fields=["state"],
                name="letter_unsent",
                condition=models.Q(state__in=["waiting", "sending", "refused", "uncertain"]),
            ),
        ),
    ]
