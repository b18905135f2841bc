"""Read the rows of a file: CSV with a header, one JSON object per line, or a document with a list of objects."""

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from commands.imports.documents import Documents, is_document
from commands.imports.faults import BadRow, UnreadableFileError
from commands.imports.lines import Lines
from commands.imports.rejected_rows import (
    EMPTY,
    LINE,
    REASON,
    TEXT,
    CsvForm,
    Form,
    JsonForm,
    OwnColumns,
    rejected_rows_delimiter,
    without_own,
)
from kit.spreadsheets import csv_line, delimiter_of, stated_delimiter

MAX_CELL = 200_000
MAX_RECORD = 2_000_000
# characters; limits the work for a file in which every line opens a quote
MAX_READ_AGAIN = 200_000_000
# the memory of a JSON value, in characters of text: a short value needs more memory than its length
VALUE_WEIGHT = 32


@dataclass(frozen=True, slots=True)
class Row:
    """`line`: its first line, or its number in a document. Cells are texts in CSV, else JSON values.

    `size`: memory in characters of text. `reason`: why it was rejected before, in a file of rejected rows.
    """

    line: int
    cells: Mapping[str, Any]
    size: int
    reason: str = ""


class Table:
    """A file's columns and rows. `kind` is csv, ndjson or json, `delimiter` one character; both are detected if empty.

    `first`: the cells of the first row, by which the product that wrote a file is recognised; those of CSV are empty.
    """

    def __init__(self, lines: Lines, *, kind: str = "", delimiter: str = "") -> None:
        self._lines = lines
        self._rows = iter(lines)
        self.delimiter, self.columns = delimiter, tuple[str, ...]()
        self.first: Mapping[str, Any] = {}
        if (kind or "json") == "json" and is_document(lines.beginning):
            self.kind = "json"
            self._objects = iter(self._json())
            self._ahead = next(self._objects, None)
            self.first = self._ahead.cells if isinstance(self._ahead, Row) else {}
            return
        self._first = self._first_line()
        start = self._first[1].lstrip()
        self.kind = kind or ("ndjson" if start.startswith("{") else "csv")
        if self.kind == "csv":
            stated = stated_delimiter(self._first[1])
            if stated:
                self._first = self._first_line()
            self.delimiter = (
                rejected_rows_delimiter(self._first[1]) or delimiter or stated or delimiter_of(self._first[1])
            )
            self._records = _Records(self._rows, self._first, self.delimiter)
            self.columns = self._header()
            self.first = dict.fromkeys(self.columns, "")
        else:
            self.first = next((row.cells for row in self._object(self._first) if isinstance(row, Row)), {})

    def __iter__(self) -> Iterator[Row | BadRow]:
        """Raises CutOffError if the file is truncated."""
        match self.kind:
            case "csv":
                return self._csv()
            case "json":
                return self._objects if self._ahead is None else chain((self._ahead,), self._objects)
            case _:
                return self._ndjson()

    def form_of_rejects(self) -> Form:
        """The format in which rejected rows of this table can be corrected and read again."""
        return CsvForm(self.columns) if self.kind == "csv" else JsonForm(self._lines.encoding)

    def _first_line(self) -> tuple[int, str]:
        for found in self._rows:
            if isinstance(found, BadRow):
                raise UnreadableFileError(f"Line {found.line} {found.reason}: is this a table?")
            if found[1].strip():
                return found
        raise UnreadableFileError("The file has only blank lines.")

    def _header(self) -> tuple[str, ...]:
        found = next(iter(self._records), None)
        if not isinstance(found, tuple):
            raise UnreadableFileError("The first line cannot be read as the names of columns.")
        names = [name.strip() for name in found[1]]
        self._own = OwnColumns(names)
        names = self._own.without(names)
        twice = sorted({name for name in names if name and names.count(name) > 1})
        if twice:
            raise UnreadableFileError(f"The first line names a column twice: {', '.join(twice)}.")
        return tuple(names)

    def _csv(self) -> Iterator[Row | BadRow]:
        for found in self._records:
            if isinstance(found, BadRow):
                yield found
                continue
            line, cells = found
            if cells:  # empty for a blank line
                yield self._row(line, cells)

    def _row(self, line: int, all_cells: list[str]) -> Row | BadRow:
        cells, size = self._own.without(all_cells), sum(map(len, all_cells))
        reason, text = self._own.reason_and_text(all_cells) if self._own.count else ("", "")
        if self._own.count and not any(cells):
            return BadRow(line, EMPTY, size=size, text=text)
        if len(cells) == len(self.columns):
            return Row(line, dict(zip(self.columns, cells, strict=True)), size, reason)
        reason = f"has {len(cells)} cells, the first line {len(self.columns)}"
        return BadRow(line, reason, size=size, text=csv_line(cells, self.delimiter).removesuffix("\r\n"))

    def _ndjson(self) -> Iterator[Row | BadRow]:
        yield from self._object(self._first)
        for found in self._rows:
            if isinstance(found, BadRow):
                yield found
            else:
                yield from self._object(found)

    def _json(self) -> Iterator[Row | BadRow]:
        for number, value in Documents(self._lines.characters):
            try:
                size = VALUE_WEIGHT * _values_in(value)
            except RecursionError:
                yield BadRow(number, "is nested too deeply")
                continue
            if isinstance(value, dict):
                yield Row(number, value, size)
            else:
                yield BadRow(number, "is not a JSON object", text=json.dumps(value)[:MAX_CELL])

    def _object(self, found: tuple[int, str]) -> Iterator[Row | BadRow]:
        line, text = found
        if not text.strip():
            return
        try:
            cells = json.loads(text)
        except (ValueError, RecursionError):
            yield BadRow(line, "is not JSON", size=len(text), text=text.rstrip("\r\n"))
            return
        size = len(text) + VALUE_WEIGHT * text.count(",")
        if not isinstance(cells, dict):
            yield BadRow(line, "is not a JSON object", size=len(text), text=text.rstrip("\r\n"))
        elif LINE in cells:
            own, reason, source = without_own(cells), cells.get(REASON, ""), cells.get(TEXT, "")
            yield Row(line, own, size, str(reason)) if own else BadRow(line, EMPTY, size=size, text=str(source))
        else:
            yield Row(line, cells, size)


