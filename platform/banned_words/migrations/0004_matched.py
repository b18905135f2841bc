import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("banned_words", "0003_versions")]
    operations = [
        migrations.AddField(
            model_name="wordtrial",
            name="matched",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(), default=list, size=None
            ),
        ),
    ]
