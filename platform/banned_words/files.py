"""Export and import the list as CSV."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from pydantic import ValidationError

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from banned_words.costs import Measured, measured
from banned_words.entries import MAX_ENTRIES, MAX_PATTERNS, THE_LIST, WordExistsError, require_room, require_room_for
from banned_words.fields import WordFields
from banned_words.models import MAX_TERM, BannedWord, Mode, Severity
from kit.database import retry_after_conflict
from kit.errors import InvalidError, OverloadedError, message_of
from kit.replica import on_primary
from kit.spreadsheets import MARK, csv_lines, delimiter_of, stated_delimiter, unmarked
from kit.turns import turn

COLUMNS = ("term", "mode", "action", "severity", "language", "exceptions", "notes", "endings", "shadow")
MAX_LINES = 2 * MAX_ENTRIES  # of a file, which one thread of the web server reads
AT_ONCE = 1  # imports per machine: further ones would wait for the list's lock, each blocking a web thread
MAX_PROBLEMS = 100  # problems described in the answer; further ones are only counted
_BETWEEN = "; "
_TRUE, _FALSE = "yes", "no"
_TICKS = {"endings", "shadow"}
_SEVERITIES = {str(severity): int(severity) for severity in Severity}


@dataclass(slots=True)
class Imported:
    """Numbers of lines. `refused`: lines that were left out. `problems`: line number and reason of the first of these.

    `before`: the number of lines before the header.
    """

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: int = 0
    problems: list[tuple[int, str]] = field(default_factory=list)
    before: int = 0

    def refuse(self, line: int, reason: str) -> None:
        self.refused += 1
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append((line + self.before, reason))


def export_words(*, by: User) -> Iterator[str]:
    """CSV lines of the list without retired entries. The audit entry is written before the first line."""
    with on_primary(), transaction.atomic():
        record_audit(actions.WORDS_EXPORTED, THE_LIST, user_id=by.pk)
    words = BannedWord.objects.filter(retired_at=None).order_by("term", "pk").iterator(chunk_size=1_000)
    return csv_lines(COLUMNS, ([_cell(word, column) for column in COLUMNS] for word in words))


def import_words(text: str, *, by: User) -> Imported:
    """Add the entries of a file; an existing entry with the same term and mode is changed. Invalid lines are left out.

    Nothing is retired. Raises InvalidError for a file without a column `term` or one that takes too long to check,
    ListFullError, WordExistsError for two terms that differ for Python but not for the database, and OverloadedError
    while another import runs.
    """
    with turn("imports", of=AT_ONCE) as is_ours:
        if not is_ours:
            raise OverloadedError
        file = _read(text)
        patterns = [term for _, cells in file.rows if (term := _pattern(cells))]
        costs = measured(patterns, room=MAX_PATTERNS) if patterns else {}
        try:
            return retry_after_conflict(partial(_import, file, costs, by))
        except IntegrityError as error:
            raise WordExistsError from error


@dataclass(frozen=True, slots=True)
class _File:
    """`rows`: line number and cells. `before`: lines before the header. `broken`: line and reason, if the file ends
    early."""

    rows: list[tuple[int, dict[str, str]]]
    before: int
    broken: tuple[int, str] | None


def _read(text: str) -> _File:
    lines = io.StringIO(text.removeprefix(MARK), newline="")
    first = lines.readline()
    stated = stated_delimiter(first)
    if not stated:
        lines.seek(0)
    reader = csv.DictReader(lines, delimiter=stated or delimiter_of(first))
    if "term" not in (reader.fieldnames or ()):
        raise InvalidError({"csv": ["The first line must name the columns, and one of them `term`."]})
    rows: list[tuple[int, dict[str, str]]] = []
    broken = None
    try:
        for row in reader:
            if len(rows) == MAX_LINES:
                raise InvalidError({"csv": [f"A file has at most {MAX_LINES:,} lines."]})
            cells = {name: unmarked(cell) for name in COLUMNS if isinstance(cell := row.get(name), str) and cell != ""}
            rows.append((reader.line_num, cells))
    except csv.Error as error:
        broken = reader.line_num, str(error)
    return _File(rows, int(bool(stated)), broken)


def _pattern(cells: Mapping[str, str]) -> str:
    """The term, if it is a pattern whose cost must be measured; else empty."""
    term = cells.get("term", "").strip() if cells.get("mode") == Mode.PATTERN else ""
    return term if len(term) <= MAX_TERM else ""


def _import(file: _File, costs: Measured, by: User) -> Imported:
    done = Imported(before=file.before)
    with transaction.atomic():
        list_now = BannedWord.objects.select_for_update(no_key=True).filter(retired_at=None)
        existing = {_key(word.term, word.mode): word for word in list_now}
        new: list[BannedWord] = []
        changed: dict[int, BannedWord] = {}
        modes = Counter(word.mode for word in existing.values())
        for line, cells in file.rows:
            fields = _fields(cells, costs, line, done)
            if fields is not None and _take(fields, existing, new, changed, done):
                modes[fields.mode] += 1
                require_room_for(modes.total(), modes[Mode.PATTERN])  # fail early, without reading the remaining lines
        if file.broken:
            done.refuse(*file.broken)
        BannedWord.objects.bulk_create(new, batch_size=1_000)
        BannedWord.objects.bulk_update(changed.values(), [*WordFields.model_fields, "updated_at"], batch_size=1_000)
        require_room()
        counted = {"added": done.added, "changed": done.changed, "refused": done.refused}
        record_audit(actions.WORDS_IMPORTED, THE_LIST, user_id=by.pk, **counted)
    return done


def _fields(cells: Mapping[str, str], costs: Measured, line: int, done: Imported) -> WordFields | None:
    try:
        values: dict[str, Any] = {**cells}
        if "severity" in cells:
            values["severity"] = _SEVERITIES.get(cells["severity"], cells["severity"])
        if "exceptions" in cells:
            values["exceptions"] = [text.strip() for text in cells["exceptions"].split(";") if text.strip()]
        for name in _TICKS & cells.keys():
            values[name] = {_TRUE: True, _FALSE: False}.get(cells[name].strip().lower(), cells[name])
        fields = WordFields(**values)
        fields.require_usable(costs)
        return fields
    except ValidationError as error:
        first = error.errors()[0]
        done.refuse(line, f"{'.'.join(map(str, first['loc']))}: {message_of(first)}")
    except InvalidError as error:
        done.refuse(line, "; ".join(f"{name}: {reason[0]}" for name, reason in error.fields.items()))
    return None


def _take(
    fields: WordFields,
    existing: dict[tuple[str, str], BannedWord],
    new: list[BannedWord],
    changed: dict[int, BannedWord],
    done: Imported,
) -> bool:
    """Add the entry to `new`, `changed` or neither, and count it. Returns whether it is new."""
    values, key = fields.model_dump(), _key(fields.term, fields.mode)
    word = existing.get(key)
    is_new = word is None
    if word is not None and "endings" not in fields.model_fields_set:
        del values["endings"]  # the file has no such column: keep the stored choice
    if word is None:
        existing[key] = word = BannedWord(**values)
        new.append(word)
        done.added += 1
    elif all(getattr(word, name) == value for name, value in values.items()):
        done.unchanged += 1
    else:
        for name, value in values.items():
            setattr(word, name, value)
        if word.pk:
            done.changed += word.pk not in changed
            changed[word.pk] = word
    return is_new


def _key(term: str, mode: str) -> tuple[str, str]:
    """The unique key. Lowered letter by letter like the database does: `str.lower` treats a final sigma differently."""
    return (term if mode == Mode.PATTERN else "".join(map(str.lower, term)), mode)


def _cell(word: BannedWord, column: str) -> Any:
    value = getattr(word, column)
    if column == "exceptions":
        value = _BETWEEN.join(value)
    if column in _TICKS:
        value = _TRUE if value else _FALSE
    return value
