"""CPU time of process trees, from /proc. A parent's times include those of its ended children."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

TICK_MS = 1_000 / os.sysconf("SC_CLK_TCK")
# fields of /proc/PID/stat after the name: parent; user and system time, of the process and of its ended children
PARENT, TIMES = 1, slice(11, 15)


@dataclass(frozen=True, slots=True)
class Tree:
    """A process and its descendants."""

    root: int

    def milliseconds(self) -> float:
        return sum(sum(map(int, _stat(pid)[TIMES])) for pid in self.pids()) * TICK_MS

    def resident_mb(self) -> list[float]:
        """Resident memory of each process except the root, largest first."""
        found = (_resident_mb(pid) for pid in self.pids() if pid != self.root)
        return sorted(found, reverse=True)

    def pids(self) -> Iterator[int]:
        """The ids of its current processes, the root first."""
        waiting = [self.root]
        while waiting:
            pid = waiting.pop()
            yield pid
            waiting += _children_of(pid)


def parent_of(pid: int) -> int:
    return int(_stat(pid)[PARENT])


def _children_of(pid: int) -> Iterator[int]:
    """The children, from the list of each thread. Reading all processes would take longer than a window."""
    with suppress(FileNotFoundError, ProcessLookupError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            yield from map(int, (thread / "children").read_text().split())


def _stat(pid: int) -> list[str]:
    """The fields after the name, which may itself contain spaces and brackets. Empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _resident_mb(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_048_576
