from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tickets", "0005_message_sent_once")]
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
