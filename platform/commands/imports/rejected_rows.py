"""How rejected rows are written, so that people can mend them and the importer can read them again without loss.

Before its own cells each has the line, the reason and, where it could not be read as a row, the text that stood there.
When such a row is read again, these three are dropped: another round has its own.
"""

import csv
import json
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

from commands.imports.faults import BadRow
from kit.spreadsheets import marked, unmarked

LINE, REASON, TEXT = OWN = ("docket_line", "docket_reason", "docket_row")
TWOFOLD = f"has something in {TEXT} and in columns: empty one of them"
EMPTY = "holds nothing: mend it in the file that it came from"

_BEGINNING = re.compile(f'"?{LINE}"?(.)"?{REASON}\\b')
_TEXT_COLUMN = re.compile(rf"{TEXT} \((tab|.)\)")


class CsvForm:
    """`delimiter`: by which a text that could not be read as a row is to be read; the file itself has commas."""

    suffix = ".csv"
    encoding = "utf-8-sig"  # without its mark a spreadsheet would take it for something else

    def __init__(self, columns: Sequence[str], delimiter: str) -> None:
        self._columns, self._delimiter = columns, delimiter

    def header(self) -> str:
        read_by = "tab" if self._delimiter == "\t" else self._delimiter
        return csv_line([LINE, REASON, f"{TEXT} ({read_by})", *map(marked, self._columns)]) + "\r\n"

    def line(self, row: BadRow) -> str:
        cells = [row.cells.get(column, "") for column in self._columns]
        return csv_line([str(row.line), *map(marked, (row.reason, row.text, *cells))]) + "\r\n"


class JsonForm:
    """One object to a line: the row itself with three more names."""

    suffix = ".ndjson"

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding

    def header(self) -> str:
        return ""

    def line(self, row: BadRow) -> str:
        told: dict[str, Any] = {LINE: row.line, REASON: row.reason, **({TEXT: row.text} if row.text else {})}
        try:
            return self._json({**told, **row.cells})
        except RecursionError:
            return self._json(told)

    def _json(self, value: Any) -> str:
        text = json.dumps(value, ensure_ascii=False)
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            text = json.dumps(value)
        return text + "\n"


Form = CsvForm | JsonForm


class OwnColumns:
    """The first columns of a table of rejected rows. `count` is 0 for any other table."""

    def __init__(self, names: Sequence[str], delimiter: str) -> None:
        self.count, self.delimiter = 0, delimiter
        if tuple(names[:2]) == (LINE, REASON):
            third = _TEXT_COLUMN.fullmatch(names[2]) if len(names) > 2 else None  # noqa: PLR2004  after these two
            self.count = 3 if third else 2
            if third:
                self.delimiter = "\t" if third[1] == "tab" else third[1]

    def without(self, cells: Sequence[str]) -> list[str]:
        return [unmarked(cell) for cell in cells[self.count :]] if self.count else list(cells)

    def text(self, cells: Sequence[str]) -> str:
        return unmarked(cells[2]) if self.count > 2 and len(cells) > 2 else ""  # noqa: PLR2004  as above


def delimiter_shown(first_line: str) -> str:
    """Between the cells of a table of rejected rows; empty for any other."""
    found = _BEGINNING.match(first_line)
    return found[1] if found else ""


def without_own(cells: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in cells.items() if name not in OWN}


def csv_line(cells: Sequence[str], delimiter: str = ",") -> str:
    """Without its end."""
    out = StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerow(cells)
    return out.getvalue().removesuffix("\r\n")
