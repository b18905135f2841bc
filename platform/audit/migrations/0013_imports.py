from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0012_keys_and_webhooks"),
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
                    ("company", "Company"),
                    ("group", "Company group"),
                    ("tag", "Organisation tag"),
                    ("export", "Export"),
                    ("import", "Import"),
                    ("contact", "Contact"),
                    ("ticket", "Ticket"),
                    ("testimonial", "Testimonial"),
                    ("canned_reply", "Canned reply"),
                    ("verification", "Verification"),
                    ("word", "Banned word"),
                    ("reason", "Reason code"),
                    ("key", "API key"),
                    ("webhook", "Webhook"),
                    ("job", "Background job"),
                ],
                max_length=32,
            ),
        ),
    ]
