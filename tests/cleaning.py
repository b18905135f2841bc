"""Empty the tests' database. Only the owner role may do this."""

from functools import cache
from importlib import import_module

from django.apps import apps
from django.db import connections

from kit.shared import forget_everything

# tables with rows from migrations
KEPT_TABLES = {
    "banned_words_bannedword",
    "banned_words_listversion",
    "companies_category",
    "django_content_type",
    "reviews_reason",
}

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
    -- the first list of banned words stays, without what a test added to it; untouched, it keeps its version
    IF EXISTS (SELECT FROM banned_words_bannedword WHERE id > {first_list} OR retired_at IS NOT NULL) THEN
        DELETE FROM banned_words_bannedword WHERE id > {first_list};
        UPDATE banned_words_bannedword SET retired_at = NULL WHERE retired_at IS NOT NULL;
    END IF;
END
$$
"""
_FIRST_LIST = len(import_module("banned_words.migrations.0002_first_list").FIRST_LIST)


def empty_tables() -> None:
    forget_everything()
    with connections["owner"].cursor() as cursor:
        cursor.execute(_EMPTY.format(names=", ".join(f"'{name}'" for name in _tables()), first_list=_FIRST_LIST))


@cache
def _tables() -> list[str]:
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    return sorted(table for table in tables - KEPT_TABLES if not table.startswith("viewflow"))
