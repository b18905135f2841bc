"""CPU time of process trees, from /proc. Children that have ended are counted by their parent."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

TICK_MS = 1_000 / os.sysconf("SC_CLK_TCK")
# fields of /proc/PID/stat after the name: parent, own user and system time, that of ended children
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
        """Of all its processes now, the root first."""
        waiting = [self.root]
        while waiting:
            pid = waiting.pop()
            yield pid
            waiting += _children_of(pid)


def parent_of(pid: int) -> int:
    return int(_stat(pid)[PARENT])


def _children_of(pid: int) -> Iterator[int]:
    """Each thread lists those that it started. To read the parents of all processes takes longer than a window."""
    with suppress(FileNotFoundError, ProcessLookupError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            yield from map(int, (thread / "children").read_text().split())


def _stat(pid: int) -> list[str]:
    """The fields after the name, which may contain spaces and brackets. Empty when the process has ended."""
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
