"""The log of a webhook's deliveries is read along an index. Beside running work: interrupted, it begins anew."""

from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0012_webhook_secrets")]
    operations = [
        # also the wait for the transactions of others, which may be long, counts as one for a lock
        migrations.RunSQL("SET lock_timeout = 0", "RESET lock_timeout"),
        migrations.SeparateDatabaseAndState(
            [
                # what an interrupted one has left is not valid
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS delivery_log", migrations.RunSQL.noop),
                migrations.RunSQL(
                    "CREATE INDEX CONCURRENTLY delivery_log ON workflows_webhookdelivery (endpoint_id, id)",
                    "DROP INDEX CONCURRENTLY IF EXISTS delivery_log",
                ),
            ],
            [migrations.AddIndex("webhookdelivery", models.Index(fields=["endpoint", "id"], name="delivery_log"))],
        ),
        migrations.RunSQL("RESET lock_timeout", "SET lock_timeout = 0"),
    ]
