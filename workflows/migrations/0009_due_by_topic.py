"""Due jobs are found by their topics: a kind with many does not hide another.

Beside running work: interrupted, it begins anew.
"""

from django.db import migrations, models
from django.db.models import Q

DUE = models.Index(
    fields=["topic", "available_at", "id"],
    name="outbox_due",
    condition=Q(done_at__isnull=True, set_aside_at__isnull=True),
)
MADE = """
    CREATE INDEX CONCURRENTLY outbox_due ON workflows_outboxmessage (topic, available_at, id)
    WHERE done_at IS NULL AND set_aside_at IS NULL
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0008_reasons_in_history")]
    operations = [
        # also the wait for the transactions of others, which may be long, counts as one for a lock
        migrations.RunSQL("SET lock_timeout = 0", "RESET lock_timeout"),
        migrations.SeparateDatabaseAndState(
            [
                # what an interrupted one has left is not valid
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS outbox_due"),
                migrations.RunSQL(MADE),
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS outbox_todo"),
            ],
            [migrations.RemoveIndex("outboxmessage", "outbox_todo"), migrations.AddIndex("outboxmessage", DUE)],
        ),
        migrations.RunSQL("RESET lock_timeout", "SET lock_timeout = 0"),
    ]
