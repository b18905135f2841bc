"""One trigger links an entry of history and gives its type: it reads the head and the type in one statement.

There were two, and each read for itself. A type is made with its first entry, by a function of its own.
"""

from importlib import import_module

from django.db import migrations

# The first entry of a type writes it; whoever writes another first entry of it at the same time waits for that.
TYPE = """
CREATE FUNCTION docket_event_type(entry workflows_taskevent) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    found_id integer;
BEGIN
    LOOP
        SELECT type.id INTO found_id
            FROM workflows_process process JOIN workflows_eventtype type
                ON type.kind = process.flow_class AND type.node = entry.node AND type.action = entry.action
                AND type.outcome = entry.outcome AND type.has_text = (entry.text_digest <> '')
            WHERE process.id = entry.process_id;
        EXIT WHEN FOUND;
        INSERT INTO workflows_eventtype (kind, node, action, outcome, has_text)
            SELECT flow_class, entry.node, entry.action, entry.outcome, entry.text_digest <> ''
            FROM workflows_process WHERE id = entry.process_id
            ON CONFLICT DO NOTHING;
        -- without a process the foreign key refuses the entry
        EXIT WHEN NOT EXISTS (SELECT FROM workflows_process WHERE id = entry.process_id);
    END LOOP;
    RETURN found_id;
END
$$
"""
CHAIN = """
CREATE OR REPLACE FUNCTION docket_chain_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    IF session_user <> current_user THEN
        NEW.at := NULL;
        IF NEW.actor_id IS NOT NULL THEN
            PERFORM docket_require_actor(NEW.actor_id);
        END IF;
    END IF;
    LOOP
        -- the lock orders the entries of a process; the time is taken under it
        SELECT head.length + 1, head.hash, type.id INTO NEW.seq, NEW.previous_hash, NEW.type_id
            FROM workflows_historyhead AS head JOIN workflows_process AS process ON process.id = head.process_id
            LEFT JOIN workflows_eventtype AS type
                ON type.kind = process.flow_class AND type.node = NEW.node AND type.action = NEW.action
                AND type.outcome = NEW.outcome AND type.has_text = (NEW.text_digest <> '')
            WHERE head.process_id = NEW.process_id FOR NO KEY UPDATE OF head;
        EXIT WHEN FOUND;
        NEW.seq := 1;
        NEW.previous_hash := '\\x';
        NEW.at := coalesce(NEW.at, clock_timestamp());
        NEW.hash := docket_event_hash(NEW);
        INSERT INTO workflows_historyhead (process_id, length, hash) VALUES (NEW.process_id, 1, NEW.hash)
            ON CONFLICT (process_id) DO NOTHING;
        IF FOUND THEN
            NEW.type_id := docket_event_type(NEW);
            RETURN NEW;
        END IF;
        -- another transaction has written the first entry meanwhile: this one is the next
        IF session_user <> current_user THEN
            NEW.at := NULL;
        END IF;
    END LOOP;
    IF NEW.type_id IS NULL THEN
        NEW.type_id := docket_event_type(NEW);
    END IF;
    NEW.at := coalesce(NEW.at, clock_timestamp());
    NEW.hash := docket_event_hash(NEW);
    UPDATE workflows_historyhead SET length = NEW.seq, hash = NEW.hash WHERE process_id = NEW.process_id;
    RETURN NEW;
END
$$
"""
CHAIN_BEFORE = import_module("workflows.migrations.0027_chain_with_one_write").CHAIN
TYPES_BEFORE = import_module("workflows.migrations.0020_types_of_entries")


class Migration(migrations.Migration):
    dependencies = [("workflows", "0028_words_of_texts")]
    operations = [
        migrations.RunSQL(TYPE, "DROP FUNCTION docket_event_type(workflows_taskevent)"),
        migrations.RunSQL(CHAIN, CHAIN_BEFORE),
        migrations.RunSQL(TYPES_BEFORE.UNDO_CLASSIFY, TYPES_BEFORE.CLASSIFY),
    ]
