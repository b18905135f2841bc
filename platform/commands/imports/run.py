"""Import rows as reviews, in chunks of up to a thousand; each chunk is one transaction."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from commands.imports.chunks import MAX_CHARACTERS
from commands.imports.faults import BadRow, CutOffError
from commands.imports.formats.reading import MORE
from commands.imports.mapping import RowReader
from commands.imports.rejects import Rejects
from commands.imports.repeats import STANDS_ALREADY, Repeats
from commands.imports.rows import Row, Table
from kit.errors import InvalidError
from reviews.errors import OtherAuthorError
from reviews.ingest import ExistingReview, Identity, IncomingReview, find_existing, parse_review
from workflows.engine.core.errors import TaskBusyError
from workflows.reviews.ingest import MAX_AT_ONCE, Ingested, IngestStatus, ingest_reviews, rejected

PATIENCE = 5
PAUSE_SECONDS = 2.0
SAMPLES = 3


@dataclass(frozen=True, slots=True)
class ReadRow:
    """`more`: what the product has no field for, stored with the raw data."""

    row: Row
    review: IncomingReview
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Summary:
    """The results of all rows. `cut_off`: why the file could not be read to its end."""

    rows: int = 0
    by_status: Counter[IngestStatus] = field(default_factory=Counter)
    copies: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    samples: list[ReadRow] = field(default_factory=list)
    cut_off: str = ""

    @property
    def rejected(self) -> int:
        return self.by_status[IngestStatus.REJECTED] + self.by_status[IngestStatus.BUSY]

    def numbers(self) -> dict[str, int]:
        """How many reviews are new, and how many others were changed."""
        changed = (IngestStatus.REVISED, IngestStatus.AMENDED, IngestStatus.VERIFIED)
        return {
            "new": self.by_status[IngestStatus.ACCEPTED],
            "changed": sum(self.by_status[status] for status in changed),
        }


Receive = Callable[[Sequence[ReadRow]], Sequence[Ingested]]


def run_import(
    table: Table, reader: RowReader, receive: Receive, *, rejects: Rejects, summary: Summary
) -> Iterator[int]:
    """Import a table; yields the number of rows after each chunk.

    `summary` and `rejects` are up to date at each yield.
    """
    try:
        with closing(Repeats()) as repeats:
            for chunk in _read_ahead(_chunks(table, reader)):
                _take_in(_without_repeats(chunk, repeats), receive, rejects, summary)
                yield summary.rows
    except CutOffError as error:
        summary.cut_off = str(error)


def _take_in(chunk: Sequence[ReadRow | BadRow], receive: Receive, rejects: Rejects, summary: Summary) -> None:
    good = [row for row in chunk if isinstance(row, ReadRow)]
    summary.samples = summary.samples or good[:SAMPLES]
    results = receive(good) if good else ()
    bad = [row for row in chunk if isinstance(row, BadRow)]
    for read, received in zip(good, results, strict=True):
        summary.by_status[received.status] += 1
        summary.copies += received.copies > 0
        if received.status in (IngestStatus.REJECTED, IngestStatus.BUSY):
            bad.append(BadRow(read.row.line, _sentence(received.errors), read.row.cells))
    summary.by_status[IngestStatus.REJECTED] += len(chunk) - len(good)
    summary.rows += len(chunk)
    for row in sorted(bad, key=lambda row: row.line):
        rejects.add(row)
        summary.reasons[_kind_of(row.reason)] += 1
    rejects.flush()


def _without_repeats(chunk: Sequence[ReadRow | BadRow], repeats: Repeats) -> list[ReadRow | BadRow]:
    """Also refuses again a row that was refused as a repetition and whose id has not been corrected."""
    again = [row.review for row in chunk if isinstance(row, ReadRow) and STANDS_ALREADY in row.row.reason]
    stored = find_existing({review.identity for review in again})
    kept: list[ReadRow | BadRow] = []
    for row in chunk:
        found = row
        if isinstance(row, ReadRow):
            try:
                _require_no_repeat(row, repeats, stored)
            except ValueError as error:
                found = BadRow(row.row.line, f"external_id: {error}", row.row.cells)
        kept.append(found)
    return kept


def _require_no_repeat(read: ReadRow, repeats: Repeats, stored: Mapping[Identity, ExistingReview]) -> None:
    review = read.review
    said = review.__dict__
    author = {name: said[name] for name in ("author_name", "author_email", "author_mobile")}
    repeats.require_equal("\t".join(review.identity), read.row.line, author, said)
    if STANDS_ALREADY in read.row.reason and (before := stored.get(review.identity)) and before.changes(review):
        raise ValueError(f"{STANDS_ALREADY}: the review with this id has another content. Correct the id.")


def taking_in(file_name: str) -> Receive:
    """Import rows, storing file name and line as raw data. Reviews that somebody is changing are tried again."""

    def receive(rows: Sequence[ReadRow]) -> Sequence[Ingested]:
        raw = [
            {"file": file_name, "line": read.row.line, **({"more": read.more} if read.more else {})} for read in rows
        ]
        return _ingest_with_retries([read.review for read in rows], raw)

    return receive


def trying_out(rows: Sequence[ReadRow]) -> Sequence[Ingested]:
    """Predict the results for a dry run. Writes nothing."""
    reviews = [read.review for read in rows]
    stored = find_existing({review.identity for review in reviews})
    seen: set[Identity] = set()
    results = []
    for review in reviews:
        existing = stored.get(review.identity)
        is_new = existing is None and review.identity not in seen
        results.append(_foretold(review, existing) if existing else Ingested(_OF_NEW[is_new]))
        seen.add(review.identity)
    return results


_OF_NEW = {True: IngestStatus.ACCEPTED, False: IngestStatus.DUPLICATE}


def _foretold(review: IncomingReview, existing: ExistingReview) -> Ingested:
    try:
        existing.require_same_author(review)
    except OtherAuthorError as error:
        return rejected(error, existing.id)
    if existing.changes(review):
        return Ingested(IngestStatus.REVISED, existing.id)
    if existing.amendments(review):
        return Ingested(IngestStatus.AMENDED, existing.id)
    is_verified_now = review.verified and not existing.verified
    return Ingested(IngestStatus.VERIFIED if is_verified_now else IngestStatus.DUPLICATE, existing.id)


def _ingest_with_retries(reviews: Sequence[IncomingReview], raw: Sequence[Any]) -> list[Ingested]:
    for pause in range(PATIENCE):
        try:
            results = ingest_reviews(reviews, raw)
        except TaskBusyError:
            if pause == PATIENCE - 1:
                raise
            time.sleep(PAUSE_SECONDS)
            continue
        busy = [place for place, result in enumerate(results) if result.status is IngestStatus.BUSY]
        if busy and pause < PATIENCE - 1:
            time.sleep(PAUSE_SECONDS)
            again = ingest_reviews([reviews[place] for place in busy])
            for place, result in zip(busy, again, strict=True):
                results[place] = result
        return results
    raise AssertionError("unreachable")


def _read_ahead(chunks: Iterator[list[ReadRow | BadRow]]) -> Iterator[list[ReadRow | BadRow]]:
    """The same chunks in the same order, each read while the database processes the previous chunk."""
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
            yield chunk  # complete rows before the fault
        raise
    if chunk:
        yield chunk


def _read(row: Row, reader: RowReader) -> ReadRow | BadRow:
    try:
        fields = reader.fields_of(row.cells)
        return ReadRow(row, parse_review(fields), fields.get(MORE, {}))
    except InvalidError as error:
        return BadRow(row.line, _sentence(error.fields), row.cells)
    except ValueError as error:
        return BadRow(row.line, str(error), row.cells)


def _sentence(errors: Any) -> str:
    return "; ".join(f"{name}: {' '.join(messages)}".removeprefix(": ") for name, messages in errors.items())


def _kind_of(reason: str) -> str:
    """The reason without the row's values, so that equal faults are counted together."""
    return re.sub(r"\d+", "…", re.sub(r"'.*'", "…", reason, flags=re.DOTALL))[:200]
