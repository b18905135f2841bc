"""A webhook has the secret before its newest one for a day, and a delivery the time of its last attempt."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflows", "0011_job_locks")]
    operations = [
        migrations.AddField(
            "webhookendpoint",
            "previous_secret",
            models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.AddField("webhookendpoint", "previous_until", models.DateTimeField(null=True)),
        migrations.AddField("webhookdelivery", "attempted_at", models.DateTimeField(null=True)),
    ]
