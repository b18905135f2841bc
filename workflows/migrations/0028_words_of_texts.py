"""The words of history's texts stand in a column, which follows the text: a page of words need not take texts apart.

The table is written anew, and nobody reads or writes it meanwhile: about a minute for a million texts.
"""

from django.db import migrations

ADD = """
ALTER TABLE workflows_eventtext
    ADD COLUMN words tsvector GENERATED ALWAYS AS (docket_words(coalesce(body, ''))) STORED;
CREATE INDEX event_text_words ON workflows_eventtext USING gin (words)
"""
REMOVE = "ALTER TABLE workflows_eventtext DROP COLUMN words"


class Migration(migrations.Migration):
    dependencies = [("workflows", "0027_chain_with_one_write")]
    operations = [
        migrations.RemoveIndex("eventtext", "event_text_words"),
        migrations.RunSQL(ADD, REMOVE),
    ]
