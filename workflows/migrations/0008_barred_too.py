from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflows", "0007_decided_by_person")]

    operations = [migrations.AddField("task", "barred_too_id", models.BigIntegerField(blank=True, null=True))]
