"""No item of a batch that was cancelled or rolled back waits: it was skipped, and says why."""

from django.db import migrations

LEFT = """
    WITH over AS (
        SELECT id, CASE state WHEN 'cancelled' THEN 'batch_cancelled' ELSE 'batch_rolled_back' END AS code
        FROM workflows_bulkbatch WHERE state IN ('cancelled', 'rolling_back', 'rolled_back')
    ), skipped AS (
        UPDATE workflows_bulkitem item
        SET result = 'skipped', code = over.code, holder_id = NULL, held_since = NULL, try_at = NULL
        FROM over WHERE item.batch_id = over.id AND item.result = 'waiting' RETURNING item.batch_id
    )
    UPDATE workflows_bulkbatch batch SET skipped = batch.skipped + found.number
    FROM (SELECT batch_id, count(*) AS number FROM skipped GROUP BY 1) found WHERE batch.id = found.batch_id
"""


class Migration(migrations.Migration):
    dependencies = [("workflows", "0038_day_figures")]
    operations = [migrations.RunSQL(LEFT, migrations.RunSQL.noop)]
