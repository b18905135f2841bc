"""How far history had come when something left the house, in files beside the anchors: ids, codes and hashes alone.

What leaves carries the same, so that who got it is a witness outside this house: see `Place.reference`.

A database that was restored, or a replica that took over, may lack the last entries together with their heads. A letter
that a mail server took, an event that a receiver took, and the newest entries that the relay saw say that there were
such (decision 96). The anchor of a later day says the same of all entries, so that the marks of two days are enough.
"""

import json
import logging
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from kit.prepared import fetch

logger = logging.getLogger(__name__)

HEADER = "Docket-Entry"
KEPT = timedelta(days=2)
# within words of others: a part of a file may end in the middle of one
_REFERENCE = re.compile(r"process\.(\d{1,18})\.(\d{1,9})\.([0-9a-f]{64})(?![0-9a-f])")
_LONGEST = 160
_READ_CHARACTERS = 1024 * 1024
READ_AT_ONCE = 5_000
_HEAD = """
    SELECT 'process', process_id, length, encode(hash, 'hex') FROM workflows_historyhead WHERE process_id = %(process)s
"""
_NEWEST = """
    (SELECT 'process', process_id, seq, encode(hash, 'hex') FROM workflows_taskevent ORDER BY id DESC LIMIT 1)
    UNION ALL
    (SELECT kind, subject_id, seq, encode(hash, 'hex') FROM audit_auditentry ORDER BY id DESC LIMIT 1)
"""
_LOST = """
    WITH marked AS (
        SELECT * FROM ROWS FROM (jsonb_to_recordset(%(marks)s::jsonb) AS (
            at text, by text, log text, id bigint, seq integer, hash text)) WITH ORDINALITY
    )
    SELECT marked.at, marked.by, marked.log, marked.id, marked.seq FROM marked
    LEFT JOIN workflows_taskevent event
        ON marked.log = 'process' AND event.process_id = marked.id AND event.seq = marked.seq
    LEFT JOIN audit_auditentry entry
        ON marked.log = entry.kind AND entry.subject_id = marked.id AND entry.seq = marked.seq
    WHERE marked.hash IS DISTINCT FROM encode(coalesce(event.hash, entry.hash), 'hex')
    ORDER BY marked.ordinality
"""


@dataclass(frozen=True, slots=True)
class Place:
    """The last entry of a log. `log`: "process", or the kind of an audit log; `id`: of the process or the subject."""

    log: str
    id: int
    seq: int
    hash: str

    @property
    def reference(self) -> str:
        """As mails and webhooks name it: one word, which logs, JSON and headers keep as it is."""
        return f"{self.log}.{self.id}.{self.seq}.{self.hash}"


def reference_in(places: Sequence[Place]) -> dict[str, str]:
    """The header of a mail or a webhook that names the entry which it follows."""
    return {HEADER: places[0].reference} if places else {}


def head_of(process_id: int | None) -> list[Place]:
    """The last entry of a process: read it before what is about it leaves."""
    return [Place(*row) for row in fetch(_HEAD, {"process": process_id})] if process_id else []


class Watch:
    """Marks the newest entry of all processes, and that of all audit logs, when there is a newer one."""

    def __init__(self, by: str) -> None:
        self._by = by
        self._seen: list[Place] = []

    def look(self) -> None:
        places = [Place(*row) for row in fetch(_NEWEST, {})]
        mark(self._by, [place for place in places if place not in self._seen])
        self._seen = places


def mark(by: str, places: Sequence[Place]) -> None:
    """Note that these entries are there, once they are committed. `by`: a code of what says so.

    A full disk stops neither mail nor jobs.
    """
    if places:
        transaction.on_commit(partial(_write, by, places))


def _write(by: str, places: Sequence[Place]) -> None:
    now = timezone.now()
    lines = [json.dumps({"at": now.isoformat(), "by": by, **_fields(place)}) for place in places]
    try:
        settings.ANCHOR_FOLDER.mkdir(parents=True, exist_ok=True)
        # one write of a few lines, which those of other processes do not divide
        file = os.open(settings.ANCHOR_FOLDER / _name_of(now.date()), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o640)
        try:
            os.write(file, "".join(f"{line}\n" for line in lines).encode())
        finally:
            os.close(file)
    except OSError as error:
        logger.error("what left the house cannot be noted: %s", type(error).__name__)


def lost_entries(folder: Path) -> Iterator[str]:
    """A sentence for each mark of an entry that is not there, or is another."""
    for at, by, log, number, seq in _lost(marks_in(folder)):
        yield f"{_whose(log, number)}: entry {seq}, which was there at {at} ({by}), is not"


def marks_in(folder: Path) -> Iterator[dict[str, Any]]:
    return (mark for path in sorted(folder.glob("*.marks")) for mark in _read(path))


class Seen:
    """What a file of others names: the log of a receiver of webhooks, a mailbox, or a list of references.

    `count`: how many references were found in it, when `lost` has been read to its end.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.count = path, 0

    def lost(self) -> Iterator[str]:
        """A sentence for each entry that the file names and that is not there, or is another."""
        for line, _, log, number, seq in _lost(self._places()):
            yield f"{_whose(log, number)}: entry {seq}, which {self.path.name} names in line {line}, is not there"

    def _places(self) -> Iterator[dict[str, Any]]:
        """Each once, in parts that overlap: a log may have lines of any length."""
        with self.path.open(encoding="utf-8", errors="replace", newline="") as file:
            rest, before, last, is_over = "", 0, None, False
            while not is_over:
                part = file.read(_READ_CHARACTERS)
                text, is_over = rest + part, not part
                end = len(text) if is_over else max(len(text) - _LONGEST, 0)
                for found in _REFERENCE.finditer(text):
                    if found.start() < end and found[0] != last:
                        last = found[0]
                        self.count += 1
                        number, seq, digest = found.groups()
                        line = before + text.count("\n", 0, found.start()) + 1
                        yield {"at": str(line), "by": "", **_fields(Place("process", int(number), int(seq), digest))}
                before += text.count("\n", 0, end)
                rest = text[end:]


def _lost(marks: Iterator[dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
    while some := list(islice(marks, READ_AT_ONCE)):
        yield from fetch(_LOST, {"marks": json.dumps(some)})


def _whose(log: str, number: int) -> str:
    return f"process {number}" if log == "process" else f"audit log of {log} {number}"


def delete_old_marks(folder: Path) -> None:
    """Those of days that an anchor covers."""
    first = _name_of((timezone.now() - KEPT).date())
    for path in folder.glob("*.marks"):
        if path.name < first:
            path.unlink(missing_ok=True)


def _fields(place: Place) -> dict[str, Any]:
    return {"log": place.log, "id": place.id, "seq": place.seq, "hash": place.hash}


def _name_of(day: date) -> str:
    return f"{day:%Y-%m-%d}.marks"


def _read(path: Path) -> Iterator[dict[str, Any]]:
    """The last line is not whole where its writer was ended."""
    for line in path.read_text().splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue
