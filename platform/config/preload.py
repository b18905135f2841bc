"""The imports at the start of a process, without the garbage collector (decision 48)."""

import gc
import importlib
from collections.abc import Iterator
from contextlib import contextmanager

ADDRESSES = "config.urls"  # Django itself would import it at the first request


@contextmanager
def without_collecting() -> Iterator[None]:
    """Import without garbage collections, which would take time and find almost nothing.

    Afterwards the existing objects are frozen, so that the collector does not write to memory shared after a fork.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def preload(module: str) -> None:
    """Import what all workers need before the web server forks them, so that they do not import it again.

    A wrong setting ends the process here, before it listens. The imported modules must not open connections or start
    threads, because neither survives a fork.
    """
    with without_collecting():
        for name in (module, ADDRESSES):
            importlib.import_module(name)
