"""The link of a task to the one before it is found along its unique key, which begins with the task.

The index of the task alone, which a foreign key gets by itself, held the same a second time.
"""

from django.db import migrations

NAME = "workflows_task_previous_from_task_id_f7fb4b56"


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0029_one_trigger")]
    operations = [
        migrations.RunSQL(
            f"DROP INDEX CONCURRENTLY IF EXISTS {NAME}",
            [
                f"DROP INDEX CONCURRENTLY IF EXISTS {NAME}",
                f"CREATE INDEX CONCURRENTLY {NAME} ON workflows_task_previous (from_task_id)",
            ],
        ),
    ]
