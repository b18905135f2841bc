"""CSV that is safe to open in a spreadsheet: no cell is run as a formula."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

# a spreadsheet treats a cell that begins with one of these as a formula
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_ONE_MARK = re.compile(rf"'+[{re.escape(''.join(_FORMULA))}]")


class _Echo:
    def write(self, line: str) -> str:
        return line


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """CSV lines (RFC 4180), one by one. Text that would be a formula gets an apostrophe before it."""
    writer = csv.writer(_Echo())
    yield writer.writerow(header)
    for row in rows:
        yield writer.writerow([safe_cell(cell) for cell in row])


def marked(text: str) -> str:
    """Prefix a formula with an apostrophe. Text that looks marked gets another, so that `unmarked` can undo it."""
    return f"'{text}" if text.startswith(_FORMULA) or _ONE_MARK.match(text) else text


def unmarked(text: str) -> str:
    """Undo `marked`. Text without a mark is returned unchanged."""
    return text[1:] if _ONE_MARK.match(text) else text


def safe_cell(value: Any) -> Any:
    """A cell's value: None becomes empty, a list becomes comma-separated, a formula gets an apostrophe."""
    if isinstance(value, list):
        value = ",".join(value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value
