"""Locks of long jobs as rows, for workers behind a pooler of connections."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflows", "0010_outbox_aside")]
    operations = [
        migrations.CreateModel(
            name="JobLock",
            fields=[
                ("name", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("holder", models.CharField(max_length=32)),
                ("until", models.DateTimeField()),
            ],
        )
    ]
