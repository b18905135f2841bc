"""The job of a delivery says when it is tried. The columns stay for a release: the one before writes them.

Beside running work: interrupted, it begins anew.
"""

from django.db import migrations


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0013_delivery_log")]
    operations = [
        # also the wait for the transactions of others, which may be long, counts as one for a lock
        migrations.RunSQL("SET lock_timeout = 0"),
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS delivery_todo"),
                migrations.RunSQL("SET lock_timeout = '2s'"),  # whoever waits for the table holds up all others
                migrations.RunSQL("ALTER TABLE workflows_webhookdelivery ALTER COLUMN next_at SET DEFAULT now()"),
            ],
            [
                migrations.RemoveIndex("webhookdelivery", "delivery_todo"),
                migrations.RemoveField("webhookdelivery", "next_at"),
                migrations.RemoveField("webhookdelivery", "set_aside_at"),
            ],
        ),
        migrations.RunSQL("RESET lock_timeout"),
    ]
