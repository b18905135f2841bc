"""A small disk, which a test or a drill fills."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from deploy.local.terminal import SetupError

GIVEN = "DOCKET_SMALL_DISK"
MISSING = f"A small disk cannot be mounted here: that needs root, or {GIVEN} names a folder on one of your own."


@contextmanager
def small_disk(place: Path, user: int | None, size: str, *, given: str = "") -> Iterator[Path]:
    """Mounted at `place`, or the one that is `given`; with a folder `tables` of this user. Raises SetupError."""
    if given:
        with tables_on(Path(given), user):
            yield Path(given)
        return
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=711", "docket", str(place)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        raise SetupError(MISSING)
    try:
        with tables_on(place, user):
            yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


@contextmanager
def tables_on(disk: Path, user: int | None) -> Iterator[None]:
    tables = disk / "tables"
    tables.mkdir()
    os.chown(tables, -1 if user is None else user, -1)
    try:
        yield
    finally:
        shutil.rmtree(tables, ignore_errors=True)


def fill(disk: Path) -> None:
    with (disk / "filler").open("ab", buffering=0) as filler:
        for size in (1024 * 1024, 4096):
            with suppress(OSError):
                while filler.write(bytes(size)) == size:
                    pass


def make_room(disk: Path) -> None:
    (disk / "filler").unlink()
