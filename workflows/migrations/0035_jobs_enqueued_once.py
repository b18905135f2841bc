from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("workflows", "0034_decisions_of_batches")]
    operations = [
        migrations.AddField("outboxmessage", "once", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("outboxmessage", "period", models.DateTimeField(null=True)),
        # done jobs stay for a day: the table is small
        migrations.AddConstraint(
            "outboxmessage",
            models.UniqueConstraint(
                fields=["topic"],
                name="outbox_once",
                condition=Q(once=True, done_at__isnull=True, set_aside_at__isnull=True),
            ),
        ),
        migrations.AddConstraint(
            "outboxmessage",
            models.UniqueConstraint(
                fields=["topic", "period"], name="outbox_once_in_period", condition=Q(period__isnull=False)
            ),
        ),
    ]
