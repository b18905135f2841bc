"""Verifies history and the audit log: their hash chains, heads and texts, and the anchors outside the database."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import connection
from django.db.models import Max
from django.db.models.functions import Now
from django.utils import timezone

from audit.chains import audit_digests, digests, find_audit_faults
from audit.models import AuditEntry
from kit.keyset import each_by_key
from workflows.engine.core.transition.plan import text_digest
from workflows.engine.outbox.marks import Seen, delete_old_marks, lost_entries, marks_in
from workflows.models import EventText, TaskEvent

# older entries are committed: no transaction stays open for so long
SETTLED = timedelta(minutes=10)
FETCHED_AT_ONCE = 5_000
# Version 2: every chain was rebuilt when names were removed from history (decision 31). The constant stands in the
# code, because a person who can change the database must not be able to invalidate an anchor.
ANCHOR_FORMAT = 2

BUCKET_FOLDER = "anchors"

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
    """Write a digest of history to a file, to detect that the newest entries were removed together with their heads.

    It takes the place of the day's anchor if history still has what that says. One that it lacks stays, as the only
    witness, and the new one stands beside it. Where files are in a bucket, anchors are there as well.
    """
    now = timezone.now()
    name = f"{now:%Y-%m-%d}.json"
    before = [each for path, each in _anchors(folder, of=f"{now:%Y-%m-%d}") if path.name == name and not _is_void(each)]
    settled = {"at__lt": Now() - SETTLED}
    last_id = TaskEvent.objects.filter(**settled).aggregate(last=Max("pk"))["last"] or 0
    audit_last_id = AuditEntry.objects.filter(**settled).aggregate(last=Max("pk"))["last"] or 0
    found = _Digests([*before, {"last_id": last_id, "audit": {"last_id": audit_last_id}}])
    (digest, count), (of_audit, audit_count) = found.of_history[last_id], found.of_audit[audit_last_id]
    written = {
        "format": ANCHOR_FORMAT,
        "at": now.isoformat(),
        "last_id": last_id,
        "entries": count,
        "digest": digest,
        "audit": {"last_id": audit_last_id, "entries": audit_count, "digest": of_audit},
    }
    folder.mkdir(parents=True, exist_ok=True)
    anchor = folder / (name if all(map(found.agrees, before)) else f"{now:%Y-%m-%dT%H%M}.json")
    anchor.write_text(json.dumps(written, indent=2) + "\n")
    if _is_bucket():
        default_storage.save(f"{BUCKET_FOLDER}/{anchor.name}", ContentFile(anchor.read_bytes()))
    delete_old_marks(folder)
    return anchor


class _Digests:
    """The digests of history and of the audit log now, up to where anchors say. Reads each once for all of them."""

    def __init__(self, anchors: Sequence[Mapping[str, Any]]) -> None:
        # anchors from before the audit log was chained have no digest of it
        self.of_audit = audit_digests(anchor["audit"]["last_id"] for anchor in anchors if anchor.get("audit"))
        self.of_history = digests(TaskEvent.objects.all(), (anchor["last_id"] for anchor in anchors))

    def agrees(self, anchor: Mapping[str, Any]) -> bool:
        audit = anchor.get("audit")
        holds = self.of_history[anchor["last_id"]] == (anchor["digest"], anchor["entries"])
        return holds and (not audit or self.of_audit[audit["last_id"]] == (audit["digest"], audit["entries"]))

    def fault(self, path: Path, anchor: Mapping[str, Any]) -> str:
        """What is wrong with an anchor that does not agree."""
        audit = anchor.get("audit")
        at = datetime.fromisoformat(anchor["at"])
        lost = anchor["entries"] - self.of_history[anchor["last_id"]][1]
        if lost > 0:
            return _lost(f"{path.name}: the anchor of {at:%d %B %Y %H:%M}", anchor["last_id"], lost, TaskEvent)
        if audit and (lost := audit["entries"] - self.of_audit[audit["last_id"]][1]) > 0:
            return _lost(f"{path.name}: the anchor of {at:%d %B %Y %H:%M}", audit["last_id"], lost, AuditEntry)
        return f"{path.name}: history or the audit log up to {at:%d %B %Y %H:%M} is not what it was then"


def _lost(anchor: str, last_id: int, lost: int, model: type[TaskEvent | AuditEntry]) -> str:
    """How many entries up to that of an anchor are gone; of the newest, where the database ends."""
    last = model.objects.aggregate(last=Max("pk"))["last"] or 0
    what = "entry" if model is TaskEvent else "audit entry"
    ends = f"ends at {last:,}" if last < last_id else "has fewer up to there"
    number = f"{lost:,} {'entry is' if lost == 1 else 'entries are'} lost"
    return f"{anchor} names {what} {last_id:,}; this database {ends}: {number}"


def broken_anchors(folder: Path) -> Iterator[tuple[Path, str]]:
    """The anchors whose digest differs from history, with what is wrong, oldest first. Void anchors are skipped."""
    anchors = [(path, anchor) for path, anchor in _anchors(folder) if not _is_void(anchor)]
    found = _Digests([anchor for _, anchor in anchors])
    for path, anchor in anchors:
        if not found.agrees(anchor):
            yield path, found.fault(path, anchor)


def broken_anchor_faults(folder: Path, seen: Sequence[Seen] = ()) -> Iterator[Fault]:
    """Faults of the records outside the database: anchors, marks of exported data, and files of others."""
    for _, sentence in broken_anchors(folder):
        yield Fault("anchor", 0, 0, sentence)
    for sentence in chain(lost_entries(folder), *(file.lost() for file in seen)):
        yield Fault("anchor", 0, 0, sentence)


def compared_with(folder: Path, seen: Sequence[Seen] = ()) -> str:
    """With what outside the database history was compared: read it after the faults, which count what files name."""
    anchors = [anchor for _, anchor in _anchors(folder) if not _is_void(anchor)]
    parts = [f"{len(anchors):,} {'anchor' if len(anchors) == 1 else 'anchors'}"]
    if anchors:
        newest = max(anchors, key=lambda anchor: str(anchor["at"]))
        at = datetime.fromisoformat(newest["at"])
        parts[0] += f" (the newest of {at:%d %B %Y %H:%M}, up to entry {newest['last_id']:,})"
    parts.append(f"{sum(1 for _ in marks_in(folder)):,} marks")
    parts += [f"{file.count:,} entries that {file.path.name} names" for file in seen]
    return f"Compared with {', '.join(parts)}."


def void_anchors(folder: Path) -> list[Path]:
    """The anchors from before all chains were rebuilt, oldest first: they cannot be compared."""
    return [path for path, anchor in _anchors(folder) if _is_void(anchor)]


def _anchors(folder: Path, *, of: str = "") -> list[tuple[Path, dict[str, Any]]]:
    """Those of this machine, and those of the bucket that other machines have written; oldest first. `of`: a day."""
    found = [(path, path.read_text()) for path in folder.glob(f"{of}*.json")]
    if _is_bucket():
        for name in default_storage.listdir(BUCKET_FOLDER)[1]:
            if not name.startswith(of):
                continue
            with default_storage.open(f"{BUCKET_FOLDER}/{name}") as stored:
                found.append((folder / name, stored.read().decode()))
    return [(path, json.loads(text)) for path, text in sorted(set(found))]


def _is_bucket() -> bool:
    return not isinstance(default_storage, FileSystemStorage)


def _is_void(anchor: dict[str, Any]) -> bool:
    return bool(anchor.get("format", 1) < ANCHOR_FORMAT)
