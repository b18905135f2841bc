"""Plurals and possessives as a choice of the entry: on for new ones, off for those that are there."""

from django.db import migrations, models

# a list that nobody has changed is the first one, which has been tried: with its plurals and possessives no innocent
# word is found in 148,688 texts of patients
FIRST_LIST = """
UPDATE banned_words_bannedword SET endings = true
WHERE mode IN ('word', 'phrase') AND (SELECT number = 1 FROM banned_words_listversion)
"""


class Migration(migrations.Migration):
    dependencies = [("banned_words", "0007_what_patterns_cost")]
    operations = [
        migrations.AddField("bannedword", "endings", models.BooleanField(default=False)),
        migrations.AlterField("bannedword", "endings", models.BooleanField(default=None)),
        migrations.RunSQL(FIRST_LIST, migrations.RunSQL.noop),
    ]
