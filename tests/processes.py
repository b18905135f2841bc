"""Child processes of the product's code, which a test may kill at any moment."""

import os
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from typing import NoReturn

from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper

_inherited: list[object] = []


def fork(work: Callable[[], object]) -> int:
    """Run `work` in a child process with its own connections; returns its process id."""
    with warnings.catch_warnings():
        # Python warns of our pool's threads, which the child does not have: it never uses that pool
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        _leave_connections_to_the_parent()
        _run(work)
    return child


def fork_ready(work: Callable[[Callable[[], object]], object]) -> int:
    """Like `fork`, but waits until `work` calls the function that it gets, when it is about to begin."""
    reading, writing = os.pipe()
    child = fork(lambda: work(lambda: os.write(writing, b".")))
    os.close(writing)
    os.read(reading, 1)
    os.close(reading)
    return child


def finish(child: int) -> bool:
    """Wait for a process. Whether it finished its work."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def kill_after(child: int, seconds: float) -> None:
    """kill -9 after some seconds, unless the process has ended."""
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def numbers_until_done(kills: int, is_enough: Callable[[], bool]) -> Iterator[int]:
    """Numbers of the processes to kill: `kills` of them, and up to ten times as many until enough work was done."""
    for number in range(10 * kills):
        if number >= kills and is_enough():
            return
        yield number
    raise AssertionError(f"{10 * kills} killed processes did too little")


def _leave_connections_to_the_parent() -> None:
    """Keep references to the parent's connections: garbage collection would close them for the parent too."""
    pools: dict[str, object] = DatabaseWrapper._connection_pools  # type: ignore[attr-defined]  # Django's own
    _inherited.extend(pools.values())
    pools.clear()
    for connection in connections.all(initialized_only=True):
        _inherited.append(connection.connection)
        connection.connection = None


def _run(work: Callable[[], object]) -> NoReturn:
    status = 1
    try:
        work()
        status = 0
    except BaseException:  # a forked test must not run into pytest's own exit
        traceback.print_exc(file=sys.stderr)
    finally:
        os._exit(status)
