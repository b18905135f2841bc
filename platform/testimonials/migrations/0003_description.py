from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("testimonials", "0002_words")]
    operations = [
        migrations.AddField(
            "testimonial",
            "description",
            models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
    ]
