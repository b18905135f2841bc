"""Who and what a page of Zendesk's API lists apart from its tickets: users and organizations, by id."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from commands.imports.documents import Documents
from commands.imports.faults import CutOffError
from commands.imports.lines import Lines
from commands.imports.opening import InputBytes

_KEPT = ("id", "name", "email", "role")
_LISTS = {"users": "", "organizations": "organization "}


class People(Mapping[str, Mapping[str, Any]]):
    """Reads a file once for them, into a file that is deleted when this is closed: they may be many."""

    def __init__(self) -> None:
        self._stored = sqlite3.connect("", isolation_level=None)  # "": a temporary file
        self._stored.execute("PRAGMA journal_mode = OFF")
        self._stored.execute("CREATE TABLE listed (key TEXT PRIMARY KEY, fields TEXT) WITHOUT ROWID")

    def read(self, path: Path) -> None:
        """What stands before the place where the file breaks counts."""
        with InputBytes(path) as source, suppress(CutOffError):
            for name, value in Documents(Lines(source).characters, tuple(_LISTS)).named():
                if name and isinstance(value, dict):
                    fields = json.dumps({key: value.get(key) for key in _KEPT})
                    self._stored.execute(
                        "INSERT OR REPLACE INTO listed VALUES (?, ?)", [f"{_LISTS[name]}{value.get('id')}", fields]
                    )

    def __getitem__(self, key: str) -> Mapping[str, Any]:
        found = self._stored.execute("SELECT fields FROM listed WHERE key = ?", [key]).fetchone()
        if found is None:
            raise KeyError(key)
        fields: Mapping[str, Any] = json.loads(found[0])
        return fields

    def __iter__(self) -> Iterator[str]:
        return (key for (key,) in self._stored.execute("SELECT key FROM listed"))

    def __len__(self) -> int:
        number: int = self._stored.execute("SELECT count(*) FROM listed").fetchone()[0]
        return number

    def close(self) -> None:
        self._stored.close()
