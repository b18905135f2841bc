"""More of an entry, and the version of the list, which a trigger moves with every change, however it was made."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

# The version is a row and not a sequence: it moves back with a transaction that is rolled back.
VERSION = """
INSERT INTO banned_words_listversion (number, stamp, changed_at) VALUES (1, gen_random_uuid(), now());
CREATE FUNCTION docket_word_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE banned_words_listversion
        SET number = number + 1, stamp = gen_random_uuid(), changed_at = clock_timestamp();
    RETURN NULL;
END
$$;
CREATE TRIGGER banned_words_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON banned_words_bannedword
    FOR EACH STATEMENT EXECUTE FUNCTION docket_word_list_changed();
"""
WITHOUT = """
DROP TRIGGER banned_words_changed ON banned_words_bannedword;
DROP FUNCTION docket_word_list_changed();
"""
# innocent words that begin like one of the first list
EXCEPTIONS = """
UPDATE banned_words_bannedword SET exceptions = given.exceptions
FROM (VALUES
    ('scam', ARRAY['scampi', 'scamper', 'scampers', 'scampered', 'scampering']),
    ('shit', ARRAY['shitake', 'shiitake', 'shih tzu', 'shi-tzu', 'shitzu', 'Shitterton']),
    ('crook', ARRAY['Crook, County Durham', 'Crookham', 'Crookes', 'crooked teeth', 'crooked tooth']),
    ('moron', ARRAY['Moroni'])
) AS given (term, exceptions) WHERE banned_words_bannedword.term = given.term AND mode = 'prefix'
"""


class Migration(migrations.Migration):
    dependencies = [("banned_words", "0002_first_list")]
    operations = [
        migrations.CreateModel(
            name="ListVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.BigIntegerField()),
                ("stamp", models.UUIDField()),
                ("changed_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField("bannedword", "language", models.CharField(blank=True, default="", max_length=8)),
        migrations.AddField(
            "bannedword",
            "exceptions",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=200), blank=True, default=list, size=None
            ),
        ),
        migrations.AddField("bannedword", "shadow", models.BooleanField(default=False)),
        migrations.AddField("bannedword", "retired_at", models.DateTimeField(blank=True, null=True)),
        migrations.AlterField("bannedword", "term", models.CharField(max_length=200)),
        migrations.AlterField(
            "bannedword",
            "mode",
            models.CharField(
                choices=[
                    ("word", "Word"),
                    ("prefix", "Beginning of a word"),
                    ("phrase", "Phrase"),
                    ("pattern", "Pattern"),
                ],
                default="word",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            "bannedword",
            models.UniqueConstraint(
                django.db.models.functions.text.Lower("term"),
                models.F("mode"),
                condition=models.Q(("retired_at", None), models.Q(("mode", "pattern"), _negated=True)),
                name="banned_word_once",
            ),
        ),
        migrations.AddConstraint(
            "bannedword",
            models.UniqueConstraint(
                fields=["term"],
                condition=models.Q(("mode", "pattern"), ("retired_at", None)),
                name="banned_pattern_once",
            ),
        ),
        migrations.CreateModel(
            name="WordTrial",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entry", models.JSONField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("running", "Running"), ("done", "Done")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("total", models.PositiveIntegerField(default=0)),
                ("searched", models.PositiveIntegerField(default=0)),
                ("result", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "saved",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="banned_words.bannedword",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(EXCEPTIONS, migrations.RunSQL.noop),
        migrations.RunSQL(VERSION, WITHOUT),
    ]
