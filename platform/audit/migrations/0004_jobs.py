from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0003_kinds_and_accounts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="auditentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("account", "Account"),
                    ("bulk", "Bulk batch"),
                    ("blacklist", "Blacklist"),
                    ("export", "Export"),
                    ("contact", "Contact"),
                    ("verification", "Verification"),
                    ("word", "Banned word"),
                    ("job", "Background job"),
                ],
                max_length=32,
            ),
        ),
    ]
