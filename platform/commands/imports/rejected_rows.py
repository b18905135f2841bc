"""The format of rejected rows: people can correct them, and the importer can read them again without loss.

Three columns stand before a row's own cells: the line, the reason, and the source text if it could not be parsed.
When the file is imported again, these three columns are dropped: what could not be parsed is filled in by hand.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from commands.imports.faults import BadRow
from kit.spreadsheets import csv_line, marked, unmarked

LINE, REASON, TEXT = OWN = ("docket_line", "docket_reason", "docket_row")
EMPTY = "is empty: fill in its cells, or correct the row in the original file"

_BEGINNING = re.compile(f'"?{LINE}"?(.)"?{REASON}\\b')


class CsvForm:
    suffix = ".csv"
    encoding = "utf-8-sig"  # without the byte order mark a spreadsheet would guess another encoding

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = columns

    def header(self) -> str:
        return csv_line([*OWN, *map(marked, self._columns)])

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

    def __init__(self, names: Sequence[str]) -> None:
        self.count = len(OWN) if tuple(names[: len(OWN)]) == OWN else 0

    def without(self, cells: Sequence[str]) -> list[str]:
        return [unmarked(cell) for cell in cells[self.count :]] if self.count else list(cells)

    def reason_and_text(self, cells: Sequence[str]) -> tuple[str, str]:
        """Why the row was rejected before, and its source text."""
        _, reason, text = (*cells[: self.count], "", "", "")[: len(OWN)]
        return reason, unmarked(text)


def rejected_rows_delimiter(first_line: str) -> str:
    """The delimiter of a file of rejected rows, after a spreadsheet may have changed it; empty for other files."""
    found = _BEGINNING.match(first_line)
    return found[1] if found else ""


def without_own(cells: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in cells.items() if name not in OWN}
