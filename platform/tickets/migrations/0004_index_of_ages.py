"""The list of open tickets by age. Built beside the work that goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tickets", "0003_indexes_of_few")]
    operations = [
        AddIndexConcurrently(
            "ticket",
            models.Index(fields=["created_at", "id"], name="ticket_age", condition=models.Q(("resolved_at", None))),
        )
    ]
