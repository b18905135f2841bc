from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0009_testimonials"),
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
                    ("contact", "Contact"),
                    ("ticket", "Ticket"),
                    ("testimonial", "Testimonial"),
                    ("canned_reply", "Canned reply"),
                    ("verification", "Verification"),
                    ("word", "Banned word"),
                    ("reason", "Reason code"),
                    ("job", "Background job"),
                ],
                max_length=32,
            ),
        ),
    ]
