"""Stars and flags of tasks become facets: columns are renamed, and those of other kinds added. No row is rewritten."""

from django.db import migrations, models
from django.db.models import Q

OPEN = ["NEW", "ASSIGNED"]


def waiting(first: str) -> models.Index:
    """Of open tasks by company and queue; the database renames a column in it by itself."""
    return models.Index(
        "company_id",
        "queue",
        name="task_waiting",
        include=[
            *(first, "status", "owner", "assignee", "lease_until", "due_at", "created", "snoozed_until"),
            *("barred_id", "barred_too_id"),
        ],
        condition=Q(status__in=OPEN) & ~Q(queue=""),
    )


class Migration(migrations.Migration):
    dependencies = [("workflows", "0002_by_the_database")]
    operations = [
        migrations.RenameField("process", "rating", "number_1"),
        migrations.SeparateDatabaseAndState(
            [migrations.RenameField("task", "rating", "number_1")],
            [
                migrations.RemoveIndex("task", "task_waiting"),
                migrations.RenameField("task", "rating", "number_1"),
                migrations.AddIndex("task", waiting("number_1")),
            ],
        ),
        *(migrations.RenameField(model, "flagged", "number_2") for model in ("process", "task")),
        *(
            migrations.AlterField(model, "number_2", models.SmallIntegerField(null=True))
            for model in ("process", "task")
        ),
        *(migrations.AddField(model, "number_3", models.SmallIntegerField(null=True)) for model in ("process", "task")),
        *(
            migrations.AddField(model, "text_1", models.CharField(blank=True, db_default="", default="", max_length=32))
            for model in ("process", "task")
        ),
        # of a review it is in the review
        migrations.RemoveField("process", "source"),
    ]
