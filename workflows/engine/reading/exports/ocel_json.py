"""OCEL 2.0 as JSON (ocel-standard.org): the entries while they are read, then their objects, the types last."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from workflows.engine.reading.exports.entries import at_utc, entry_type
from workflows.engine.reading.exports.objects import ATTRIBUTES, LogObject, Relation, object_types, parts_of
from workflows.engine.reading.exports.ocel import ALWAYS, EVENT_ATTRIBUTES, attributes_of
from workflows.engine.reading.history.filters import HistoryFilter
from workflows.models import TaskEvent

WRITTEN_AT_ONCE = 1_000


def ocel_json_of_history(chosen: HistoryFilter) -> Iterator[str]:
    """All selected entries, in parts. The objects wait in a file, because the same object is in many parts."""
    with TemporaryDirectory(prefix="docket-ocel-") as folder, closing(_waiting(Path(folder))) as waiting:
        types: set[str] = set()
        yield '{\n"events": ['
        is_first = True
        for part in parts_of(chosen):
            types |= {entry_type(entry) for entry, _ in part.entries}
            events = [_event(entry, relations) for entry, relations in part.entries]
            yield ("\n" if is_first else ",\n") + ",\n".join(events)
            is_first = False
            waiting.executemany(
                "INSERT OR IGNORE INTO object VALUES (?, ?)", [(made.id, _object(made)) for made in part.objects]
            )
        yield '\n],\n"objects": ['
        yield from _written(waiting)
        yield f'\n],\n"eventTypes": {_types((name, EVENT_ATTRIBUTES.items()) for name in sorted(types))}'
        kinds = ((name, ((key, "string") for key in ATTRIBUTES.get(name, ()))) for name in object_types())
        yield f',\n"objectTypes": {_types(kinds)}\n}}\n'


def _waiting(folder: Path) -> sqlite3.Connection:
    # parts may be made in several threads, one after another
    waiting = sqlite3.connect(folder / "objects", isolation_level=None, check_same_thread=False)
    waiting.executescript("""
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        CREATE TABLE object (id TEXT PRIMARY KEY, written TEXT) WITHOUT ROWID;
        BEGIN;
    """)
    return waiting


def _written(waiting: sqlite3.Connection) -> Iterator[str]:
    rows = waiting.execute("SELECT written FROM object ORDER BY id")
    before = "\n"
    while part := rows.fetchmany(WRITTEN_AT_ONCE):
        yield before + ",\n".join(written for (written,) in part)
        before = ",\n"


def _event(entry: TaskEvent, relations: list[Relation]) -> str:
    return _json(
        {
            "id": f"entry:{entry.pk}",
            "type": entry_type(entry),
            "time": at_utc(entry),
            # each value as a string, of whatever type: so the schema of the standard
            "attributes": [{"name": name, "value": str(value)} for name, value in attributes_of(entry).items()],
            "relationships": _relationships(relations),
        }
    )


def _object(made: LogObject) -> str:
    attributes = [{"name": name, "value": value, "time": ALWAYS} for name, value in made.attributes.items()]
    return _json(
        {
            "id": made.id,
            "type": made.type,
            "attributes": attributes,
            "relationships": _relationships(made.relations),
        }
    )


def _relationships(relations: Iterable[Relation]) -> list[dict[str, str]]:
    return [{"objectId": relation.target, "qualifier": relation.qualifier} for relation in relations]


def _types(types: Iterable[tuple[str, Iterable[tuple[str, str]]]]) -> str:
    return _json(
        [{"name": name, "attributes": [{"name": key, "type": kind} for key, kind in keys]} for name, keys in types]
    )


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
