from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_time_and_actor")]
    operations = [
        migrations.AlterField(
            "auditentry",
            "kind",
            models.CharField(choices=[("account", "Account"), ("word", "Banned word")], max_length=32),
        )
    ]
