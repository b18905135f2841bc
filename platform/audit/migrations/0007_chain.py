"""The audit log of each subject is a chain of hashes, as the history of each process is (decision 67).

`docket_stamp_audit` runs with its owner's rights: it keeps the head of each log, which the application's role can read
and not write. The row lock on the head puts parallel entries of a log in order. Entries from before are chained by id.
"""

from importlib import import_module

from django.db import migrations, models

# Fields are joined by the unit separator. A remark's text is not part of it: it can be erased.
HASH = """
CREATE FUNCTION docket_audit_hash(entry audit_auditentry) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(entry.previous_hash || convert_to(concat_ws(E'\\x1f',
        entry.kind, entry.subject_id, entry.seq, extract(epoch FROM entry.at), coalesce(entry.user_id::text, ''),
        entry.sentence, coalesce(entry.remark_id::text, ''), entry.request_id), 'UTF8'))
$$
"""
CHAIN = """
CREATE OR REPLACE FUNCTION docket_stamp_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    IF session_user <> current_user THEN
        NEW.at := NULL;
        PERFORM docket_require_actor(NEW.user_id);
    END IF;
    INSERT INTO audit_audithead AS head (kind, subject_id, length, hash)
        VALUES (NEW.kind, NEW.subject_id, 1, '\\x')
        ON CONFLICT (kind, subject_id) DO UPDATE SET length = head.length + 1
        RETURNING head.length, head.hash INTO NEW.seq, NEW.previous_hash;
    NEW.at := coalesce(NEW.at, clock_timestamp());
    NEW.hash := docket_audit_hash(NEW);
    UPDATE audit_audithead SET hash = NEW.hash WHERE kind = NEW.kind AND subject_id = NEW.subject_id;
    RETURN NEW;
END
$$
"""
CHAIN_WHAT_IS_THERE = """
DO $$
DECLARE
    entry audit_auditentry;
    last audit_auditentry;
BEGIN
    FOR entry IN SELECT * FROM audit_auditentry ORDER BY kind, subject_id, id LOOP
        IF (entry.kind, entry.subject_id) IS DISTINCT FROM (last.kind, last.subject_id) THEN
            last := NULL;
        END IF;
        entry.seq := coalesce(last.seq, 0) + 1;
        entry.previous_hash := coalesce(last.hash, '\\x');
        entry.hash := docket_audit_hash(entry);
        UPDATE audit_auditentry SET seq = entry.seq, previous_hash = entry.previous_hash, hash = entry.hash
            WHERE id = entry.id;
        last := entry;
    END LOOP;
    INSERT INTO audit_audithead (kind, subject_id, length, hash)
        SELECT DISTINCT ON (kind, subject_id) kind, subject_id, seq, hash
        FROM audit_auditentry ORDER BY kind, subject_id, seq DESC;
END
$$
"""
BEFORE = import_module("audit.migrations.0002_time_and_actor").STAMP.partition("CREATE TRIGGER")[0]


def _chained(name: str, field: models.Field) -> migrations.AddField:
    return migrations.AddField("auditentry", name, field)


class Migration(migrations.Migration):
    dependencies = [("audit", "0006_tickets")]
    operations = [
        _chained("seq", models.IntegerField(default=0)),
        _chained("previous_hash", models.BinaryField(default=b"", max_length=32)),
        _chained("hash", models.BinaryField(default=b"", max_length=32)),
        migrations.CreateModel(
            name="AuditHead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=32)),
                ("subject_id", models.BigIntegerField()),
                ("length", models.IntegerField()),
                ("hash", models.BinaryField(max_length=32)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("kind", "subject_id"), name="audit_head_unique")],
            },
        ),
        migrations.RunSQL(HASH, "DROP FUNCTION docket_audit_hash(audit_auditentry)"),
        migrations.RunSQL(CHAIN, BEFORE.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")),
        migrations.RunSQL(CHAIN_WHAT_IS_THERE, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "auditentry", models.UniqueConstraint(fields=("kind", "subject_id", "seq"), name="audit_seq")
        ),
    ]
