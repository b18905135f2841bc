"""CSV that a spreadsheet opens and gives back unharmed: no cell is run as a formula, no letter is lost."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

# without the byte order mark a spreadsheet reads a file in the encoding of its machine
MARK = "\ufeff"
DELIMITERS = ",;\t|"
# a spreadsheet treats a cell that begins with one of these as a formula
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_ONE_MARK = re.compile(rf"'+[{re.escape(''.join(_FORMULA))}]")
# also what separates cells elsewhere: a spreadsheet that expects semicolons would find a formula after one
_QUOTED = re.compile(rf'[{re.escape(DELIMITERS)}"\r\n]')
_SEPARATOR = re.compile(r'"?sep=(.)"?[\r\n]*', re.IGNORECASE)


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """CSV lines (RFC 4180), one by one, with a byte order mark. Text that would be a formula gets an apostrophe."""
    yield MARK + csv_line(header)
    for row in rows:
        yield csv_line([safe_cell(cell) for cell in row])


def csv_line(cells: Iterable[Any], delimiter: str = ",") -> str:
    """One record with its line end."""
    texts = [str(cell) for cell in cells]
    if texts == [""]:
        return '""\r\n'  # else a blank line
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
    """What `sep=;` says, with which spreadsheets begin a file; empty for another line."""
    found = _SEPARATOR.fullmatch(first_line)
    return found[1] if found else ""


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
    return "" if value is None else marked(value) if isinstance(value, str) else value
