"""The list of tickets by their clocks, behind harm. Built beside the work that goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

OF_TICKETS = models.Q(("flow_task__startswith", "ticket_resolution."), ("status__in", ["NEW", "ASSIGNED"]))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0039_nothing_waits_after_an_end")]
    operations = [
        AddIndexConcurrently(
            "task",
            models.Index("priority", "due_at", "id", "flow_task", name="task_ticket_clock", condition=OF_TICKETS),
        ),
        RemoveIndexConcurrently("task", "task_ticket_due"),
    ]
