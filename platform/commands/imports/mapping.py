"""Map a file's columns to the fields of a review, and read rows with that mapping."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from commands.imports.faults import CutOffError, UnreadableFileError
from commands.imports.formats.reading import MORE
from commands.imports.lines import Lines
from commands.imports.opening import InputBytes
from commands.imports.rows import Table
from commands.imports.values import DateOrders, Dates, Reader, stars, words, yes_or_no
from kit.text import storable
from reviews.ingest import IncomingReview

# three ways to name a company; the first that is not blank is used
COMPANY = {"company_id": "id", "hsone_id": "hsone_id", "company": None}
WORDS = ("text", "constructive")
FIELDS = (*(name for name in IncomingReview.model_fields if name != "company"), *COMPANY)
ABSENT_WHEN_BLANK = {"business_name", "job_title"}
Translate = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class RowReader:
    """Converts a row's cells to the fields of a review."""

    def __init__(
        self,
        columns: Sequence[str],
        *,
        mapped: Mapping[str, str],
        constants: Mapping[str, str],
        defaults: Mapping[str, str],
        dates: Dates,
        makes_ids: bool = False,
        translate: Translate | None = None,
    ) -> None:
        """`translate`: of a file of another product, whose rows become rows with our names."""
        _refuse_unknown_fields([*mapped, *constants, *defaults])
        self._translate = translate
        # JSON has no header: each row names its own fields
        named_alike = {_plain(column): column for column in FIELDS if translate or not columns}
        named_alike = named_alike or {_plain(column): column for column in columns}
        found = {field: named_alike[field] for field in FIELDS if field in named_alike and field not in constants}
        self.columns = {**found, **mapped}
        self.constants, self.defaults, self.makes_ids = dict(constants), dict(defaults), makes_ids
        self._dates = dates
        self._readers = [(field, column, self._reader_of(field)) for field, column in self.columns.items()]
        self._constants = {field: self._constant(field, value) for field, value in constants.items()}
        if columns:
            self._refuse_unknown_columns([*columns, *(FIELDS if translate else ())])
        if not translate:
            self._refuse_gaps(columns)

    def fields_of(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        """The input of `parse_review`. Raises ValueError naming the field."""
        fields = dict(self._constants)
        if self._translate:
            ours = self._translate(cells)
            fields[MORE] = _storable(ours.get(MORE, {}))
            cells = {**cells, **ours}
        for field, column, read in self._readers:
            value = self._value(cells, field, column)
            if value is None:
                continue
            try:
                fields[field] = read(value)
            except ValueError as error:
                raise ValueError(f"{field}: {error}") from None
            if field in ABSENT_WHEN_BLANK and not fields[field].strip():
                fields[field] = None
        _name_company(fields)
        if self.makes_ids:
            fields["external_id"] = _content_id(fields)
        return fields

    def _value(self, cells: Mapping[str, Any], field: str, column: str) -> Any:
        value = _cell(cells, column)
        is_blank = value is None or (isinstance(value, str) and not value.strip())
        return self.defaults[field] if is_blank and field in self.defaults else value

    @property
    def has_company(self) -> bool:
        """Whether a company is given for all rows, or by a column that `--map` names."""
        given = {*self.constants, *self.defaults, *(name for name, column in self.columns.items() if name != column)}
        return bool(given & COMPANY.keys())

    def _reader_of(self, field: str) -> Reader:
        match field:
            case "posted_at":
                return self._dates
            case "company_id":
                return _number
            case "rating":
                return stars
            case "anonymous" | "verified":
                return yes_or_no
            case _:
                return words

    def _constant(self, field: str, value: str) -> Any:
        try:
            return self._reader_of(field)(value)
        except ValueError as error:
            raise UnreadableFileError(f"--set {field}: {error}.") from None

    def _refuse_unknown_columns(self, columns: Sequence[str]) -> None:
        existing = {column.split(".")[0] for column in columns} | set(columns)
        unknown = sorted({column for column in self.columns.values() if column not in existing})
        if unknown:
            raise UnreadableFileError(
                f"The file has no column {', '.join(map(repr, unknown))}; it has: {', '.join(map(repr, columns))}."
            )

    def _refuse_gaps(self, columns: Sequence[str]) -> None:
        present = {*self.columns, *self.constants}
        missing = [name for name in ("source", "external_id") if name not in present]
        if self.makes_ids and "external_id" in missing:
            missing.remove("external_id")
        if not present & COMPANY.keys():
            missing.append("company")
        if not present & {*WORDS}:
            missing.append("text")
        if missing and columns:
            raise UnreadableFileError(
                f"No column gives {', '.join(missing)}: add --map FIELD=COLUMN or --set FIELD=VALUE. "
                f"The file has: {', '.join(map(repr, columns))}."
            )


def require_one_order(path: Path, columns: Sequence[str], **look: str) -> None:
    """Look through a file's dates before any is read: raises UnreadableFileError where their order is in doubt.

    What 05/06/2025 means is proven by another date of the file, such as 12/25/2025, that may stand at its end. `look`:
    how `Table` and `Lines` read it.
    """
    orders = DateOrders()
    with InputBytes(path) as source, suppress(CutOffError):
        for row in Table(Lines(source, look.pop("encoding", "")), **look):
            for column in columns:
                orders.look_at(_cell(row.cells, column))
    if problem := orders.problem():
        raise UnreadableFileError(problem)


def _refuse_unknown_fields(names: Sequence[str]) -> None:
    if unknown := sorted(set(names) - set(FIELDS)):
        raise UnreadableFileError(f"A review has no field {', '.join(unknown)}; it has: {', '.join(FIELDS)}.")


def _plain(column: str) -> str:
    return re.sub(r"\W+", "_", column.strip().lower())


def _cell(cells: Mapping[str, Any], column: str) -> Any:
    """The cell of a column. Dots in the name reach nested values of a JSON row."""
    if column in cells:
        return cells[column]
    value: Any = cells
    for part in column.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _storable(value: Any) -> Any:
    """The JSON value. Raises ValueError for a text in it that cannot be stored."""
    for each in [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ():
        _storable(each)
    return storable(value) if isinstance(value, str) else value


def _number(value: Any) -> int | None:
    text = words(value).strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit()):
        raise ValueError("is not a company's id")
    return int(text[:30])


def _name_company(fields: dict[str, Any]) -> None:
    given = {field: fields.pop(field, None) for field in COMPANY}
    for field, kind in COMPANY.items():
        value = given[field]
        if value is not None and value != "":
            fields["company"] = {kind: value} if kind else value
            return


def _content_id(fields: Mapping[str, Any]) -> str:
    """An id made from the row's content, so that a file without ids can be imported repeatedly."""
    named = ("source", "company", "posted_at", "rating", "title", "author_name", "author_email", *WORDS)
    return sha256("\x1f".join(str(fields.get(name, "")) for name in named).encode("utf-8", "replace")).hexdigest()
