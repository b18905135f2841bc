"""The folder for the metrics of all processes of this web server (config.metrics). It is removed when the server ends.

It is in /dev/shm if possible: on a full disk, a write into a memory-mapped file would kill the process.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

MEMORY = Path("/dev/shm")  # noqa: S108  mkdtemp makes a private folder in it
PREFIX = "docket-counts-"
VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


@contextmanager
def shared_counts() -> Iterator[None]:
    """Enter before prometheus-client is imported: its import reads the variable."""
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    if place:
        _remove_leftovers(place)
    folder = mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=place)
    os.environ[VARIABLE] = folder
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_leftovers(place: Path) -> None:
    """Remove the folders of web servers that were killed."""
    for folder in place.glob(f"{PREFIX}*"):
        if not Path("/proc", folder.name.removeprefix(PREFIX).partition("-")[0]).exists():
            shutil.rmtree(folder, ignore_errors=True)
