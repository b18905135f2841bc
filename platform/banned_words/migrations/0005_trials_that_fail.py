from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("banned_words", "0004_matched")]
    operations = [
        migrations.AlterField(
            model_name="wordtrial",
            name="state",
            field=models.CharField(
                choices=[("waiting", "Waiting"), ("running", "Running"), ("done", "Done"), ("failed", "Failed")],
                default="waiting",
                max_length=10,
            ),
        ),
    ]
