"""Ctrl-C during an import: the current chunk is finished and counted first. A second Ctrl-C stops at once."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupted_between_chunks() -> Iterator[Callable[[], None]]:
    """Yields a function to call between chunks. It raises KeyboardInterrupt after Ctrl-C."""
    interrupted = threading.Event()

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        if interrupted.is_set():
            raise KeyboardInterrupt
        interrupted.set()

    def end_if_interrupted() -> None:
        if interrupted.is_set():
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield end_if_interrupted  # only the main thread can handle signals
        return
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield end_if_interrupted
    finally:
        signal.signal(signal.SIGINT, before)
