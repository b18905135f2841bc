"""Comma-separated values that a spreadsheet opens without running anything in them."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

# what a spreadsheet takes for the beginning of a formula
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_ONE_MARK = re.compile(rf"'+[{re.escape(''.join(_FORMULA))}]")


class _Echo:
    def write(self, line: str) -> str:
        return line


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Lines as RFC 4180 has them, one by one. Text that would be a formula gets an apostrophe before it."""
    writer = csv.writer(_Echo())
    yield writer.writerow(header)
    for row in rows:
        yield writer.writerow([safe_cell(cell) for cell in row])


def marked(text: str) -> str:
    """No formula, whatever it says. What looks marked gets another mark, so that `unmarked` gives it back."""
    return f"'{text}" if text.startswith(_FORMULA) or _ONE_MARK.match(text) else text


def unmarked(text: str) -> str:
    """What `marked` was given; a text without a mark as it is."""
    return text[1:] if _ONE_MARK.match(text) else text


def safe_cell(value: Any) -> Any:
    """None is empty; a list is its parts with a comma between them."""
    if isinstance(value, list):
        value = ",".join(value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value
