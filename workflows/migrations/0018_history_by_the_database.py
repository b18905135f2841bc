"""History takes neither its time nor its actor from the application (decision 45).

The trigger takes `at` from the database's clock and refuses an actor who is not in the session's setting
`docket.actor`; no actor is the product itself. The owner of the tables may give both: the demo has entries of other
days, by other people. A session of the owner's is known by `session_user`, because the function runs with its rights.
Temporary tables are searched last: a session could else have its own `workflows_historyhead`.
"""

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
    INSERT INTO workflows_historyhead AS head (process_id, length, hash) VALUES (NEW.process_id, 1, '\\x')
        ON CONFLICT (process_id) DO UPDATE SET length = head.length + 1
        RETURNING head.length, head.hash INTO NEW.seq, NEW.previous_hash;
    NEW.at := coalesce(NEW.at, clock_timestamp());
    NEW.hash := docket_event_hash(NEW);
    UPDATE workflows_historyhead SET hash = NEW.hash WHERE process_id = NEW.process_id;
    RETURN NEW;
END
$$
"""
BEFORE = import_module("workflows.migrations.0002_history").CHAIN.partition("CREATE TRIGGER")[0]


class Migration(migrations.Migration):
    dependencies = [("workflows", "0017_vacuumed_each_minute"), ("audit", "0002_time_and_actor")]
    operations = [migrations.RunSQL(CHAIN, BEFORE.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"))]
