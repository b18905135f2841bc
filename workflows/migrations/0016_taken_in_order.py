"""An index of what people hold or are assigned, in the order of lists; built beside the work that goes on.

The list of what is assigned to others read and sorted all of it for each page.
"""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0015_history_without_names")]
    operations = [
        AddIndexConcurrently(
            model_name="task",
            index=models.Index(
                models.F("priority"),
                models.F("rank_at"),
                models.F("id"),
                condition=models.Q(
                    ("status__in", ("NEW", "ASSIGNED")),
                    models.Q(("queue", ""), _negated=True),
                    models.Q(("assignee__isnull", False), ("status", "ASSIGNED"), _connector="OR"),
                ),
                name="task_taken",
            ),
        ),
    ]
