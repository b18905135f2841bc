from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_links_of_their_givers")]
    operations = [
        migrations.CreateModel(
            "KeyFingerprint",
            [
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("fingerprint", models.CharField(max_length=64)),
                ("accepted_at", models.DateTimeField()),
            ],
        ),
    ]
