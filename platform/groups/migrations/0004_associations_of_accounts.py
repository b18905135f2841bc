"""An account names its associations; nothing in the database changes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("groups", "0003_words")]
    operations = [
        migrations.AlterField(
            "association",
            "user",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="associations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
