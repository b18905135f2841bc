"""Limits how many processes of the product on this machine do a kind of heavy work at once, with file locks (turns)."""

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
    """Take one of `of` turns and hold it for the duration. Yields False if none was free within `patience` seconds.

    The system frees the turn of a killed process.
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
    """The locked file of a free turn; None if no turn is free."""
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
