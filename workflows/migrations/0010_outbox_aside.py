"""Jobs that were set aside are found without reading those that are done. Built beside the work of others."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0009_due_by_topic")]
    operations = [
        # also the wait for the transactions of others, which may be long, counts as one for a lock
        migrations.RunSQL("SET lock_timeout = 0", "RESET lock_timeout"),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS outbox_aside"),  # what an interrupted one has left
        AddIndexConcurrently(
            "outboxmessage",
            models.Index(fields=["set_aside_at"], name="outbox_aside", condition=models.Q(set_aside_at__isnull=False)),
        ),
        migrations.RunSQL("RESET lock_timeout", "SET lock_timeout = 0"),
    ]
