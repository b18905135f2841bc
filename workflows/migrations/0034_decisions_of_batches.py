"""An item of a batch keeps which decision is the batch's, so that a rollback takes back no later one."""

from django.db import migrations, models

# What was decided before: history tells it where the task has no other decision. The others keep 0, which no decided
# task has: their rollback is refused
FROM_HISTORY = """
    UPDATE workflows_bulkitem item SET lock_version = task.lock_version FROM workflows_task task
    WHERE item.result = 'done' AND task.id = item.task_id AND task.status = 'DONE' AND 1 = (
        SELECT count(*) FROM workflows_taskevent entry
        WHERE entry.process_id = task.process_id AND entry.task_id = task.id AND entry.action = 'decide'
    )
"""


class Migration(migrations.Migration):
    dependencies = [("workflows", "0033_entries_with_texts")]
    operations = [
        migrations.AddField("bulkitem", "lock_version", models.IntegerField(db_default=0, default=0)),
        migrations.RunSQL(FROM_HISTORY, migrations.RunSQL.noop),
    ]
