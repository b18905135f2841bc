"""The folder in which the processes of this web server count together (config.metrics). It ends with the server.

It is in the memory of the machine where that has a folder: a write into a mapped file ends the process on a full disk.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

MEMORY = Path("/dev/shm")  # noqa: S108  a folder of its own is made in it
PREFIX = "docket-counts-"
VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


@contextmanager
def shared_counts() -> Iterator[None]:
    """To be entered before prometheus-client is imported, which looks for the folder then."""
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
    """Of web servers that were killed."""
    for folder in place.glob(f"{PREFIX}*"):
        if not Path("/proc", folder.name.removeprefix(PREFIX).partition("-")[0]).exists():
            shutil.rmtree(folder, ignore_errors=True)
