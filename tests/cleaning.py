"""Empty the tests' database. Only the owner role may do this."""

from django.apps import apps
from django.conf import settings
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
OTHER_TABLES = {"search_companyword", "search_opentext"}

# Deleted rows stay in the file of a table, and later tests read past them: large tables get new files. For small ones
# DELETE takes 2 ms, and TRUNCATE 140.
LARGE = 256 * 1024  # bytes
# A function, so that its statements are planned once for each connection. A request that a test has left may still hold
# a table, so the lock is waited for longer than by the product.
_EMPTY = """
CREATE FUNCTION at_first.empty_tables() RETURNS void LANGUAGE plpgsql SET lock_timeout = '60s' AS $$
BEGIN
    IF EXISTS (SELECT FROM unnest('{{{tables}}}'::regclass[]) AS emptied WHERE pg_relation_size(emptied) > {large}) THEN
        TRUNCATE {tables};
    ELSE
        {emptied}
    END IF;
    {restarted}
    {restored}
END
$$
"""
_EMPTIED = """
    DELETE FROM {name};
"""
_RESTARTED = """
    PERFORM setval('{sequence}', 1, false) FROM {sequence} WHERE is_called;
"""
# untouched, the list of banned words keeps its version
_RESTORED = """
    IF EXISTS (TABLE {name} EXCEPT TABLE at_first.{name}) OR EXISTS (TABLE at_first.{name} EXCEPT TABLE {name}) THEN
        DELETE FROM {name};
        INSERT INTO {name} TABLE at_first.{name};
    END IF;
"""
_SEQUENCES = """
SELECT sequence FROM unnest(%s::text[]) AS name JOIN pg_attribute ON attrelid = name::regclass AND attname = 'id',
    pg_get_serial_sequence(name, 'id') AS sequence
WHERE sequence IS NOT NULL
"""
# as migrations made them; tests may change them
_RESTORED_TABLES = ("banned_words_bannedword", "reviews_reason")


def remember_first_rows() -> None:
    """In a database that has only been migrated: what tests change of the first rows is restored from here."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("CREATE SCHEMA at_first")
        for name in _RESTORED_TABLES:
            cursor.execute(f"CREATE TABLE at_first.{name} AS TABLE {name}")
        tables = sorted(_tables())
        cursor.execute(_SEQUENCES, [tables])
        statements = {
            "tables": ", ".join(tables),
            "large": LARGE,
            "emptied": "".join(_EMPTIED.format(name=name) for name in tables),
            "restarted": "".join(_RESTARTED.format(sequence=sequence) for (sequence,) in cursor.fetchall()),
            "restored": "".join(_RESTORED.format(name=name) for name in _RESTORED_TABLES),
        }
        cursor.execute(_EMPTY.format(**statements))
        cursor.execute("SELECT at_first.empty_tables()")  # migrations write entries of the audit log


def empty_tables() -> None:
    forget_everything()
    for path in settings.ANCHOR_FOLDER.glob("*.marks"):  # of entries that go now
        path.unlink()
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT at_first.empty_tables()")


def _tables() -> set[str]:
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    return {table for table in tables - KEPT_TABLES | OTHER_TABLES if not table.startswith("viewflow")}
