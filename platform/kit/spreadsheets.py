"""Comma-separated values that a spreadsheet opens without running anything in them."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

# what a spreadsheet takes for the beginning of a formula
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


class _Echo:
    def write(self, line: str) -> str:
        return line


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Lines as RFC 4180 has them, one by one. Text that would be a formula gets an apostrophe before it."""
    writer = csv.writer(_Echo())
    yield writer.writerow(header)
    for row in rows:
        yield writer.writerow([safe_cell(cell) for cell in row])


def safe_cell(value: Any) -> Any:
    """None is empty; a list is its parts with a comma between them."""
    if isinstance(value, list):
        value = ",".join(value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value
