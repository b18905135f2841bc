"""Sessions hold the position of their last change, for reads by a replica."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_schema")]
    operations = [
        migrations.AddField("accesstoken", "position", models.BigIntegerField(db_default=0, default=0)),
    ]
