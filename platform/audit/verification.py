"""Verifies the audit log: the hash chain of each subject's log, and its head."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from django.db import connection

from audit.models import AuditEntry

FETCHED_AT_ONCE = 5_000

# entries with a wrong hash, a wrong number, or another previous hash than that of the entry before
_BROKEN_LINKS = """
    SELECT kind, subject_id, seq FROM (
        SELECT entry.*, docket_audit_hash(entry) AS expected,
               lag(hash, 1, ''::bytea) OVER chain AS before, row_number() OVER chain AS place
        FROM audit_auditentry entry WINDOW chain AS (PARTITION BY kind, subject_id ORDER BY seq)
    ) link
    WHERE hash <> expected OR previous_hash <> before OR seq <> place
    ORDER BY kind, subject_id, seq
"""
# logs whose head has another length or last hash than their entries; 0: the log as a whole
_BROKEN_HEADS = """
    SELECT coalesce(head.kind, last.kind), coalesce(head.subject_id, last.subject_id), 0
    FROM audit_audithead head
    FULL JOIN (SELECT DISTINCT ON (kind, subject_id) kind, subject_id, seq, hash FROM audit_auditentry
               ORDER BY kind, subject_id, seq DESC) last USING (kind, subject_id)
    WHERE head.length IS DISTINCT FROM last.seq OR head.hash IS DISTINCT FROM last.hash
    ORDER BY 1, 2
"""


@dataclass(frozen=True, slots=True)
class AuditFault:
    """A place where an audit log was changed. `seq` is 0 for a whole log."""

    kind: str
    subject_id: int
    seq: int

    def __str__(self) -> str:
        place = f"entry {self.seq} is not what was written" if self.seq else "entries were removed or added"
        return f"audit log of {self.kind} {self.subject_id}: {place}"


def find_audit_faults() -> Iterator[AuditFault]:
    """All faults, those of entries first."""
    for query in (_BROKEN_LINKS, _BROKEN_HEADS):
        with connection.cursor() as cursor:
            cursor.execute(query)
            yield from (AuditFault(*row) for row in cursor.fetchall())


def audit_digest(last_id: int) -> tuple[str, int]:
    """A digest of all entries up to an id, and their number."""
    digest, count = sha256(), 0
    hashes = AuditEntry.objects.filter(pk__lte=last_id).order_by("pk").values_list("hash", flat=True)
    for entry in hashes.iterator(chunk_size=FETCHED_AT_ONCE):
        digest.update(entry)
        count += 1
    return digest.hexdigest(), count
