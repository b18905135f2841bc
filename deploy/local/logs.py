"""A program's log file. The program writes it; new errors are shown on the terminal."""

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

WIDEST = 300  # characters shown of a line
MOST = 5  # lines shown at a time
LARGEST = 20_000_000  # bytes; a larger log is moved to NAME.log.1
ERROR = re.compile(r"\b(ERROR|CRITICAL|FATAL|PANIC)\b|^[\w.]*(Error|Exception)\b")
# PostgreSQL's messages about its clients' errors, and about its own start and shutdown.
EXPECTED = re.compile(r"\] (ERROR|FATAL): +(?!could not|out of memory)|terminating connection|the database system is")


@dataclass
class Log:
    path: Path
    _shown: int = 0

    def __post_init__(self) -> None:
        self._shown = self._size()

    def open(self) -> IO[bytes]:
        """Open the file for a program, in append mode, so that it can be truncated while the program runs."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return self.path.open("ab")

    def new_errors(self) -> Iterator[str]:
        """The error lines since the last call."""
        lines = self.new_text().splitlines()
        errors = [line[:WIDEST] for line in lines if ERROR.search(line) and not EXPECTED.search(line)]
        yield from errors[:MOST]
        if len(errors) > MOST:
            yield f"… and {len(errors) - MOST} more ({self.path})"
        if self._size() > LARGEST:
            self._cut()

    def new_text(self) -> str:
        """The complete lines since the last call."""
        size = self._size()
        if size <= self._shown:
            return ""
        with self.path.open("rb") as log:
            log.seek(self._shown)
            written = log.read(size - self._shown)
        whole = written[: written.rfind(b"\n") + 1]
        self._shown += len(whole)
        return whole.decode(errors="replace")

    def _cut(self) -> None:
        shutil.copyfile(self.path, self.path.with_suffix(".log.1"))
        os.truncate(self.path, 0)
        self._shown = 0

    def _size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0
