from pathlib import Path

from django.contrib.postgres.operations import TrigramExtension, UnaccentExtension
from django.db import migrations


class Migration(migrations.Migration):
    initial = True
    replaces = [("search", "0006_words_of_names")]
    dependencies: list[tuple[str, str]] = []
    operations = [
        TrigramExtension(),
        UnaccentExtension(),
        migrations.RunSQL(Path(__file__).with_name("functions.sql").read_text()),
    ]
