"""Letters that wait or failed are found without reading those that were sent. Built beside the work of others."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("reviews", "0001_schema")]
    operations = [
        # also the wait for the transactions of others, which may be long, counts as one for a lock
        migrations.RunSQL("SET lock_timeout = 0", "RESET lock_timeout"),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS letter_unsent"),  # what an interrupted one has left
        AddIndexConcurrently(
            "letter",
            models.Index(
                fields=["state"],
                name="letter_unsent",
                condition=models.Q(state__in=["waiting", "sending", "refused", "uncertain"]),
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", "SET lock_timeout = 0"),
    ]
