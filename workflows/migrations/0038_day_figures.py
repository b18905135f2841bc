from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflows", "0037_notes_of_batches")]

    operations = [
        migrations.CreateModel(
            name="DayFigures",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                ("moves", models.JSONField(default=list)),
                ("people", models.IntegerField(default=0)),
            ],
        ),
    ]
