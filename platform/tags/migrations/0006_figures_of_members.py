"""What a rule counts of each company: the figures of a tag are their sum. Filled by the next evaluation."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tags", "0005_names_in_any_case")]
    operations = [
        migrations.AddField(model_name="tagmember", name="reviews", field=models.PositiveIntegerField(null=True)),
        migrations.AddField(model_name="tagmember", name="rating", field=models.FloatField(null=True)),
    ]
