from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviews", "0002_letter_unsent")]

    operations = [
        migrations.AlterField(
            model_name="review",
            name="source",
            field=models.CharField(
                choices=[
                    ("wf", "WF review"),
                    ("google", "Google review"),
                    ("nhs", "NHS review"),
                    ("trustpilot", "Trustpilot review"),
                ],
                default="wf",
                max_length=16,
            ),
        ),
    ]
