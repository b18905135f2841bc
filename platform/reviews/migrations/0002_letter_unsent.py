"""A partial index for letters that are waiting or failed. Built concurrently, so that writes are not blocked."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("reviews", "0001_schema")]
    operations = [
        # CREATE INDEX CONCURRENTLY waits for other transactions, and lock_timeout would count that wait
        migrations.RunSQL("SET lock_timeout = 0", "RESET lock_timeout"),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS letter_unsent"),  # an interrupted build leaves it
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
