"""Processes of the product's own code that a test starts and may kill at any moment."""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

from django.db import connections


def fork(work: Callable[[], object]) -> int:
    """Run `work` in a process of its own, with connections of its own; gives its process id."""
    close_connections()
    child = os.fork()
    if child == 0:
        _run(work)
    return child


def fork_ready(work: Callable[[Callable[[], object]], object]) -> int:
    """As `fork`, but `work` gets a function to call when it is about to begin, which is waited for."""
    told, tell = os.pipe()
    child = fork(lambda: work(lambda: os.write(tell, b".")))
    os.close(tell)
    os.read(told, 1)
    os.close(told)
    return child


def finish(child: int) -> bool:
    """Wait for a process; whether it did its work to the end."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def kill_after(child: int, seconds: float) -> None:
    """kill -9, after a while. Nothing to do when it has ended before."""
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def close_connections() -> None:
    """A pool does not survive a fork: parent and child make new ones."""
    for alias in ("default", "owner"):
        connection: Any = connections[alias]
        connection.close()
        connection.close_pool()


def _run(work: Callable[[], object]) -> NoReturn:
    status = 1
    try:
        work()
        status = 0
    except BaseException:  # a forked test must not run into pytest's own exit
        traceback.print_exc(file=sys.stderr)
    finally:
        os._exit(status)
