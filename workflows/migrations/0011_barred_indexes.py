"""Indexes of what is kept from somebody, for their counts; few rows, built beside the work that goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0010_what_waits_by_company")]
    operations = [
        AddIndexConcurrently(
            model_name="task",
            index=models.Index(
                models.F("barred_id"),
                condition=models.Q(("barred_id__isnull", False), ("status__in", ("NEW", "ASSIGNED"))),
                name="task_barred",
            ),
        ),
        AddIndexConcurrently(
            model_name="task",
            index=models.Index(
                models.F("barred_too_id"),
                condition=models.Q(("barred_too_id__isnull", False), ("status__in", ("NEW", "ASSIGNED"))),
                name="task_barred_too",
            ),
        ),
    ]
