from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tickets", "0008_not_sent")]
    operations = [
        migrations.AddField(
            "message",
            "cc",
            models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list),
        )
    ]
