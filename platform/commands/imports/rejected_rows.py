"""The format of rejected rows: people can correct them, and the importer can read them again without loss.

Three columns stand before a row's own cells: the line, the reason, and the source text if it could not be parsed.
When the file is imported again, these three columns are dropped.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from commands.imports.faults import BadRow
from kit.spreadsheets import csv_line, marked, unmarked

LINE, REASON, TEXT = OWN = ("docket_line", "docket_reason", "docket_row")
TEXT_AND_CELLS = f"has a value in {TEXT} and in other columns: empty one of them"
EMPTY = "is empty: correct the row in the original file"

_BEGINNING = re.compile(f'"?{LINE}"?(.)"?{REASON}\\b')
_TEXT_COLUMN = re.compile(rf"{TEXT} \((tab|.)\)")


class CsvForm:
    """`delimiter`: the original file's, for texts that could not be parsed. The file of rejected rows uses commas."""

    suffix = ".csv"
    encoding = "utf-8-sig"  # without the byte order mark a spreadsheet would guess another encoding

    def __init__(self, columns: Sequence[str], delimiter: str) -> None:
        self._columns, self._delimiter = columns, delimiter

    def header(self) -> str:
        read_by = "tab" if self._delimiter == "\t" else self._delimiter
        return csv_line([LINE, REASON, f"{TEXT} ({read_by})", *map(marked, self._columns)])

    def line(self, row: BadRow) -> str:
        cells = [row.cells.get(column, "") for column in self._columns]
        return csv_line([str(row.line), *map(marked, (row.reason, row.text, *cells))])


class JsonForm:
    """One JSON object per line: the row with three more fields."""

    suffix = ".ndjson"

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding

    def header(self) -> str:
        return ""

    def line(self, row: BadRow) -> str:
        own: dict[str, Any] = {LINE: row.line, REASON: row.reason, **({TEXT: row.text} if row.text else {})}
        try:
            return self._json({**own, **row.cells})
        except RecursionError:
            return self._json(own)

    def _json(self, value: Any) -> str:
        text = json.dumps(value, ensure_ascii=False)
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            text = json.dumps(value)
        return text + "\n"


Form = CsvForm | JsonForm


class OwnColumns:
    """The columns that the importer added to a file of rejected rows. `count` is 0 for other files."""

    def __init__(self, names: Sequence[str], delimiter: str) -> None:
        self.count, self.delimiter = 0, delimiter
        if tuple(names[:2]) == (LINE, REASON):
            third = _TEXT_COLUMN.fullmatch(names[2]) if len(names) > 2 else None  # noqa: PLR2004  after these two
            self.count = 3 if third else 2
            if third:
                self.delimiter = "\t" if third[1] == "tab" else third[1]

    def without(self, cells: Sequence[str]) -> list[str]:
        return [unmarked(cell) for cell in cells[self.count :]] if self.count else list(cells)

    def reason(self, cells: Sequence[str]) -> str:
        return cells[1] if self.count and len(cells) > 1 else ""

    def text(self, cells: Sequence[str]) -> str:
        return unmarked(cells[2]) if self.count > 2 and len(cells) > 2 else ""  # noqa: PLR2004  as above


def rejected_rows_delimiter(first_line: str) -> str:
    """The delimiter of a file of rejected rows, after a spreadsheet may have changed it; empty for other files."""
    found = _BEGINNING.match(first_line)
    return found[1] if found else ""


def without_own(cells: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in cells.items() if name not in OWN}
