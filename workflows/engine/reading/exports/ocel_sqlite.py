"""OCEL 2.0 as an SQLite file (ocel-standard.org). It is whole only at its end: it is made on disk, then sent."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from workflows.engine.reading.exports.entries import at_utc, entry_type
from workflows.engine.reading.exports.objects import ATTRIBUTES, LogObject, Part, object_types, parts_of
from workflows.engine.reading.exports.ocel import ALWAYS, EVENT_ATTRIBUTES, attributes_of
from workflows.engine.reading.history.filters import HistoryFilter

SENT_AT_ONCE = 256 * 1024  # bytes
_TABLES = """
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE event_map_type (ocel_type TEXT PRIMARY KEY, ocel_type_map TEXT);
CREATE TABLE object_map_type (ocel_type TEXT PRIMARY KEY, ocel_type_map TEXT);
CREATE TABLE event (ocel_id TEXT PRIMARY KEY, ocel_type TEXT REFERENCES event_map_type (ocel_type));
CREATE TABLE object (ocel_id TEXT PRIMARY KEY, ocel_type TEXT REFERENCES object_map_type (ocel_type));
CREATE TABLE event_object (
    ocel_event_id TEXT REFERENCES event (ocel_id), ocel_object_id TEXT REFERENCES object (ocel_id),
    ocel_qualifier TEXT, PRIMARY KEY (ocel_event_id, ocel_object_id, ocel_qualifier)
);
CREATE TABLE object_object (
    ocel_source_id TEXT REFERENCES object (ocel_id), ocel_target_id TEXT REFERENCES object (ocel_id),
    ocel_qualifier TEXT, PRIMARY KEY (ocel_source_id, ocel_target_id, ocel_qualifier)
);
BEGIN;
"""


def ocel_sqlite_of_history(chosen: HistoryFilter) -> Iterator[bytes]:
    """All selected entries; nothing comes before the file is whole."""
    with TemporaryDirectory(prefix="docket-ocel-") as folder:
        path = Path(folder) / "log"
        # parts may be made in several threads, one after another
        with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as file:
            file.executescript(_TABLES)
            _Writer(file).write(chosen)
            file.execute("COMMIT")
        with path.open("rb") as written:
            while part := written.read(SENT_AT_ONCE):
                yield part


class _Writer:
    def __init__(self, file: sqlite3.Connection) -> None:
        self.file = file
        self.tables: dict[str, str] = {}  # by type of event
        for name in object_types():
            columns = [f'"{key}" TEXT' for key in ATTRIBUTES.get(name, ())]
            start = "ocel_id TEXT PRIMARY KEY REFERENCES object (ocel_id), ocel_time TIMESTAMP"
            file.execute(f"CREATE TABLE object_{name} ({', '.join([start, 'ocel_changed_field TEXT', *columns])})")
            file.execute("INSERT INTO object_map_type VALUES (?, ?)", (name, name))

    def write(self, chosen: HistoryFilter) -> None:
        for part in parts_of(chosen):
            self._write_objects(part.objects)
            self._write_entries(part)

    def _write_objects(self, objects: list[LogObject]) -> None:
        self._insert("object", [(made.id, made.type) for made in objects])
        related = [(made.id, relation.target, relation.qualifier) for made in objects for relation in made.relations]
        self._insert("object_object", related)
        for name in object_types():
            rows = [
                (made.id, ALWAYS, None, *(made.attributes.get(key) for key in ATTRIBUTES.get(name, ())))
                for made in objects
                if made.type == name
            ]
            self._insert(f"object_{name}", rows)

    def _write_entries(self, part: Part) -> None:
        rows: dict[str, list[tuple[Any, ...]]] = {}
        for entry, _ in part.entries:
            values = attributes_of(entry)
            row = (f"entry:{entry.pk}", at_utc(entry), *(values.get(name) for name in EVENT_ATTRIBUTES))
            rows.setdefault(self._table(entry_type(entry)), []).append(row)
        self._insert("event", [(f"entry:{entry.pk}", entry_type(entry)) for entry, _ in part.entries])
        for table, of_table in rows.items():
            self._insert(table, of_table)
        related = [
            (f"entry:{entry.pk}", relation.target, relation.qualifier)
            for entry, relations in part.entries
            for relation in relations
        ]
        self._insert("event_object", related)

    def _table(self, name: str) -> str:
        """The table of a type of event, made when its first entry comes."""
        if name not in self.tables:
            mapped = re.sub(r"\W", "_", name)
            if f"event_{mapped}" in self.tables.values():
                mapped = f"{mapped}_{len(self.tables)}"
            columns = [
                f'"{key}" {"INTEGER" if kind == "integer" else "TEXT"}' for key, kind in EVENT_ATTRIBUTES.items()
            ]
            start = "ocel_id TEXT PRIMARY KEY REFERENCES event (ocel_id), ocel_time TIMESTAMP"
            self.file.execute(f'CREATE TABLE "event_{mapped}" ({", ".join([start, *columns])})')
            self.file.execute("INSERT INTO event_map_type VALUES (?, ?)", (name, mapped))
            self.tables[name] = f"event_{mapped}"
        return self.tables[name]

    def _insert(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            self.file.executemany(f'INSERT OR IGNORE INTO "{table}" VALUES ({marks})', rows)
