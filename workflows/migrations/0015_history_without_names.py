"""History without names: entries hold ids and codes only, and are chained anew (decision 31).

Run by the owner of the tables: the application's role cannot change history. Nobody writes history meanwhile.
A history that is not what was written is refused, because a chain that is built anew would hide that.
"""

from typing import Any

from django.db import migrations

LOCK = "LOCK TABLE workflows_taskevent, workflows_historyhead IN SHARE ROW EXCLUSIVE MODE"

# The first entry that is not what was written; as in `docket verify-history`, without texts and anchors.
FAULT = """
    SELECT process_id, seq FROM (
        SELECT event.*, docket_event_hash(event) AS expected,
               lag(hash, 1, ''::bytea) OVER chain AS before, row_number() OVER chain AS place
        FROM workflows_taskevent event WINDOW chain AS (PARTITION BY process_id ORDER BY seq)
    ) link
    WHERE hash <> expected OR previous_hash <> before OR seq <> place
    UNION ALL
    SELECT coalesce(head.process_id, last.process_id), coalesce(last.seq, 0)
    FROM workflows_historyhead head
    FULL JOIN (SELECT DISTINCT ON (process_id) process_id, seq, hash FROM workflows_taskevent
               ORDER BY process_id, seq DESC) last ON last.process_id = head.process_id
    WHERE head.length IS DISTINCT FROM last.seq OR head.hash IS DISTINCT FROM last.hash
    LIMIT 1
"""

# {"id": 7, "name": "…"} becomes 7; a part of a letter's address goes: readers get it from the letter.
WITHOUT_NAMES = """
    UPDATE workflows_taskevent SET data = CASE
        WHEN action IN ('statement', 'mail') THEN data - 'to'
        ELSE data
            || CASE WHEN data #> '{to,id}' IS NULL THEN '{}' ELSE jsonb_build_object('to', data #> '{to,id}') END
            || CASE WHEN data #> '{from,id}' IS NULL THEN '{}' ELSE jsonb_build_object('from', data #> '{from,id}') END
            || CASE WHEN data #> '{holder,id}' IS NULL THEN '{}'
                    ELSE jsonb_build_object('holder', data #> '{holder,id}') END
        END
    WHERE (action IN ('statement', 'mail') AND data ? 'to')
       OR (action IN ('assign', 'unassign', 'take_over', 'note')
           AND (data #> '{to,id}' IS NOT NULL OR data #> '{from,id}' IS NOT NULL OR data #> '{holder,id}' IS NOT NULL))
"""

# The hash of an entry depends on the one before it: an aggregate over a window carries it along each process's chain.
CHAINING = """
    CREATE FUNCTION docket_next_hash(before bytea, entry workflows_taskevent) RETURNS bytea LANGUAGE plpgsql AS $$
    BEGIN
        entry.previous_hash := before;
        RETURN docket_event_hash(entry);
    END
    $$;
    CREATE AGGREGATE docket_chain(workflows_taskevent) (SFUNC = docket_next_hash, STYPE = bytea, INITCOND = '')
"""
CHAIN = """
    UPDATE workflows_taskevent event SET previous_hash = chained.previous_hash, hash = chained.hash
    FROM (
        SELECT id, hash, lag(hash, 1, ''::bytea) OVER (PARTITION BY process_id ORDER BY seq) AS previous_hash
        FROM (SELECT id, process_id, seq, docket_chain(entry) OVER (PARTITION BY process_id ORDER BY seq) AS hash
              FROM workflows_taskevent entry) hashed
    ) chained
    WHERE chained.id = event.id AND chained.hash <> event.hash
"""
HEADS = """
    UPDATE workflows_historyhead head SET hash = last.hash
    FROM workflows_taskevent last
    WHERE last.process_id = head.process_id AND last.seq = head.length AND last.hash <> head.hash
"""
CHAINED = "DROP AGGREGATE docket_chain(workflows_taskevent); DROP FUNCTION docket_next_hash(bytea, workflows_taskevent)"


def take_names_out(_apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(LOCK)
        cursor.execute(FAULT)
        if fault := cursor.fetchone():
            raise RuntimeError(
                "History is not what was written (process {}, entry {}): a chain that is built anew would hide it."
                " Find out why first; `docket verify-history` of the release before this one names every fault.".format(
                    *fault
                )
            )
        for statement in (WITHOUT_NAMES, CHAINING, CHAIN, HEADS, CHAINED):
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("workflows", "0014_lock_version")]
    # names that are gone do not come back: the release before this one reads such entries as if they named nobody
    operations = [migrations.RunPython(take_names_out, migrations.RunPython.noop)]
