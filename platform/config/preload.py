"""What a process imports at its start, once and without the garbage collector (decision 48)."""

import gc
import importlib
from collections.abc import Iterator
from contextlib import contextmanager

ADDRESSES = "config.urls"  # Django itself would read them at the first request


@contextmanager
def without_collecting() -> Iterator[None]:
    """For imports: the garbage collector would look through them several times and find next to nothing.

    Afterwards it passes over what is there. So it does not write to the memory that processes share after a fork.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def preload(module: str) -> None:
    """Import what all workers need, before the web server forks them: each would import it again.

    A wrong setting ends the process here, before it listens. What is imported must open no connection and start no
    thread, because neither outlives a fork.
    """
    with without_collecting():
        for name in (module, ADDRESSES):
            importlib.import_module(name)
