"""The index of a queue's order gets what lists filter by. Beside running work: interrupted, it begins anew."""

from django.db import migrations, models
from django.db.models import Q

LISTED = models.Index(
    *("queue", "priority", "rank_at", "id"),
    name="task_listed",
    include=[
        *("process", "company_id", "status", "assignee", "lease_until", "snoozed_until", "due_at"),
        *("barred_id", "barred_too_id", "number_1", "number_2", "number_3", "text_1"),
    ],
    condition=Q(status__in=["NEW", "ASSIGNED"]) & ~Q(queue=""),
)
MADE = """
    CREATE INDEX CONCURRENTLY task_listed ON workflows_task (queue, priority, rank_at, id)
    INCLUDE (process_id, company_id, status, assignee_id, lease_until, snoozed_until, due_at,
        barred_id, barred_too_id, number_1, number_2, number_3, text_1)
    WHERE status IN ('NEW', 'ASSIGNED') AND NOT queue = ''
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0004_open_words")]
    operations = [
        # also the wait for the transactions of others, which may be long, counts as one for a lock
        migrations.RunSQL("SET lock_timeout = 0", "RESET lock_timeout"),
        migrations.SeparateDatabaseAndState(
            [
                # what an interrupted one has left is not valid
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS task_listed"),
                migrations.RunSQL(MADE),
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS task_queue"),
            ],
            [migrations.RemoveIndex("task", "task_queue"), migrations.AddIndex("task", LISTED)],
        ),
        migrations.RunSQL("RESET lock_timeout", "SET lock_timeout = 0"),
    ]