class _Records:
    """Iterates over (first line, cells), and over BadRow. A quoted cell may span several lines.

    An unclosed quote costs only its own line: the lines that it swallowed are read again. If that would take too
    long, each swallowed line becomes a BadRow, so that no line is lost silently.
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
                    yield from self._given_up(_reason(error, self._taken[-1][0]))
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

    def _given_up(self, reason: str) -> Iterator[BadRow]:
        """BadRow for the record's first line, and for swallowed lines that are not read again."""
        first, *swallowed = self._taken
        yield _bad_row(*first, reason)
        if self._read_again < MAX_READ_AGAIN:
            self._read_again += self._length
            self._waiting.extend(reversed(swallowed))
            return
        for line, text in swallowed:
            if text.strip():
                yield _bad_row(line, text, f"is inside the quote that is opened at line {first[0]} and not closed")


def _values_in(value: Any) -> int:
    """How much memory an object takes, by its values: a text counts by its length."""
    match value:
        case dict():
            return 1 + sum(map(_values_in, value.values()))
        case list():
            return 1 + sum(map(_values_in, value))
        case str():
            return 1 + len(value) // VALUE_WEIGHT
        case _:
            return 1


def _bad_row(line: int, text: str, reason: str) -> BadRow:
    stripped = text.rstrip("\r\n")
    stripped = stripped if len(stripped) <= MAX_CELL else ""
    return BadRow(line, reason, size=len(stripped), text=stripped)


def _reason(error: csv.Error, last: int) -> str:
    match str(error):
        case "unclosed" | "too long" | "unexpected end of data":
            return f"opens a quote that is not closed (up to line {last})"
        case message if "field larger" in message:
            return f"has a cell of more than {MAX_CELL:,} characters (up to line {last}): a quote may not be closed"
        case message if "expected after" in message:
            return "has a quote within a quoted cell that is not doubled"
        case message:
            return f"cannot be read ({message})"


class _Texts:
    """An iterator that can continue after an exception, unlike a generator."""

    def __init__(self, records: _Records) -> None:
        self._records = records

    def __iter__(self) -> "_Texts":
        return self

    def __next__(self) -> str:
        return self._records.next_text()
