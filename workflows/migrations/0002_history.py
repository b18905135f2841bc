"""History that chains itself, and the count of one person's leases.

`docket_chain_event` runs with its owner's rights: it keeps the head of each process's history, which the
application's role can read and not write. The row lock on the head puts parallel entries of a process in order.
"""

from django.db import migrations

CHAIN = """
CREATE FUNCTION docket_chain_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    INSERT INTO workflows_historyhead AS head (process_id, length, hash) VALUES (NEW.process_id, 1, '\\x')
        ON CONFLICT (process_id) DO UPDATE SET length = head.length + 1
        RETURNING head.length, head.hash INTO NEW.seq, NEW.previous_hash;
    NEW.at := coalesce(NEW.at, clock_timestamp());
    NEW.hash := docket_event_hash(NEW);
    UPDATE workflows_historyhead SET hash = NEW.hash WHERE process_id = NEW.process_id;
    RETURN NEW;
END
$$;
CREATE TRIGGER chain BEFORE INSERT ON workflows_taskevent FOR EACH ROW EXECUTE FUNCTION docket_chain_event();
"""

# Fields are joined by the unit separator, which JSON and our names never hold; the digest of the text stands for it.
HASH = """
CREATE FUNCTION docket_event_hash(entry workflows_taskevent) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(entry.previous_hash || convert_to(concat_ws(E'\\x1f',
        entry.process_id, entry.seq, extract(epoch FROM entry.at), coalesce(entry.task_id::text, ''), entry.action,
        entry.node, entry.outcome, entry.to_node, coalesce(entry.actor_id::text, ''), entry.request_id,
        entry.data::text, encode(entry.text_digest, 'hex')), 'UTF8'))
$$;
"""

# A volatile function's statements see what was committed before they began: the count comes after the wait.
COUNT_LEASES = """
CREATE FUNCTION docket_count_leases(person bigint) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('leases', person));
    RETURN (SELECT count(*) FROM workflows_task
            WHERE owner_id = person AND status = 'ASSIGNED' AND lease_until > clock_timestamp());
END
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("workflows", "0001_initial")]
    operations = [
        migrations.RunSQL(HASH, "DROP FUNCTION docket_event_hash(workflows_taskevent)"),
        migrations.RunSQL(CHAIN, "DROP TRIGGER chain ON workflows_taskevent; DROP FUNCTION docket_chain_event()"),
        migrations.RunSQL(COUNT_LEASES, "DROP FUNCTION docket_count_leases(bigint)"),
    ]
