"""An entry holds the digests of texts that were written before it in its transaction (decision 96).

`docket_seal` collects digests in the setting `docket.seals`, which ends with the transaction or its savepoint; the next
entry, of the audit log or of a process, takes them as `seals` into its hash. The application's role has no right to
give values for that column. Entries without it have the hash that they had.
"""

from importlib import import_module

from django.db import migrations, models

SEAL = """
CREATE FUNCTION docket_seal(added jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF added IS NOT NULL THEN
        PERFORM set_config('docket.seals',
            (coalesce(nullif(current_setting('docket.seals', true), ''), '{}')::jsonb || added)::text, true);
    END IF;
END
$$
"""
# the owner of the tables may give them: for texts from before
TAKE = """
    NEW.seals := coalesce(nullif(current_setting('docket.seals', true), '')::jsonb,
        CASE WHEN session_user = current_user THEN NEW.seals END);
    IF NEW.seals IS NOT NULL THEN
        PERFORM set_config('docket.seals', '', true);
    END IF;
"""
HASH_BEFORE = import_module("audit.migrations.0011_codes").HASH
# the word before them keeps them apart from details
HASH = HASH_BEFORE.replace("'{}')::text)", "'{}')::text, 'seals' || entry.seals::text)")
CHAIN_BEFORE = import_module("audit.migrations.0007_chain").CHAIN
CHAIN = CHAIN_BEFORE.replace("    INSERT INTO audit_audithead", TAKE + "    INSERT INTO audit_audithead")
COLUMN = "ALTER TABLE audit_auditentry ADD COLUMN seals jsonb"


class Migration(migrations.Migration):
    dependencies = [("audit", "0015_mail")]
    operations = [
        migrations.RunSQL(COLUMN, "ALTER TABLE audit_auditentry DROP COLUMN seals"),
        migrations.RunSQL(SEAL, "DROP FUNCTION docket_seal(jsonb)"),
        migrations.RunSQL(HASH, HASH_BEFORE),
        migrations.RunSQL(CHAIN, CHAIN_BEFORE),
        migrations.AlterField(
            model_name="auditentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("account", "Account"),
                    ("bulk", "Bulk batch"),
                    ("blacklist", "Blacklist"),
                    ("company", "Company"),
                    ("group", "Company group"),
                    ("tag", "Organisation tag"),
                    ("export", "Export"),
                    ("import", "Import"),
                    ("contact", "Contact"),
                    ("ticket", "Ticket"),
                    ("testimonial", "Testimonial"),
                    ("canned_reply", "Canned reply"),
                    ("verification", "Verification"),
                    ("word", "Banned word"),
                    ("reason", "Reason code"),
                    ("key", "API key"),
                    ("webhook", "Webhook"),
                    ("job", "Background job"),
                    ("mail", "Mail"),
                    ("text", "Text"),
                ],
                max_length=32,
            ),
        ),
    ]
