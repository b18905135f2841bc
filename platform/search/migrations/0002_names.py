"""Folded names of companies and accounts, beside each row, set by the database itself.

A column with a default writes no row; existing rows are filled in parts, each its own transaction. Models do not have
the column: it is this room's, as its indexes are.
"""

from typing import Any

from django.db import migrations

AT_ONCE = 2_000
NAMES = {
    "companies_company": "{row}.name",
    "accounts_user": "{row}.first_name || ' ' || {row}.last_name || ' ' || {row}.email",
}


def _added(table: str) -> migrations.RunSQL:
    name = NAMES[table].format(row="NEW")
    return migrations.RunSQL(
        f"""
        ALTER TABLE {table} ADD COLUMN search_name text NOT NULL DEFAULT '';
        CREATE FUNCTION docket_name_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            NEW.search_name := public.docket_folded({name});
            RETURN NEW;
        END
        $$;
        CREATE TRIGGER search_name BEFORE INSERT OR UPDATE ON {table}
            FOR EACH ROW EXECUTE FUNCTION docket_name_{table}()
        """,
        f"""
        DROP TRIGGER search_name ON {table};
        DROP FUNCTION docket_name_{table}();
        ALTER TABLE {table} DROP COLUMN search_name
        """,
    )


def fill(_apps: Any, schema_editor: Any) -> None:
    """What was interrupted can be run again."""
    with schema_editor.connection.cursor() as cursor:
        for table in NAMES:
            cursor.execute(f"SELECT coalesce(max(id), 0) FROM {table}")
            ((last,),) = cursor.fetchall()
            for after in range(0, last, AT_ONCE):
                # the trigger gives the value
                cursor.execute(
                    f"UPDATE {table} SET search_name = '' WHERE id > %s AND id <= %s AND search_name = ''",
                    [after, after + AT_ONCE],
                )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("search", "0001_words"), ("companies", "0003_first_categories")]
    operations = [
        *(_added(table) for table in NAMES),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
