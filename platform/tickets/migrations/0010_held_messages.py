from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tickets", "0009_people_of_messages")]
    operations = [
        migrations.AlterField(
            "message",
            "delivery",
            models.CharField(
                choices=[
                    ("held", "Held"),
                    ("taken_back", "Taken back"),
                    ("queued", "Queued"),
                    ("sending", "Being sent"),
                    ("sent", "Sent"),
                    ("failed", "Failed"),
                    ("not_sent", "Not sent"),
                ],
                max_length=10,
                null=True,
            ),
        )
    ]
