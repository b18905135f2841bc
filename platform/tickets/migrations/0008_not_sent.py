from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tickets", "0007_harm_of_messages")]
    operations = [
        migrations.AlterField(
            "message",
            "delivery",
            models.CharField(
                choices=[
                    ("queued", "Queued"),
                    ("sending", "Being sent"),
                    ("sent", "Sent"),
                    ("failed", "Failed"),
                    ("not_sent", "Not sent"),
                ],
                max_length=8,
                null=True,
            ),
        )
    ]
