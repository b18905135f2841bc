"""What people wrote, and what is decided by, stands in the chains as salted digests (decision 96).

`TEXTS` names the tables with the columns of which a digest is made. Triggers collect the digests of the rows of a
statement, and the next entry takes them (`docket_seal`). The salt stands in the row, and is erased with it.
No model has it: the database gives it, and no row is read with it.

Texts from before get one entry each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from django.db import migrations

SEALS = import_module("audit.migrations.0016_seals")


@dataclass(frozen=True)
class Text:
    """`name`: of the key, such as `message:12`. `subject`: of the entry for a row from before."""

    name: str
    table: str
    columns: Sequence[str]
    subject: str = "id"

    def digest(self, row: str) -> str:
        """SHA-256 over the salt and the columns with their names; null where all are empty."""
        values = ", ".join(f"{row}.{column}" for column in self.columns)
        pairs = ", ".join(f"'{column}', {row}.{column}" for column in self.columns)
        return (
            f"CASE WHEN concat({values}) <> '' THEN encode(sha256(coalesce({row}.salt, '') ||"
            f" convert_to(jsonb_build_object({pairs})::text, 'UTF8')), 'hex') END"
        )

    def compared(self, row: str) -> str:
        return ", ".join(f"{row}.{column}" for column in ("salt", *self.columns))


TEXTS = (
    Text("message", "tickets_message", ("text", "quoted", "author_name", "author_email")),
    Text("ticket", "tickets_ticket", ("subject", "client_name", "client_email")),
    Text("mail", "tickets_originalmail", ("raw", "size", "sha256")),
    Text("request", "restrictions_requesttorestrict", ("facts", "contact_name", "contact_email", "contact_role")),
    Text("remark", "audit_remark", ("text",)),
    Text("account", "accounts_user", ("access_level", "cms_access", "is_active")),
    Text(
        "word",
        "banned_words_bannedword",
        ("term", "mode", "action", "severity", "language", "notes", "exceptions", "endings", "shadow"),
    ),
    Text("event", "workflows_domainevent", ("payload",), subject="subject_id"),
)

# a volatile default gives each row that is there a salt of its own
SALT = """
ALTER TABLE {table} ADD COLUMN salt bytea DEFAULT uuid_send(gen_random_uuid());
CREATE FUNCTION docket_digest(entry {table}) RETURNS text LANGUAGE sql STABLE AS $$ SELECT {digest} $$;
"""
TRIGGERS = """
CREATE FUNCTION docket_seal_{name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM public.docket_seal((SELECT jsonb_object_agg('{name}:' || entry.id, {digest}) FROM written AS entry
            WHERE {digest} IS NOT NULL));
    ELSIF TG_OP = 'UPDATE' THEN
        PERFORM public.docket_seal((SELECT jsonb_object_agg('{name}:' || entry.id, {digest})
            FROM written AS entry JOIN replaced ON replaced.id = entry.id
            WHERE ({compared}) IS DISTINCT FROM ({replaced})));
    ELSE
        PERFORM public.docket_seal((SELECT jsonb_object_agg('{name}:' || replaced.id, NULL) FROM replaced));
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER seal_written AFTER INSERT ON {table} REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION docket_seal_{name}();
CREATE TRIGGER seal_changed AFTER UPDATE ON {table} REFERENCING OLD TABLE AS replaced NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION docket_seal_{name}();
CREATE TRIGGER seal_deleted AFTER DELETE ON {table} REFERENCING OLD TABLE AS replaced
    FOR EACH STATEMENT EXECUTE FUNCTION docket_seal_{name}();
"""
UNDO = """
DROP TRIGGER seal_written ON {table};
DROP TRIGGER seal_changed ON {table};
DROP TRIGGER seal_deleted ON {table};
DROP FUNCTION docket_seal_{name}();
DROP FUNCTION docket_digest({table});
ALTER TABLE {table} DROP COLUMN salt;
"""
FROM_BEFORE = """
INSERT INTO audit_auditentry (kind, subject_id, code, request_id, seq, previous_hash, hash, seals)
    SELECT 'text', subject, 'from_before', '', 0, '', '', jsonb_build_object('{name}:' || id, digest)
    FROM (SELECT entry.{subject} AS subject, entry.id, {digest} AS digest FROM {table} AS entry) found
    WHERE digest IS NOT NULL ORDER BY id;
"""
_CURRENT = "SELECT '{name}:' || entry.id, docket_digest(entry) FROM {table} AS entry"
CURRENT = """
CREATE FUNCTION docket_texts() RETURNS TABLE (key text, digest text) LANGUAGE sql STABLE AS $$ {rows} $$
"""
# The one way to change a message's words, with the rights of the tables' owner: an erasure takes a name out of what an
# account wrote (`quotes` false), or of what mail of the same tickets quotes. The old salt goes with the old words.
TAKE_NAME_OUT = """
CREATE FUNCTION docket_take_name_out(account bigint, quotes boolean, name text, pattern text, other text, flags text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE tickets_message SET text = regexp_replace(text, pattern, other, flags), salt = DEFAULT
        WHERE NOT quotes AND author_id = account AND strpos(upper(text), upper(name)) > 0;
    UPDATE tickets_message SET quoted = regexp_replace(quoted, pattern, other, flags), salt = DEFAULT
        WHERE quotes AND strpos(upper(quoted), upper(name)) > 0
            AND ticket_id IN (SELECT ticket_id FROM tickets_message WHERE author_id = account);
$$
"""
CHAIN_BEFORE = import_module("workflows.migrations.0029_one_trigger").CHAIN
CHAIN = CHAIN_BEFORE.replace("    LOOP\n        -- the lock", SEALS.TAKE + "    LOOP\n        -- the lock")
HASH_BEFORE = import_module("workflows.migrations.0002_history").HASH.replace(
    "CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"
)
HASH = HASH_BEFORE.replace("'hex'))", "'hex'), 'seals' || entry.seals::text)")


def filled(statement: str, text: Text) -> str:
    return statement.format(
        name=text.name,
        table=text.table,
        subject=text.subject,
        digest=text.digest("entry"),
        compared=text.compared("entry"),
        replaced=text.compared("replaced"),
    )


def for_each(statement: str) -> str:
    return "".join(filled(statement, text) for text in TEXTS)


class Migration(migrations.Migration):
    dependencies = [
        ("workflows", "0035_jobs_enqueued_once"),
        ("audit", "0016_seals"),
        ("accounts", "0010_links_of_their_givers"),
        ("banned_words", "0008_endings"),
        ("restrictions", "0001_initial"),
        ("tickets", "0008_not_sent"),
    ]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE workflows_taskevent ADD COLUMN seals jsonb",
            "ALTER TABLE workflows_taskevent DROP COLUMN seals",
        ),
        migrations.RunSQL(HASH, HASH_BEFORE),
        migrations.RunSQL(CHAIN, CHAIN_BEFORE),
        migrations.RunSQL(for_each(SALT) + for_each(TRIGGERS), for_each(UNDO)),
        migrations.RunSQL(
            CURRENT.format(rows=" UNION ALL ".join(filled(_CURRENT, text) for text in TEXTS)),
            "DROP FUNCTION docket_texts()",
        ),
        migrations.RunSQL(TAKE_NAME_OUT, "DROP FUNCTION docket_take_name_out(bigint, boolean, text, text, text, text)"),
        migrations.RunSQL(for_each(FROM_BEFORE), migrations.RunSQL.noop),
    ]
