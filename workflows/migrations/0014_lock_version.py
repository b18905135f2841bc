"""A version for each task's lock, so that of two answers about one lock the newer is known."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflows", "0013_references_by_kind")]
    operations = [
        migrations.AddField(model_name="task", name="lock_version", field=models.IntegerField(db_default=0, default=0)),
    ]
