from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("testimonials", "0001_initial")]
    operations = [
        migrations.AddField("testimonial", "flagged_words", models.JSONField(default=list, blank=True)),
        migrations.AddField("testimonial", "words_version", models.BigIntegerField(null=True, blank=True)),
    ]
