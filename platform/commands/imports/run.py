"""An import: rows become reviews, a thousand at a time; each thousand is in whole or not at all."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from commands.imports.faults import BadRow, CutOffError
from commands.imports.mapping import RowReader
from commands.imports.rejects import Rejects
from commands.imports.rows import Row, Table
from kit.errors import InvalidError
from reviews.arrival import IncomingReview, find_known, parse_review
from workflows.engine.core.errors import TaskBusyError
from workflows.reviews.arrival import MAX_AT_ONCE, Fate, Received, receive_reviews

# so many characters are kept in memory at most, however long the rows are
MAX_CHARACTERS = 4_000_000
PATIENCE = 5
PAUSE_SECONDS = 2.0
SAMPLES = 3


@dataclass(frozen=True, slots=True)
class ReadRow:
    row: Row
    review: IncomingReview


@dataclass(slots=True)
class Summary:
    """What became of the rows. `cut_off`: why the file could not be read to its end."""

    rows: int = 0
    fates: Counter[Fate] = field(default_factory=Counter)
    copies: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    samples: list[ReadRow] = field(default_factory=list)
    cut_off: str = ""

    @property
    def rejected(self) -> int:
        return self.fates[Fate.REJECTED] + self.fates[Fate.BUSY]


Receive = Callable[[Sequence[ReadRow]], Sequence[Received]]


def run_import(
    table: Table, reader: RowReader, receive: Receive, *, rejects: Rejects, summary: Summary
) -> Iterator[int]:
    """Read a table to its end; gives the number of rows now and then.

    `summary` and `rejects` are true whenever it gives one.
    """
    try:
        for chunk in _read_ahead(_chunks(table, reader)):
            good = [one for one in chunk if isinstance(one, ReadRow)]
            summary.samples = summary.samples or good[:SAMPLES]
            fates = receive(good) if good else ()
            bad = [one for one in chunk if isinstance(one, BadRow)]
            for one, fate in zip(good, fates, strict=True):
                summary.fates[fate.fate] += 1
                summary.copies += fate.copies > 0
                if fate.fate in (Fate.REJECTED, Fate.BUSY):
                    bad.append(BadRow(one.row.line, _sentence(fate.errors), one.row.cells))
            summary.fates[Fate.REJECTED] += len(chunk) - len(good)
            summary.rows += len(chunk)
            for row in sorted(bad, key=lambda row: row.line):
                rejects.add(row)
                summary.reasons[_kind_of(row.reason)] += 1
            rejects.flush()
            yield summary.rows
    except CutOffError as error:
        summary.cut_off = str(error)


def taking_in(file_name: str) -> Receive:
    """Take rows in, with the place where each stood kept for the record; what somebody is changing is tried again."""

    def receive(rows: Sequence[ReadRow]) -> Sequence[Received]:
        raw = [{"file": file_name, "line": one.row.line} for one in rows]
        return _patiently([one.review for one in rows], raw)

    return receive


def trying_out(rows: Sequence[ReadRow]) -> Sequence[Received]:
    """What would become of rows, as far as can be told without taking them in. Writes nothing."""
    known = find_known({one.review.identity for one in rows})
    seen: set[tuple[str, str]] = set()
    fates = []
    for one in rows:
        identity = one.review.identity
        there = known.get(identity)
        if there and there.changes(one.review):
            fates.append(Received(Fate.REVISED, there.id))
        elif there and there.amendments(one.review):
            fates.append(Received(Fate.AMENDED, there.id))
        elif there and one.review.verified and not there.verified:
            fates.append(Received(Fate.VERIFIED, there.id))
        else:
            fates.append(Received(Fate.DUPLICATE if there or identity in seen else Fate.ACCEPTED))
        seen.add(identity)
    return fates


def _patiently(reviews: Sequence[IncomingReview], raw: Sequence[Any]) -> list[Received]:
    for pause in range(PATIENCE):
        try:
            fates = receive_reviews(reviews, raw)
        except TaskBusyError:
            if pause == PATIENCE - 1:
                raise
            time.sleep(PAUSE_SECONDS)
            continue
        busy = [place for place, fate in enumerate(fates) if fate.fate is Fate.BUSY]
        if busy and pause < PATIENCE - 1:
            time.sleep(PAUSE_SECONDS)
            again = receive_reviews([reviews[place] for place in busy])
            for place, fate in zip(busy, again, strict=True):
                fates[place] = fate
        return fates
    raise AssertionError("unreachable")


def _read_ahead(chunks: Iterator[list[ReadRow | BadRow]]) -> Iterator[list[ReadRow | BadRow]]:
    """The same in the same order, each read while the database is at work on the one before."""
    with ThreadPoolExecutor(1) as ahead:
        following = ahead.submit(next, chunks, None)
        while chunk := following.result():
            following = ahead.submit(next, chunks, None)
            yield chunk


def _chunks(table: Table, reader: RowReader) -> Iterator[list[ReadRow | BadRow]]:
    chunk: list[ReadRow | BadRow] = []
    characters = 0
    try:
        for row in table:
            chunk.append(row if isinstance(row, BadRow) else _read(row, reader))
            characters += row.size
            if len(chunk) == MAX_AT_ONCE or characters > MAX_CHARACTERS:
                yield chunk
                chunk, characters = [], 0
    except CutOffError:
        if chunk:
            yield chunk  # what was whole before
        raise
    if chunk:
        yield chunk


def _read(row: Row, reader: RowReader) -> ReadRow | BadRow:
    try:
        return ReadRow(row, parse_review(reader.fields_of(row.cells)))
    except InvalidError as error:
        return BadRow(row.line, _sentence(error.fields), row.cells)
    except ValueError as error:
        return BadRow(row.line, str(error), row.cells)


def _sentence(errors: Any) -> str:
    return "; ".join(f"{name}: {' '.join(said)}".removeprefix(": ") for name, said in errors.items())


def _kind_of(reason: str) -> str:
    """Without what stood in the row, so that a file of a million faults has a few kinds of them."""
    return re.sub(r"\d+", "…", re.sub(r"'.*'", "…", reason, flags=re.DOTALL))[:200]
