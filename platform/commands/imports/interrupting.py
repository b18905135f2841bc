"""Ctrl-C during an import: what is being taken in is finished and counted first. A second one does not wait."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupted_between_chunks() -> Iterator[Callable[[], None]]:
    """Gives what to call between chunks. It raises KeyboardInterrupt when somebody has asked for an end."""
    asked = threading.Event()

    def ask(_signal: int, _frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    def end_if_asked() -> None:
        if asked.is_set():
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield end_if_asked  # only the main thread hears of signals
        return
    before = signal.signal(signal.SIGINT, ask)
    try:
        yield end_if_asked
    finally:
        signal.signal(signal.SIGINT, before)
