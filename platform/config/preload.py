"""Import the application once, before the web server forks its workers: each would import it again (decision 48)."""

import gc
import importlib

ADDRESSES = "config.urls"  # Django itself would read them at the first request


def preload(module: str) -> None:
    """Import what all workers need. A wrong setting ends the process here, before it listens.

    What is imported must open no connection and start no thread, because neither outlives a fork.
    """
    for name in (module, ADDRESSES):
        importlib.import_module(name)
    gc.collect()
    gc.freeze()  # the garbage collector would otherwise write to, and so copy, the memory that the workers share
