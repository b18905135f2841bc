"""CSV for spreadsheets: no cell is run as a formula, and no letter is lost on opening and saving."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

# byte order mark; without it a spreadsheet assumes the encoding of its machine
MARK = "\ufeff"
DELIMITERS = ",;\t|"
# a spreadsheet treats a cell that begins with one of these as a formula
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_ONE_MARK = re.compile(rf"'+[{re.escape(''.join(_FORMULA))}]")
# quotes text with any delimiter: a spreadsheet that expects semicolons would find a formula after one
_QUOTED = re.compile(rf'[{re.escape(DELIMITERS)}"\r\n]')
_SEPARATOR = re.compile(r'"?sep=(.)"?[\r\n]*', re.IGNORECASE)


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """CSV lines (RFC 4180), one by one, with a byte order mark. A formula gets an apostrophe before it."""
    yield MARK + csv_line(header)
    for row in rows:
        yield csv_line([safe_cell(cell) for cell in row])


def csv_line(cells: Iterable[Any], delimiter: str = ",") -> str:
    """One record with its line end."""
    texts = [str(cell) for cell in cells]
    if texts == [""]:
        return '""\r\n'  # not a blank line, which readers skip
    return (
        delimiter.join('"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text for text in texts) + "\r\n"
    )


def delimiter_of(first_line: str) -> str:
    """The delimiter that splits the first line into the most cells."""

    def count(delimiter: str) -> int:
        try:
            return len(next(csv.reader([first_line], delimiter=delimiter)))
        except csv.Error:
            return 0

    return max(DELIMITERS, key=count)


def stated_delimiter(first_line: str) -> str:
    """The delimiter of a first line such as `sep=;`, which spreadsheets write; empty for any other line."""
    found = _SEPARATOR.fullmatch(first_line)
    return found[1] if found else ""


def marked(text: str) -> str:
    """Prefix a formula with an apostrophe. Text that looks marked gets one more, so that `unmarked` can undo it."""
    return f"'{text}" if text.startswith(_FORMULA) or _ONE_MARK.match(text) else text


def unmarked(text: str) -> str:
    """Undo `marked`. Text without a mark is returned unchanged."""
    return text[1:] if _ONE_MARK.match(text) else text


def safe_cell(value: Any) -> Any:
    """A cell's value: None becomes empty, a list becomes comma-separated, a formula gets an apostrophe."""
    if isinstance(value, list):
        value = ",".join(value)
    return "" if value is None else marked(value) if isinstance(value, str) else value
