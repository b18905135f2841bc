"""The rows of a file: of CSV with a header, or of one JSON object to a line."""

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from commands.imports.faults import BadRow, UnreadableFileError
from commands.imports.lines import Lines

DELIMITERS = ",;\t|"
MAX_CELL = 200_000
MAX_RECORD = 2_000_000
# a file of open quotes would be read many times over
MAX_READ_AGAIN = 100
MAX_SHOWN = 1_000
# a value of JSON takes as much memory as a text of so many characters, though it be written in two
VALUE_WEIGHT = 32


@dataclass(frozen=True, slots=True)
class Row:
    """`line`: where it begins. Cells are texts in CSV, and values of JSON else. `size`: characters it weighs."""

    line: int
    cells: Mapping[str, Any]
    size: int


class Table:
    """A file's columns and rows. `kind` is csv or ndjson, `delimiter` of one character; empty: as the file shows."""

    def __init__(self, lines: Lines, *, kind: str = "", delimiter: str = "") -> None:
        self._lines = lines
        self._rows = iter(lines)
        self._first = self._first_line()
        shown = self._first[1].lstrip()
        if shown.startswith("["):
            raise UnreadableFileError("The file is one JSON array; send one object to a line (jq -c '.[]').")
        self.kind = kind or ("ndjson" if shown.startswith("{") else "csv")
        self.delimiter, self.columns = delimiter, tuple[str, ...]()
        if self.kind == "csv":
            self.delimiter = delimiter or _sniff(self._first[1])
            self._records = _Records(self._rows, self._first, self.delimiter)
            self.columns = self._header()

    def __iter__(self) -> Iterator[Row | BadRow]:
        """Raises CutOffError where the file ends before its end."""
        return self._csv() if self.kind == "csv" else self._ndjson()

    def _first_line(self) -> tuple[int, str]:
        for found in self._rows:
            if isinstance(found, BadRow):
                raise UnreadableFileError(f"Line {found.line} {found.reason}: is this a table?")
            if found[1].strip():
                return found
        raise UnreadableFileError("The file has no line with anything in it.")

    def _header(self) -> tuple[str, ...]:
        found = next(iter(self._records), None)
        if not isinstance(found, tuple):
            raise UnreadableFileError("The first line cannot be read as the names of columns.")
        names = tuple(name.strip() for name in found[1])
        twice = sorted({name for name in names if name and names.count(name) > 1})
        if twice:
            raise UnreadableFileError(f"The first line names a column twice: {', '.join(twice)}.")
        return names

    def _csv(self) -> Iterator[Row | BadRow]:
        for found in self._records:
            if isinstance(found, BadRow):
                yield found
                continue
            line, cells = found
            row = dict(zip(self.columns, cells, strict=False))
            size = sum(map(len, cells))
            if len(cells) == len(self.columns):
                yield Row(line, row, size)
            elif cells:  # else a blank line
                yield BadRow(line, f"has {len(cells)} cells, the first line {len(self.columns)}", row, size)

    def _ndjson(self) -> Iterator[Row | BadRow]:
        yield from self._object(self._first)
        for found in self._rows:
            if isinstance(found, BadRow):
                yield found
            else:
                yield from self._object(found)

    def _object(self, found: tuple[int, str]) -> Iterator[Row | BadRow]:
        line, text = found
        if not text.strip():
            return
        try:
            cells = json.loads(text)
        except (ValueError, RecursionError):
            yield BadRow(line, "is no JSON", {"text": text[:MAX_SHOWN]})
            return
        if isinstance(cells, dict):
            yield Row(line, cells, len(text) + VALUE_WEIGHT * text.count(","))
        else:
            yield BadRow(line, "is no JSON object", {"text": text[:MAX_SHOWN]})


class _Records:
    """Iterates over (line where it begins, cells), and over BadRow. A record may go over several lines in quotes.

    A quote that is not closed costs its own line alone: what it swallowed is read again.
    """

    def __init__(self, lines: Iterator[tuple[int, str] | BadRow], first: tuple[int, str], delimiter: str) -> None:
        self._lines, self._waiting = lines, [first]
        self._taken, self._bad = list[tuple[int, str]](), list[BadRow]()
        self._length, self._read_again = 0, 0
        csv.field_size_limit(MAX_CELL)
        self._reader = csv.reader(_Texts(self), delimiter=delimiter, strict=True)

    def __iter__(self) -> Iterator[tuple[int, list[str]] | BadRow]:
        while True:
            self._taken, self._length, self._bad = [], 0, []
            try:
                cells = next(self._reader, None)
            except csv.Error as error:
                yield from self._bad
                if self._taken:
                    yield BadRow(self._taken[0][0], self._told(error))
                    self._put_back()
                continue
            yield from self._bad
            if cells is None:
                return
            yield self._taken[0][0], cells

    def next_text(self) -> str:
        found = self._waiting.pop() if self._waiting else next(self._lines, None)
        if found is None:
            if self._taken:
                raise csv.Error("unclosed")
            raise StopIteration
        if isinstance(found, BadRow):
            self._bad.append(found)
            if self._taken:
                raise csv.Error("unclosed")
            return self.next_text()
        self._taken.append(found)
        self._length += len(found[1])
        if self._length > MAX_RECORD:
            raise csv.Error("too long")
        return found[1]

    def _put_back(self) -> None:
        if len(self._taken) > 1 and self._read_again < MAX_READ_AGAIN:
            self._read_again += 1
            self._waiting.extend(reversed(self._taken[1:]))

    def _told(self, error: csv.Error) -> str:
        last = self._taken[-1][0]
        match str(error):
            case "unclosed" | "too long":
                return f"opens a quote that is not closed (up to line {last})"
            case message if "field larger" in message:
                return f"has a cell of more than {MAX_CELL:,} characters (up to line {last}): a quote may not be closed"
            case message if "expected after" in message:
                return "has a quote within a quoted cell that is not doubled"
            case message:
                return f"cannot be read ({message})"


class _Texts:
    """An iterator that goes on after an exception, which a generator does not."""

    def __init__(self, records: _Records) -> None:
        self._records = records

    def __iter__(self) -> "_Texts":
        return self

    def __next__(self) -> str:
        return self._records.next_text()


def _sniff(header: str) -> str:
    """The delimiter by which the first line has the most cells."""

    def count(delimiter: str) -> int:
        try:
            return len(next(csv.reader([header], delimiter=delimiter)))
        except csv.Error:
            return 0

    return max(DELIMITERS, key=count)
