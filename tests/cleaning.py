"""Empty the tests' database. Only the owner role may do this."""

from functools import cache

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
# tables without a model
OTHER_TABLES = {"search_companyword"}

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
    {restored}
END
$$
"""
# untouched, the list of banned words keeps its version
_RESTORED = """
    IF EXISTS (TABLE {name} EXCEPT TABLE at_first.{name}) OR EXISTS (TABLE at_first.{name} EXCEPT TABLE {name}) THEN
        DELETE FROM {name};
        INSERT INTO {name} TABLE at_first.{name};
    END IF;
"""
# as migrations made them; tests may change them
_RESTORED_TABLES = ("banned_words_bannedword", "reviews_reason")


def remember_first_rows() -> None:
    """In a database that has only been migrated: what tests change of the first rows is restored from here."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("CREATE SCHEMA at_first")
        for name in _RESTORED_TABLES:
            cursor.execute(f"CREATE TABLE at_first.{name} AS TABLE {name}")


def empty_tables() -> None:
    forget_everything()
    with connections["owner"].cursor() as cursor:
        names = ", ".join(f"'{name}'" for name in _tables())
        restored = "".join(_RESTORED.format(name=name) for name in _RESTORED_TABLES)
        cursor.execute(_EMPTY.format(names=names, restored=restored))


@cache
def _tables() -> list[str]:
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    return sorted(table for table in tables - KEPT_TABLES | OTHER_TABLES if not table.startswith("viewflow"))
