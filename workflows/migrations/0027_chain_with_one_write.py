"""The head of a chain is written once for each entry, and at its first entry with its hash: it was written twice."""

from importlib import import_module

from django.db import migrations

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
        SELECT head.length + 1, head.hash INTO NEW.seq, NEW.previous_hash
            FROM workflows_historyhead AS head WHERE head.process_id = NEW.process_id FOR NO KEY UPDATE;
        EXIT WHEN FOUND;
        NEW.seq := 1;
        NEW.previous_hash := '\\x';
        NEW.at := coalesce(NEW.at, clock_timestamp());
        NEW.hash := docket_event_hash(NEW);
        INSERT INTO workflows_historyhead (process_id, length, hash) VALUES (NEW.process_id, 1, NEW.hash)
            ON CONFLICT (process_id) DO NOTHING;
        IF FOUND THEN
            RETURN NEW;
        END IF;
        -- another transaction has written the first entry meanwhile: this one is the next
        IF session_user <> current_user THEN
            NEW.at := NULL;
        END IF;
    END LOOP;
    NEW.at := coalesce(NEW.at, clock_timestamp());
    NEW.hash := docket_event_hash(NEW);
    UPDATE workflows_historyhead SET length = NEW.seq, hash = NEW.hash WHERE process_id = NEW.process_id;
    RETURN NEW;
END
$$
"""
BEFORE = import_module("workflows.migrations.0018_history_by_the_database").CHAIN


class Migration(migrations.Migration):
    dependencies = [("workflows", "0026_bulk_revisions")]
    operations = [migrations.RunSQL(CHAIN, BEFORE)]
