"""What people wrote, and what is decided by, stands in the chains as salted digests (decision 96).

`TEXTS` names the tables with the columns of which a digest is made. Triggers collect the digests of the rows of a
statement, and the next entry takes them (`docket_seal`). The salt stands in the row, and is erased with it.
No model has it: the database gives it, and no row is read with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """`name`: of the key, such as `message:12`."""

    name: str
    table: str
    columns: Sequence[str]

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
    Text("event", "workflows_domainevent", ("payload",)),
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
# an entry for a row that is there already
FROM_BEFORE = """
INSERT INTO audit_auditentry (kind, subject_id, code, request_id, seq, previous_hash, hash, seals)
    SELECT 'text', id, 'from_before', '', 0, '', '', jsonb_build_object('{name}:' || id, digest)
    FROM (SELECT entry.id, {digest} AS digest FROM {table} AS entry) found
    WHERE digest IS NOT NULL ORDER BY id;
"""
_CURRENT = "SELECT '{name}:' || entry.id, docket_digest(entry) FROM {table} AS entry"
CURRENT = """
CREATE FUNCTION docket_texts() RETURNS TABLE (key text, digest text) LANGUAGE sql STABLE AS $$ {rows} $$
"""


def filled(statement: str, text: Text) -> str:
    return statement.format(
        name=text.name,
        table=text.table,
        digest=text.digest("entry"),
        compared=text.compared("entry"),
        replaced=text.compared("replaced"),
    )


def for_each(statement: str) -> str:
    return "".join(filled(statement, text) for text in TEXTS)


STATEMENTS = [
    for_each(SALT) + for_each(TRIGGERS),
    CURRENT.format(rows=" UNION ALL ".join(filled(_CURRENT, text) for text in TEXTS)),
    # the first list
    *(filled(FROM_BEFORE, text) for text in TEXTS if text.name == "word"),
]
