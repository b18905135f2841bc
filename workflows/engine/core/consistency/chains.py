"""Verifies history and the audit log: their hash chains, heads and texts, and the anchors outside the database."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Max
from django.db.models.functions import Now
from django.utils import timezone

from audit.chains import audit_digests, digests, find_audit_faults
from audit.models import AuditEntry
from kit.keyset import each_by_key
from workflows.engine.core.transition.plan import text_digest
from workflows.engine.outbox.marks import delete_old_marks, lost_entries
from workflows.models import EventText, TaskEvent

# older entries are committed: no transaction stays open for so long
SETTLED = timedelta(minutes=10)
FETCHED_AT_ONCE = 5_000
# Version 2: every chain was rebuilt when names were removed from history (decision 31). The constant stands in the
# code, because a person who can change the database must not be able to invalidate an anchor.
ANCHOR_FORMAT = 2

# entries with a wrong hash, a wrong number, or a previous hash that differs from the hash of the entry before
_BROKEN_LINKS = """
    SELECT process_id, seq FROM (
        SELECT event.*, docket_event_hash(event) AS expected,
               lag(hash, 1, ''::bytea) OVER chain AS before, row_number() OVER chain AS place
        FROM workflows_taskevent event WINDOW chain AS (PARTITION BY process_id ORDER BY seq)
    ) link
    WHERE hash <> expected OR previous_hash <> before OR seq <> place
    ORDER BY process_id, seq
"""
# processes whose head has a different length or last hash than their entries
_BROKEN_HEADS = """
    SELECT coalesce(head.process_id, last.process_id), coalesce(head.length, 0)
    FROM workflows_historyhead head
    FULL JOIN (SELECT DISTINCT ON (process_id) process_id, seq, hash FROM workflows_taskevent
               ORDER BY process_id, seq DESC) last ON last.process_id = head.process_id
    WHERE head.length IS DISTINCT FROM last.seq OR head.hash IS DISTINCT FROM last.hash
    ORDER BY 1
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """A place where history was changed. `seq` is 0 for a whole process; `process_id` is 0 for an anchor or the audit
    log, which `sentence` names.
    """

    what: str
    process_id: int
    seq: int
    sentence: str = ""

    def __str__(self) -> str:
        if self.sentence:
            return self.sentence
        return f"process {self.process_id}, entry {self.seq}: the {self.what} is not what was written"


def find_faults() -> Iterator[Fault]:
    """All faults, grouped by check and ordered by process. An erased text is no fault: the chain holds its digest."""
    for what, query in (("link", _BROKEN_LINKS), ("head", _BROKEN_HEADS)):
        with connection.cursor() as cursor:
            cursor.execute(query)
            for process_id, number in cursor.fetchall():
                yield Fault(what, process_id, number if what == "link" else 0)
    texts = EventText.objects.exclude(body="").select_related("event")
    for text in each_by_key(texts, FETCHED_AT_ONCE):
        if text_digest(bytes(text.salt), text.body) != bytes(text.event.text_digest):
            yield Fault("text", text.event.process_id, text.event.seq)
    for fault in find_audit_faults():
        yield Fault("audit", 0, fault.seq, str(fault))


def write_anchor(folder: Path) -> Path:
    """Write a digest of history to a file, to detect that the newest entries were removed together with their heads."""
    settled = {"at__lt": Now() - SETTLED}
    last_id = TaskEvent.objects.filter(**settled).aggregate(last=Max("pk"))["last"] or 0
    digest, count = digests(TaskEvent.objects.all(), [last_id])[last_id]
    audit_last_id = AuditEntry.objects.filter(**settled).aggregate(last=Max("pk"))["last"] or 0
    of_audit, audit_count = audit_digests([audit_last_id])[audit_last_id]
    folder.mkdir(parents=True, exist_ok=True)
    anchor = folder / f"{timezone.now():%Y-%m-%d}.json"
    written = {
        "format": ANCHOR_FORMAT,
        "at": timezone.now().isoformat(),
        "last_id": last_id,
        "entries": count,
        "digest": digest,
        "audit": {"last_id": audit_last_id, "entries": audit_count, "digest": of_audit},
    }
    anchor.write_text(json.dumps(written, indent=2) + "\n")
    delete_old_marks(folder)
    return anchor


def broken_anchors(folder: Path) -> Iterator[tuple[Path, datetime]]:
    """The anchors whose digest differs from history, with their times, oldest first. Void anchors are skipped.

    Reads history and the audit log once for all anchors.
    """
    anchors = [(path, anchor) for path, anchor in _anchors(folder) if not _is_void(anchor)]
    # anchors from before the audit log was chained have no digest of it
    of_audit = audit_digests(anchor["audit"]["last_id"] for _, anchor in anchors if anchor.get("audit"))
    of_history = digests(TaskEvent.objects.all(), (anchor["last_id"] for _, anchor in anchors))
    for path, anchor in anchors:
        audit = anchor.get("audit")
        holds = of_history[anchor["last_id"]] == (anchor["digest"], anchor["entries"])
        if not holds or (audit and of_audit[audit["last_id"]] != (audit["digest"], audit["entries"])):
            yield path, datetime.fromisoformat(anchor["at"])


def broken_anchor_faults(folder: Path) -> Iterator[Fault]:
    """Faults of the records outside the database: anchors, and marks of exported data."""
    for anchor, at in broken_anchors(folder):
        yield Fault("anchor", 0, 0, changed_since(anchor, at))
    for sentence in lost_entries(folder):
        yield Fault("anchor", 0, 0, sentence)


def changed_since(anchor: Path, at: datetime) -> str:
    """What is wrong with a broken anchor."""
    return f"{anchor.name}: history or the audit log up to {at:%d %B %Y %H:%M} is not what it was then"


def void_anchors(folder: Path) -> list[Path]:
    """The anchors from before all chains were rebuilt, oldest first: they cannot be compared."""
    return [path for path, anchor in _anchors(folder) if _is_void(anchor)]


def _anchors(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    for path in sorted(folder.glob("*.json")):
        yield path, json.loads(path.read_text())


def _is_void(anchor: dict[str, Any]) -> bool:
    return bool(anchor.get("format", 1) < ANCHOR_FORMAT)
