"""Legacy entries: stored as in their file, matched like all others, and hashed by a command."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from audit import actions
from blacklist.changes import record_for_whole_list
from blacklist.digests import digest_of, newest_version, renewed
from blacklist.forms import MAX_LENGTH, form_to_hash, hint_of, legacy_key
from blacklist.models import BlacklistEntry
from kit.text import LOST, storable

CHUNK = 1_000
# digits of a number with its country code (E.164), and of the international prefix before it
MOST_DIGITS = 15 + 4
FEWEST_DIGITS = 9  # of a mobile number of the four countries, including its zero; fewer are only a part of a number
_BETWEEN = re.compile(r"\s*[/;,|\r\n]+\s*|\s+(?:or|and|&)\s+|(?<=[a-zA-Z])\s+(?=\S+@)")
# as a spreadsheet writes numbers: 447700900123.0, 4.477E+11, 4,477E+11
_AS_FIGURE = re.compile(r"[+'\s]*\d+(?:[.,]\d{1,2}|(?:[.,]\d+)?\s*[eE][+-]?\d+)\s*")


@dataclass(frozen=True, slots=True)
class LegacyEntry:
    """An entry of a file. `added_at`: None means the time of the import."""

    raw: str
    notes: str = ""
    added_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Rehashed:
    """Numbers of entries. `hashed`: newly hashed legacy entries. `renewed`: digests that got the newest key.
    `merged`: deleted legacy entries whose digest another entry already has."""

    hashed: int = 0
    renewed: int = 0
    merged: int = 0

    def __add__(self, other: "Rehashed") -> "Rehashed":
        return Rehashed(self.hashed + other.hashed, self.renewed + other.renewed, self.merged + other.merged)


def read_legacy(raw: str, notes: str = "", added_at: datetime | None = None) -> LegacyEntry:
    """Parse an entry. Raises ValueError if the text can be neither an address nor a number."""
    raw, notes = storable(raw.strip()), storable(notes.strip())
    if len(raw) > MAX_LENGTH:
        raise ValueError(f"is longer than {MAX_LENGTH} characters")
    key = legacy_key(raw)
    if not key or ("@" in key and (key.startswith("@") or key.endswith("@"))):
        raise ValueError("is neither an email address nor a mobile number")
    return LegacyEntry(raw, notes, added_at)


def read_legacy_cell(cell: str, notes: str = "", added_at: datetime | None = None) -> list[LegacyEntry]:
    """The entries of a cell of a file. It may contain several addresses or numbers.

    Raises ValueError for a value that can never match, because a spreadsheet reformatted it or letters are lost.
    """
    parts = [part for part in _BETWEEN.split(cell.strip()) if part]
    if len(parts) > 1 and all(_stands_alone(part) for part in parts):
        return [read_legacy(part, notes, added_at) for part in parts]
    entry = read_legacy(cell, notes, added_at)
    if LOST in cell:
        raise ValueError("has lost letters: save the file as UTF-8")
    if "@" not in entry.raw:
        _require_whole_number(entry.raw)
    return [entry]


def _stands_alone(part: str) -> bool:
    return part.count("@") == 1 or ("@" not in part and sum(map(str.isdecimal, part)) >= FEWEST_DIGITS)


def _require_whole_number(raw: str) -> None:
    if _AS_FIGURE.fullmatch(raw):
        raise ValueError("is a figure as a spreadsheet writes it, not a number: format the column as text")
    if sum(map(str.isdecimal, raw)) > MOST_DIGITS:
        raise ValueError(f"has more than {MOST_DIGITS} digits: several numbers in one cell?")


def import_legacy(entries: Sequence[LegacyEntry]) -> int:
    """Store the entries that do not exist; returns their number. Existing entries stay unchanged."""
    wanted = {legacy_key(entry.raw): entry for entry in reversed(entries)}
    digests = {digest_of(form_to_hash(entry.raw)): key for key, entry in wanted.items()}
    with transaction.atomic():
        listed = BlacklistEntry.objects.filter(Q(raw_key__in=wanted) | Q(digest__in=digests))
        for digest, raw_key in listed.values_list("digest", "raw_key"):
            wanted.pop(raw_key or digests[bytes(digest or b"")], None)
        now = timezone.now()
        rows = [
            BlacklistEntry(
                raw=entry.raw,
                raw_key=key,
                hint=hint_of(entry.raw),
                notes=entry.notes,
                added_at=entry.added_at or now,
            )
            for key, entry in reversed(wanted.items())
        ]
        if rows:
            BlacklistEntry.objects.bulk_create(rows, ignore_conflicts=True)  # another import may run concurrently
            record_for_whole_list(actions.BLACKLIST_IMPORTED, number=len(rows))
    return len(rows)


def rehash() -> Iterator[Rehashed]:
    """Hash all legacy entries, and renew all other digests under the newest key. Yields the numbers of each chunk.

    Each chunk is one transaction. After an interruption, the next run continues.
    """
    yield from _each_chunk(BlacklistEntry.objects.filter(digest=None), _hash)
    old = BlacklistEntry.objects.filter(raw=None, key_version__lt=newest_version())
    yield from _each_chunk(old, _renew)


def _each_chunk(
    entries: QuerySet[BlacklistEntry], work: Callable[[list[BlacklistEntry]], Rehashed]
) -> Iterator[Rehashed]:
    while True:
        with transaction.atomic():
            chunk = list(entries.order_by("pk").select_for_update()[:CHUNK])
            if not chunk:
                return
            done = work(chunk)
        yield done


def _hash(chunk: list[BlacklistEntry]) -> Rehashed:
    by_digest = {digest_of(form_to_hash(entry.raw or "")): entry for entry in reversed(chunk)}
    taken = BlacklistEntry.objects.filter(digest__in=by_digest).values_list("digest", flat=True)
    for digest in taken:
        del by_digest[bytes(digest or b"")]
    for digest, entry in by_digest.items():
        entry.digest, entry.key_version, entry.raw, entry.raw_key = digest, newest_version(), None, None
    stays = {entry.pk for entry in by_digest.values()}
    merged = [entry.pk for entry in chunk if entry.pk not in stays]
    BlacklistEntry.objects.filter(pk__in=merged).delete()
    BlacklistEntry.objects.bulk_update(by_digest.values(), ["digest", "key_version", "raw", "raw_key"])
    record_for_whole_list(actions.BLACKLIST_HASHED, hashed=len(stays), dropped=len(merged))
    return Rehashed(hashed=len(stays), merged=len(merged))


def _renew(chunk: list[BlacklistEntry]) -> Rehashed:
    for entry in chunk:
        entry.digest = renewed(bytes(entry.digest or b""), entry.key_version)
        entry.key_version = newest_version()
    BlacklistEntry.objects.bulk_update(chunk, ["digest", "key_version"])
    record_for_whole_list(actions.BLACKLIST_RENEWED, number=len(chunk))
    return Rehashed(renewed=len(chunk))
