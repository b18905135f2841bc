"""Entries hold a code and details instead of a sentence (decision 67). Those from before keep their sentence and hash.

`concat_ws` leaves nulls out, so that the hash of an entry without a code is what it was.
"""

from importlib import import_module

from django.db import migrations, models

HASH = """
CREATE OR REPLACE FUNCTION docket_audit_hash(entry audit_auditentry) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(entry.previous_hash || convert_to(concat_ws(E'\\x1f',
        entry.kind, entry.subject_id, entry.seq, extract(epoch FROM entry.at), coalesce(entry.user_id::text, ''),
        entry.sentence, coalesce(entry.remark_id::text, ''), entry.request_id,
        nullif(entry.code, ''), nullif(entry.details, '{}')::text), 'UTF8'))
$$
"""
BEFORE = import_module("audit.migrations.0007_chain").HASH.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")


class Migration(migrations.Migration):
    dependencies = [("audit", "0010_reason_codes")]
    operations = [
        migrations.AddField("auditentry", "code", models.CharField(db_default="", default="", max_length=32)),
        migrations.AddField("auditentry", "details", models.JSONField(db_default={}, default=dict)),
        migrations.AlterField("auditentry", "sentence", models.CharField(db_default="", default="", max_length=500)),
        migrations.RunSQL(HASH, BEFORE),
    ]
