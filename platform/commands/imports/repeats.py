"""The ids that stand in a file, so that a second row with one of them is refused unless it is equal to the first."""

import sqlite3
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

# how a reason begins: a row that was rejected for it stays rejected until its id is another
STANDS_ALREADY = "stands in this file already"


class Repeats:
    """Remembers each id with its line, who wrote it and what it says; in a file that is deleted when it is closed.

    Ids alone of a file of millions would fill the memory.
    """

    def __init__(self) -> None:
        self._seen = sqlite3.connect("", isolation_level=None)  # "": a temporary file
        self._seen.execute("PRAGMA journal_mode = OFF")
        self._seen.execute("CREATE TABLE seen (id TEXT PRIMARY KEY, line INT, author BLOB, content BLOB) WITHOUT ROWID")

    def require_equal(self, key: str, line: int, author: Mapping[str, Any], content: Mapping[str, Any]) -> None:
        """Raises ValueError for a row that differs from the first one with its id."""
        now = (digest(author), digest(content))
        self._seen.execute("INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?)", [key, line, *now])
        first, *before = self._seen.execute("SELECT line, author, content FROM seen WHERE id = ?", [key]).fetchone()
        if tuple(before) != now:
            other = "content" if before[0] == now[0] else "author"
            raise ValueError(f"{STANDS_ALREADY} (line {first}), with another {other}")

    def close(self) -> None:
        self._seen.close()


def digest(values: Mapping[str, Any]) -> bytes:
    return blake2b(repr(sorted(values.items())).encode("utf-8", "surrogatepass"), digest_size=16).digest()
