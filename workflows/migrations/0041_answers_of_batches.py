from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflows", "0040_clocks_behind_harm")]
    operations = [
        migrations.AddField(
            "bulkbatch", "answer", models.CharField(blank=True, db_default="", default="", max_length=500)
        )
    ]
