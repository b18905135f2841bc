"""Whether a person has put away what the dashboard says on a first morning."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_promotions")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="knows_outcomes",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
