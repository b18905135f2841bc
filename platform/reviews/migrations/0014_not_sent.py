from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviews", "0013_reason_codes")]
    operations = [
        migrations.AlterField(
            "letter",
            "state",
            models.CharField(
                choices=[
                    ("waiting", "Waiting to be sent"),
                    ("sending", "Being sent"),
                    ("sent", "Sent"),
                    ("refused", "Refused by the mail server"),
                    ("uncertain", "It is not known whether it was sent"),
                    ("no_address", "No address is known"),
                    ("cancelled", "Overtaken before it was sent"),
                    ("not_sent", "No mail server is set"),
                ],
                default="waiting",
                max_length=20,
            ),
        )
    ]
