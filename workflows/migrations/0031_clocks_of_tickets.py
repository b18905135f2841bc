"""The list of tickets by their clocks. Built beside the work that goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

OF_TICKETS = models.Q(("flow_task__startswith", "ticket_resolution."), ("status__in", ["NEW", "ASSIGNED"]))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0030_links_by_their_key")]
    operations = [
        AddIndexConcurrently(
            "task", models.Index("due_at", "id", "flow_task", name="task_ticket_due", condition=OF_TICKETS)
        )
    ]
