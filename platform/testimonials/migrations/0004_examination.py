from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("testimonials", "0003_description")]
    operations = [
        migrations.AddField(
            "original",
            "examination",
            models.CharField(db_default="good", default="good", max_length=16),
        ),
    ]
