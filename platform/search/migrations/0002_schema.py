"""A migration of its own: it needs the tables of other rooms, which need the extensions and functions of 0001."""

from pathlib import Path

from django.db import migrations


class Migration(migrations.Migration):
    replaces = [("search", "0007_stretches")]
    dependencies = [
        ("accounts", "0001_schema"),
        ("companies", "0001_schema"),
        ("reviews", "0001_schema"),
        ("search", "0001_functions"),
        ("testimonials", "0001_schema"),
        ("tickets", "0001_schema"),
    ]
    operations = [
        migrations.RunSQL(Path(__file__).with_name("names.sql").read_text()),
        migrations.RunSQL(Path(__file__).with_name("indexes.sql").read_text()),
    ]
