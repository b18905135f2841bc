import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflows", "0004_taken_by_queue")]

    operations = [
        migrations.CreateModel(
            name="CheckProcess",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("workflows.process",),
        ),
        migrations.AddField("task", "barred_id", models.BigIntegerField(blank=True, null=True)),
        migrations.CreateModel(
            name="DecisionCheck",
            fields=[
                (
                    "process",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="check_of",
                        serialize=False,
                        to="workflows.process",
                    ),
                ),
                (
                    "decision",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="workflows.taskevent"
                    ),
                ),
                ("started_at", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
