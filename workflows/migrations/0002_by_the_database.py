"""What the database does by itself. Apart from the tables: an index that goes is made when theirs are complete."""

from pathlib import Path

from django.db import migrations

from workflows.migrations import _texts


class Migration(migrations.Migration):
    replaces = [("workflows", "0041_answers_of_batches")]
    dependencies = [
        ("audit", "0001_schema"),
        ("banned_words", "0001_schema"),
        ("restrictions", "0001_schema"),
        ("search", "0002_schema"),
        ("workflows", "0001_schema"),
    ]
    operations = [
        migrations.RunSQL(Path(__file__).with_name("tasks.sql").read_text()),
        migrations.RunSQL(Path(__file__).with_name("history.sql").read_text()),
        migrations.RunSQL(_texts.STATEMENTS),
        migrations.RunSQL(Path(__file__).with_name("erasure.sql").read_text()),
    ]
