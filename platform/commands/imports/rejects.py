"""The rows that were not taken in: a file beside the one that is imported, with the line and the reason of each."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from commands.imports.faults import BadRow, UnreadableFileError

# what a spreadsheet takes for a formula (figures.md, rule 16)
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
MAX_CELL = 32_000  # a spreadsheet's cell holds no more


class Rejects:
    """Written from the first rejected row on; without one there is no file."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        self.path, self.count = path, 0
        self._columns = columns
        self._file: Any = None
        self._writer: Any = None

    def add(self, row: BadRow) -> None:
        if self._writer is None:
            self._open()
        self.count += 1
        cells = [row.cells.get(column, "") for column in self._columns] if self._columns else [dict(row.cells)]
        self._writer.writerow([row.line, row.reason, *map(_safe, cells)])

    def flush(self) -> None:
        if self._file:
            self._file.flush()

    def close(self) -> None:
        if self._file:
            self._file.close()

    def _open(self) -> None:
        try:
            self._file = self.path.open("w", encoding="utf-8", errors="replace", newline="")
        except OSError as error:
            raise UnreadableFileError(
                f"Rejected rows cannot be written to {self.path} ({error.strerror}): say --rejects PATH."
            ) from None
        self._writer = csv.writer(self._file)
        self._writer.writerow(["line", "reason", *map(_safe, self._columns or ["row"])])


def _safe(cell: Any) -> str:
    text = "" if cell is None else str(cell)[:MAX_CELL]
    return f"'{text}" if text.startswith(FORMULAS) else text
