"""End processes of an earlier run, which remain if the supervisor and their group's leader were killed together."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from deploy.local.terminal import say

MARK = "DOCKET_SUPERVISED"  # set to the data folder in the environment of every supervised process
GRACE_SECONDS = 8
NAME = 15  # the kernel stores only so many characters of a process's name


def end(data: Path) -> None:
    """End the processes of an earlier run from this data folder. Call only after locking the folder.

    It recognises them by their environment (Linux), except the database, which `Cluster.end_leftover` finds by its pid
    file.
    """
    deadline = time.monotonic() + GRACE_SECONDS
    if found := _processes(data):
        say(f"  Ending {len(found)} processes of an earlier run")
    while found := _processes(data):
        number = signal.SIGTERM if time.monotonic() < deadline else signal.SIGKILL
        for pid in found:
            try:
                os.kill(pid, number)
            except (ProcessLookupError, PermissionError):
                continue
        time.sleep(0.2)


def kill_all_in(folder: Path, program: str) -> None:
    """Kill the processes of this program whose working directory is this folder (Linux).

    PostgreSQL's processes leave their group and overwrite their environment, but work in the cluster's folder. Without
    their postmaster they are useless, and the next postmaster does not start while one of them lives.
    """
    for pid in all_processes():
        with suppress(OSError):  # the process has ended, or belongs to another user
            here = Path(f"/proc/{pid}")
            if (here / "cwd").readlink() == folder and (here / "comm").read_text().rstrip("\n") == program[:NAME]:
                os.kill(pid, signal.SIGKILL)


def _processes(data: Path) -> list[int]:
    mark = os.fsencode(f"{MARK}={data}")
    return [pid for pid in all_processes() if pid != os.getpid() and mark in environment_of(pid)]


def all_processes() -> list[int]:
    proc = Path("/proc")
    return [int(entry.name) for entry in proc.iterdir() if entry.name.isdecimal()] if proc.exists() else []


def environment_of(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:  # the process has ended, or belongs to another user
        return []
