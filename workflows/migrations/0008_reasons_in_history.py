"""History is read by the reason of its decisions."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("workflows", "0007_second_look")]
    operations = [
        migrations.RunSQL(
            "CREATE INDEX event_of_reason ON workflows_taskevent ((data->>'reason'), at, id)"
            " WHERE data->>'reason' IS NOT NULL",
            "DROP INDEX event_of_reason",
        )
    ]
