from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0013_imports"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(fields=["at", "id"], name="audit_at"),
        ),
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(fields=["kind", "at", "id"], name="audit_kind"),
        ),
    ]
