from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflows", "0036_texts_in_the_chain")]
    operations = [
        migrations.AddField(
            "bulkbatch", "note", models.CharField(blank=True, db_default="", default="", max_length=500)
        ),
        migrations.AddField("bulkbatch", "rolled_back_at", models.DateTimeField(null=True)),
    ]
