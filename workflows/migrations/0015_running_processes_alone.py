"""Which subjects are in a running process is read from an index alone.

Beside running work: interrupted, it begins anew, and one of both indexes keeps a subject in one process.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0014_delivery_by_its_job")]
    operations = [
        # also the wait for the transactions of others, which may be long, counts as one for a lock
        migrations.RunSQL("SET lock_timeout = 0"),
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS process_running_with_id"),
                migrations.RunSQL(
                    "CREATE UNIQUE INDEX CONCURRENTLY process_running_with_id"
                    " ON workflows_process (flow_class, subject_id) INCLUDE (id) WHERE status = 'NEW'"
                ),
                migrations.RunSQL("SET lock_timeout = '2s'"),  # whoever waits for the table holds up all others
                migrations.RunSQL(
                    "BEGIN; DROP INDEX process_running_once;"
                    " ALTER INDEX process_running_with_id RENAME TO process_running_once; COMMIT"
                ),
            ],
            [
                migrations.RemoveConstraint("process", "process_running_once"),
                migrations.AddConstraint(
                    "process",
                    models.UniqueConstraint(
                        condition=models.Q(status="NEW"),
                        fields=("flow_class", "subject_id"),
                        include=("id",),
                        name="process_running_once",
                    ),
                ),
            ],
        ),
        migrations.RunSQL("RESET lock_timeout"),
    ]
