"""Parts of files, for requests with a `Range` header."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO


class FilePart:
    """Reads the bytes from `start` to `end` (exclusive) of an open local file."""

    def __init__(self, file: IO[bytes], path: Path, start: int, end: int) -> None:
        self.path, self.start, self.end = path, start, end
        self._file = file
        self._file.seek(start)

    def read(self, size: int = -1) -> bytes:
        left = self.end - self._file.tell()
        return self._file.read(left if size < 0 else min(size, left))

    def close(self) -> None:
        self._file.close()


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file in a remote storage. `parts(start, end)`: its bytes (`end` exclusive), fetched while they are iterated."""

    name: str
    size: int
    parts: Callable[[int, int], Iterator[bytes]]
