"""What lists of reviews are ordered by: a column, with its default for the rows that are there; no row is written."""

import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("companies", "0001_initial"),
        ("reviews", "0005_statements"),
    ]

    operations = [
        migrations.AddField(
            model_name="review",
            name="moved_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now
            ),
        ),
    ]
