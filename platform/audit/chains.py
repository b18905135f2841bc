"""Verifies the audit log: the hash chain of each subject's log, and its head."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from audit.models import AuditEntry
from kit.keyset import each_by_key

FETCHED_AT_ONCE = 5_000

Digest = tuple[str, int]

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


def audit_digests(last_ids: Iterable[int]) -> dict[int, Digest]:
    """As `digests`, of the audit log."""
    return digests(AuditEntry.objects.all(), last_ids)


def digests(entries: QuerySet[Any], last_ids: Iterable[int]) -> dict[int, Digest]:
    """For each id a digest of the hashes of all entries up to it, and their number. Reads each entry once."""
    waiting, found = sorted(set(last_ids), reverse=True), dict[int, Digest]()
    digest, count = sha256(), 0
    hashes = entries.filter(pk__lte=waiting[0] if waiting else 0).values_list("pk", "hash")
    for number, entry in each_by_key(hashes, FETCHED_AT_ONCE):
        while number > waiting[-1]:
            found[waiting.pop()] = digest.hexdigest(), count
        digest.update(entry)
        count += 1
    return {**found, **dict.fromkeys(waiting, (digest.hexdigest(), count))}
