import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("banned_words", "0006_harm_guidance"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddField("bannedword", "stopped_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "wordtrial",
            "by",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            "wordtrial",
            "reason",
            models.CharField(
                blank=True,
                choices=[("costly", "Costs too much"), ("replaced", "The same person began another")],
                db_default="",
                default="",
                max_length=10,
            ),
        ),
    ]
