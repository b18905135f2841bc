"""The index of what waits serves companies as well as queues; built beside the work that goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0009_a_draft_for_each_form")]
    operations = [
        AddIndexConcurrently(
            model_name="task",
            index=models.Index(
                models.F("company_id"),
                models.F("queue"),
                condition=models.Q(("status__in", ("NEW", "ASSIGNED")), models.Q(("queue", ""), _negated=True)),
                include=(
                    *("rating", "status", "owner", "assignee", "lease_until", "due_at", "created", "snoozed_until"),
                    *("barred_id", "barred_too_id"),
                ),
                name="task_waiting",
            ),
        ),
        RemoveIndexConcurrently(model_name="task", name="task_counts"),
    ]
