"""The indexes of words know in which stretch of ids a text stands: the newest with common words are found there.

Each index is built beside the work that goes on, and only then the one that it replaces is dropped. More entries wait
to be sorted in than before: that costs a search 1 or 2 ms, and spares those who write.
"""

from importlib import import_module

from django.db import migrations

OLD = {
    name: definition
    for module in ("0003_indexes", "0004_testimonials")
    for name, definition in import_module(f"search.migrations.{module}").INDEXES.items()
}
# as before, at a tenth of its time, which was a quarter of that of a text's words
SEPARATED = """
CREATE OR REPLACE FUNCTION docket_separated(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT
    replace(replace(replace(replace(replace(replace(replace(replace(replace(given,
        '/', ' '), '.', ' '), '@', ' '), '_', ' '), '<', ' '), '>', ' '), '&', ' '), ':', ' '), '=', ' ')
$$
"""
BEFORE = import_module("search.migrations.0001_words").SEPARATED.replace("CREATE", "CREATE OR REPLACE")
# connections keep the expression of an index, in which the function stands: they read it anew
READ_ANEW = [f"ALTER INDEX {name} SET (gin_pending_list_limit = 256)" for name in OLD if "docket_words" in OLD[name]]
# 256 ids; an array, because indexes of words have operators for arrays
STRETCH = """
CREATE FUNCTION docket_stretch(id bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT ARRAY[(id >> 8)::integer] $$
"""
WAITING = 1024  # kB
# what each replaces, and the id of the text
INDEXES = {
    "search_words_of_revisions": ("search_revision_words", "review_id"),
    "search_words_of_messages": ("search_message_words", "ticket_id"),
    "search_words_of_tickets": ("search_ticket_words", "id"),
    "search_words_of_versions": ("search_version_words", "testimonial_id"),
    "search_words_of_authors": ("search_testimonial_author", "id"),
}


def _created(name: str, definition: str) -> list[str]:
    """An interrupted build leaves an invalid index of this name, which the next attempt replaces."""
    return [f"DROP INDEX CONCURRENTLY IF EXISTS {name}", f"CREATE INDEX CONCURRENTLY {name} ON {definition}"]


def _replaced(name: str) -> migrations.RunSQL:
    old, column = INDEXES[name]
    words, _ = OLD[old].rsplit(") WITH ", 1)
    return migrations.RunSQL(
        [
            *_created(name, f"{words}, docket_stretch({column})) WITH (gin_pending_list_limit = {WAITING})"),
            f"DROP INDEX CONCURRENTLY IF EXISTS {old}",
        ],
        [*_created(old, OLD[old]), f"DROP INDEX CONCURRENTLY IF EXISTS {name}"],
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("search", "0006_words_of_names")]
    operations = [
        migrations.RunSQL([SEPARATED, *READ_ANEW], [BEFORE, *READ_ANEW]),
        migrations.RunSQL(STRETCH, "DROP FUNCTION docket_stretch(bigint)"),
        *map(_replaced, INDEXES),
    ]
