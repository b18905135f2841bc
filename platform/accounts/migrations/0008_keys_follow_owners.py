from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_notifications")]

    operations = [
        migrations.AddField("apikey", "follows_owner", models.BooleanField(db_default=False, default=False)),
    ]
