"""An index of what people have decided, for the team's figures; built beside the work that goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0006_presence")]
    operations = [
        AddIndexConcurrently(
            model_name="task",
            index=models.Index(
                models.F("owner"),
                models.F("finished"),
                condition=models.Q(("owner__isnull", False), ("status", "DONE")),
                include=("assigned", "outcome"),
                name="task_decided",
            ),
        ),
    ]
