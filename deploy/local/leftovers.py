"""What a killed supervisor can leave behind when the leader of a group was killed with it."""

import os
import signal
import time
from pathlib import Path

from deploy.local.terminal import say

MARK = "DOCKET_SUPERVISED"  # in the environment of all that a supervisor starts: its data folder
GRACE_SECONDS = 8


def end(data: Path) -> None:
    """End the processes of an earlier run from this data folder. For the holder of the folder alone.

    They are known by their environment (Linux). The database is not among them: its own file tells of it.
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


def _processes(data: Path) -> list[int]:
    mark = os.fsencode(f"{MARK}={data}")
    return [pid for pid in all_processes() if pid != os.getpid() and mark in environment_of(pid)]


def all_processes() -> list[int]:
    proc = Path("/proc")
    return [int(entry.name) for entry in proc.iterdir() if entry.name.isdecimal()] if proc.exists() else []


def environment_of(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:  # ended meanwhile, or another user's
        return []
