"""Empty the tests' database. Only the owner role may do this."""

from functools import cache

from django.apps import apps
from django.db import connections

from kit.shared import forget_everything

# tables with rows from migrations
KEPT_TABLES = {"banned_words_bannedword", "banned_words_listversion", "django_content_type", "reviews_reason"}

# One transaction, so that foreign keys are checked at the end; TRUNCATE would create new files for each table.
_EMPTY = """
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[{names}] LOOP
        EXECUTE format('DELETE FROM %I', name);
        PERFORM setval(pg_get_serial_sequence(name, 'id'), 1, false)
            FROM pg_attribute WHERE attrelid = name::regclass AND attname = 'id';
    END LOOP;
    -- the first list of banned words as migrations made it; untouched, it keeps its version
    IF EXISTS (TABLE banned_words_bannedword EXCEPT TABLE at_first.words)
        OR EXISTS (TABLE at_first.words EXCEPT TABLE banned_words_bannedword) THEN
        DELETE FROM banned_words_bannedword;
        INSERT INTO banned_words_bannedword TABLE at_first.words;
    END IF;
END
$$
"""


def remember_first_words() -> None:
    """In a database that has only been migrated: what tests change of the first list is restored from here."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("CREATE SCHEMA at_first; CREATE TABLE at_first.words AS TABLE banned_words_bannedword")


def empty_tables() -> None:
    forget_everything()
    with connections["owner"].cursor() as cursor:
        cursor.execute(_EMPTY.format(names=", ".join(f"'{name}'" for name in _tables())))


@cache
def _tables() -> list[str]:
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    return sorted(table for table in tables - KEPT_TABLES if not table.startswith("viewflow"))
