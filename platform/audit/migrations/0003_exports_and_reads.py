"""Exports, reads of personal data and verifications of history are entries; an index finds those of an account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_time_and_actor")]
    operations = [
        migrations.AlterField(
            "auditentry",
            "kind",
            models.CharField(
                choices=[
                    ("account", "Account"),
                    ("export", "Export"),
                    ("contact", "Contact"),
                    ("verification", "Verification"),
                ],
                max_length=32,
            ),
        ),
        migrations.AddIndex(
            "auditentry",
            models.Index("user_id", "at", "id", name="audit_by", condition=models.Q(user_id__isnull=False)),
        ),
    ]
