"""Import legacy entries of the blacklist: addresses and numbers as their file has them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from blacklist.legacy import CHUNK, LegacyEntry, import_legacy, read_legacy_cell
from commands.imports.chunks import Chunk, import_chunks
from commands.imports.faults import BadRow, UnreadableFileError
from commands.imports.lines import Lines
from commands.imports.mapping import require_one_order
from commands.imports.opening import InputBytes
from commands.imports.rejects import Rejects
from commands.imports.rows import Row, Table
from commands.imports.values import Dates, words

FIELDS = ("value", "notes", "added")
# names that files have for the first of them; each cell with a text is an entry
VALUES = ("value", "email", "email_address", "mobile", "mobile_number", "mobile_phone", "phone", "number")


@dataclass(slots=True)
class Result:
    """`broken`: why the import ended early. `reasons` of rejected rows never quote an address or a number."""

    rows: int = 0
    imported: int = 0
    listed: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    rejects: Path | None = None
    status: int = 0
    broken: str = ""

    @property
    def done(self) -> int:
        return self.rows

    @property
    def lines(self) -> Iterator[str]:
        yield f"{self.rows:,} rows"
        yield f"  {self.imported:>9,}  imported as legacy entries"
        for number, said in ((self.listed, "already on the blacklist"), (self.reasons.total(), "rejected")):
            if number:
                yield f"  {number:>9,}  {said}"
        for reason, number in self.reasons.most_common():
            yield f"    {number:>7,}  {reason}"
        if self.rejects:
            yield f"Rejected rows: {self.rejects}"
        if self.imported or self.listed:
            yield "They match from now on. To hash them: ./docket blacklist rehash"


def import_blacklist(
    source: InputBytes, path: Path, mapped: Mapping[str, str], chosen: Path | None, date_format: str = ""
) -> Result:
    """Each chunk is one transaction. Raises UnreadableFileError for a file or a column that cannot be read."""
    lines, dates, result = Lines(source), Dates(date_format), Result()
    table = Table(lines)
    columns = _columns(table.columns, mapped)
    if columns["added"] and not date_format:
        require_one_order(path, columns["added"])

    def take_in(chunk: Chunk, rejects: Rejects) -> None:
        _import_chunk(chunk, columns, dates, rejects, result)

    import_chunks(table, source, result, take_in, size=CHUNK, path=path, chosen=chosen)
    return result


def _columns(present: Sequence[str], mapped: Mapping[str, str]) -> dict[str, list[str]]:
    """The columns of each field; a file may have addresses and numbers in several."""
    if unknown := sorted(mapped.keys() - set(FIELDS)):
        raise UnreadableFileError(f"Unknown field: {', '.join(unknown)}. There are: {', '.join(FIELDS)}.")
    names = {column: "_".join(column.lower().split()) for column in present or (*VALUES, *FIELDS[1:])}
    if present and (absent := sorted(set(mapped.values()) - set(present))):
        raise UnreadableFileError(f"There is no column {', '.join(absent)}. There are: {', '.join(present)}.")
    found = {
        "value": [column for column, name in names.items() if name in VALUES],
        "notes": [column for column, name in names.items() if name == "notes"],
        "added": [column for column, name in names.items() if name == "added"],
        **{name: [column] for name, column in mapped.items()},
    }
    if not found["value"]:
        raise UnreadableFileError(
            "The first line must name the columns, such as value, notes, added; or set --map value=COLUMN."
        )
    return found


def _import_chunk(
    chunk: Chunk, columns: Mapping[str, list[str]], dates: Dates, rejects: Rejects, result: Result
) -> None:
    entries: list[LegacyEntry] = []
    for row in chunk:
        bad = row if isinstance(row, BadRow) else None
        if isinstance(row, Row):
            try:
                entries += _entries_of(row.cells, columns, dates)
            except ValueError as error:
                bad = BadRow(row.line, str(error), row.cells)
        if bad:
            rejects.add(bad)
            result.reasons[bad.reason] += 1
    rejects.flush()
    imported = import_legacy(entries) if entries else 0
    result.rows += len(chunk)
    result.imported += imported
    result.listed += len(entries) - imported


def _entries_of(cells: Mapping[str, Any], columns: Mapping[str, list[str]], dates: Dates) -> list[LegacyEntry]:
    values = [text for column in columns["value"] if (text := _text(cells, column))]
    if not values:
        raise ValueError("has neither an email address nor a mobile number")
    notes = " ".join(_text(cells, column) for column in columns["notes"])
    added = next((text for column in columns["added"] if (text := _text(cells, column))), "")
    try:
        added_at = dates(added) if added else None
    except ValueError:
        raise ValueError("added: is not a date") from None
    return [entry for value in values for entry in read_legacy_cell(value, notes, added_at)]


def _text(cells: Mapping[str, Any], column: str) -> str:
    value = cells.get(column)
    return "" if value is None else words(value).strip()
