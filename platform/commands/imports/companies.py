"""Import companies and categories: files of a trade register, or of a former product."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from commands.imports.faults import UnreadableFileError
from commands.imports.lines import Lines
from commands.imports.listed import Listing, Result, import_listed
from commands.imports.opening import InputBytes
from commands.imports.rows import Table
from commands.imports.values import words
from companies.importing import (
    ImportedCompany,
    category_named,
    import_categories,
    import_companies,
    read_category,
    read_company,
)
from kit.spreadsheets import unmarked

# the names that files have for a field; an address may stand in several columns
COMPANY_COLUMNS = {
    "name": ("name", "company", "company_name"),
    "hsone_id": ("hsone_id", "org_code", "external_id"),
    "address": ("address", *(f"address{number}" for number in range(1, 6))),
    "postcode": ("postcode", "post_code"),
    "phone": ("phone", "telephone"),
    "website": ("website", "url"),
    "country": ("country",),
    "status": ("status",),
}
CATEGORY_COLUMNS = {"code": ("code", "id"), "name": ("name", "description")}
Columns = Mapping[str, Sequence[str]]


def import_company_file(source: InputBytes, path: Path, options: Mapping[str, Any]) -> Result:
    """Raises UnreadableFileError for a file, a column or a category that does not exist."""
    table = Table(Lines(source))
    columns = _columns(table.columns, COMPANY_COLUMNS, dict(options["map"]), needed=("name",))
    try:
        category = category_named(options["category"]) if options["category"] else None
    except ValueError as error:
        raise UnreadableFileError(str(error)) from None
    take_in: Callable[[Sequence[ImportedCompany]], int] = partial(import_companies, category_id=category)
    listing = Listing("companies", lambda cells: read_company(_texts(cells, columns)), take_in)
    return import_listed(listing, source, table, path, options["rejects"])


def import_category_file(source: InputBytes, path: Path, options: Mapping[str, Any]) -> Result:
    """Raises UnreadableFileError."""
    table = Table(Lines(source))
    columns = _columns(table.columns, CATEGORY_COLUMNS, dict(options["map"]), needed=("code", "name"))

    def read(cells: dict[str, Any]) -> tuple[int, str]:
        texts = _texts(cells, columns)
        return read_category(texts["code"], texts["name"])

    return import_listed(Listing("categories", read, import_categories), source, table, path, options["rejects"])


def _columns(present: Sequence[str], known: Columns, mapped: Mapping[str, str], needed: Sequence[str]) -> Columns:
    if unknown := sorted(mapped.keys() - known.keys()):
        raise UnreadableFileError(f"Unknown field: {', '.join(unknown)}. There are: {', '.join(known)}.")
    if present and (absent := sorted(set(mapped.values()) - set(present))):
        raise UnreadableFileError(f"There is no column {', '.join(absent)}. There are: {', '.join(present)}.")
    # JSON has no header: each row names its own fields
    columns = present or [name for names in known.values() for name in names]
    names = {"_".join(column.lower().split()): column for column in columns}
    found = {field: [names[name] for name in known[field] if name in names] for field in known}
    found |= {field: [column] for field, column in mapped.items()}
    if missing := [field for field in needed if not found[field]]:
        wanted, there = " or ".join(missing), ", ".join(present)
        raise UnreadableFileError(f"No column is named {wanted}. Set --map {missing[0]}=COLUMN; there are: {there}.")
    return found


def _texts(cells: Mapping[str, Any], columns: Columns) -> dict[str, str]:
    """The text of each field; the parts of an address are joined by commas."""
    found = {}
    for field, names in columns.items():
        parts = [unmarked(words(value)).strip() for name in names if (value := cells.get(name)) is not None]
        found[field] = ", ".join(filter(None, parts))
    return found
