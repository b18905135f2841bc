"""Turns at work of which this machine does little at once, counted over all processes of the product."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings

_TRY_AGAIN_SECONDS = 0.05


@contextmanager
def turn(name: str, *, of: int, patience: float = 0) -> Iterator[bool]:
    """Whether one of so many turns was free within `patience` seconds; it is ours until the end.

    The system frees the turns of a process that is killed.
    """
    until = time.monotonic() + patience
    while (held := _taken(name, of)) is None and time.monotonic() < until:
        time.sleep(_TRY_AGAIN_SECONDS)
    try:
        yield held is not None
    finally:
        if held is not None:
            held.close()


def _taken(name: str, of: int) -> IO[bytes] | None:
    """The file whose lock is the turn."""
    folder = Path(settings.DATA_DIR) / "turns"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(of):
        file = (folder / f"{name}-{number}").open("ab")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
        else:
            return file
    return None
