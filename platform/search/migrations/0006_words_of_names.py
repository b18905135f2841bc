"""The distinct words of companies' names, kept by the database in the transaction of each change.

A misspelt word is looked for among them, and then names by the words that may be meant. Words are only ever added, and
no transaction waits for another: two may add the same word, and a word that no name has any more leads to no name.
"""

from typing import Any

from django.db import migrations

AT_ONCE = 5_000
ADD = """
    INSERT INTO search_companyword (word)
    SELECT DISTINCT one.word FROM {names} named, unnest(string_to_array(named.search_name, ' ')) one (word)
    WHERE one.word <> '' AND {which} AND NOT EXISTS (SELECT FROM search_companyword known WHERE known.word = one.word)
"""
TABLE = """
CREATE TABLE search_companyword (word text COLLATE "C" NOT NULL);
CREATE INDEX search_companyword_word ON search_companyword (word);
CREATE INDEX search_companyword_alike ON search_companyword USING gin (word gin_trgm_ops) WITH (fastupdate = off)
"""
INSERTED = f"""
CREATE FUNCTION docket_words_of_new_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    {ADD.format(names="written", which="true")};
    RETURN NULL;
END
$$;
CREATE TRIGGER search_words_inserted AFTER INSERT ON companies_company REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION docket_words_of_new_names()
"""
# nearly all updates of companies leave their names as they are
UPDATED = f"""
CREATE FUNCTION docket_words_of_changed_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    {ADD.format(names="written", which="named.search_name NOT IN (SELECT search_name FROM before)")};
    RETURN NULL;
END
$$;
CREATE TRIGGER search_words_updated AFTER UPDATE ON companies_company
    REFERENCING OLD TABLE AS before NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION docket_words_of_changed_names()
"""
# each name's words, for what has one of some words and one of others
NAMED = """
CREATE FUNCTION docket_name_words(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT array_to_tsvector(array_remove(string_to_array(name, ' '), '')) $$
"""
INDEX = "search_company_words"
REMOVE = """
DROP TRIGGER search_words_{event} ON companies_company;
DROP FUNCTION docket_words_of_{names}()
"""


def fill(_apps: Any, schema_editor: Any) -> None:
    """The names of before the triggers. What was interrupted can be run again."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM companies_company")
        ((last,),) = cursor.fetchall()
        for after in range(0, last, AT_ONCE):
            cursor.execute(
                ADD.format(names="companies_company", which="named.id > %s AND named.id <= %s"),
                [after, after + AT_ONCE],
            )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("search", "0005_two_indexes_less")]
    operations = [
        migrations.RunSQL(TABLE, "DROP TABLE search_companyword"),
        migrations.RunSQL(INSERTED, REMOVE.format(event="inserted", names="new_names")),
        migrations.RunSQL(UPDATED, REMOVE.format(event="updated", names="changed_names")),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL(NAMED, "DROP FUNCTION docket_name_words(text)"),
        migrations.RunSQL(
            [
                f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}",
                f"CREATE INDEX CONCURRENTLY {INDEX} ON companies_company"
                " USING gin (docket_name_words(search_name)) WITH (gin_pending_list_limit = 256)",
            ],
            f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}",
        ),
    ]
