"""A review's status is what its process declares: any name, not one of a list that this room keeps."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviews", "0010_lists_along_indexes")]
    operations = [
        migrations.AlterField(
            model_name="review",
            name="status",
            field=models.CharField(default="received", max_length=32),
        ),
    ]
