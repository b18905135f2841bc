"""Child processes of the product's code, which a test may kill at a moment of its choice."""

import os
import random
import signal
import sys
import threading
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from typing import Any, NoReturn

import psycopg
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg.pq import TransactionStatus

from tests.live import wait_until

PATIENCE = 300  # s, for those that hang
TO_BE_KILLED = "to-be-killed"  # the name of its connections
_inherited: list[object] = []


class Where(Enum):
    """Before a statement, or after the answer to one; what is within a transaction is rolled back."""

    BETWEEN = "between two transactions"
    WITHIN = "within a transaction"


Moment = tuple[Where, int]  # the number of this sort, from 1


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


def finish(child: int) -> bool:
    """Wait for a process. Whether it finished its work."""
    return _status_of(child) == 0


def kill(child: int) -> None:
    """kill -9. Its process must not have been waited for."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def kill_at(moment: Moment, work: Callable[[], object]) -> None:
    """Run `work` in a child process up to this moment, at which it is killed, and wait until the database knows.

    Raises AssertionError when the work ends before.
    """
    assert _status_of(fork(partial(_until, moment, work))) == -signal.SIGKILL, f"it ended before {moment}"
    wait_until(_is_disconnected, PATIENCE)


def moments(number: int, *, between: int, within: int, seed: int) -> Iterator[Moment]:
    """Moments to kill at: two of three are among the first `between` outside transactions, the others within one.

    In an order that the seed gives; none comes again before all of its sort have come.
    """
    chance = random.Random(seed)
    orders = {Where.BETWEEN: _again_and_again(between, chance), Where.WITHIN: _again_and_again(within, chance)}
    for place in range(number):
        where = Where.WITHIN if place % 3 == 2 else Where.BETWEEN
        yield where, next(orders[where])


def _again_and_again(most: int, chance: random.Random) -> Iterator[int]:
    while True:
        yield from chance.sample(range(1, most + 1), most)


def _until(moment: Moment, work: Callable[[], object]) -> None:
    connection.settings_dict["OPTIONS"]["application_name"] = TO_BE_KILLED
    wait, passed, here = psycopg.Connection.wait, Counter[Where](), threading.get_ident()

    def pass_by(where: Where) -> None:
        if threading.get_ident() == here:  # threads of the pool have statements of their own
            passed[where] += 1
            if (where, passed[where]) == moment:
                os.kill(os.getpid(), signal.SIGKILL)

    def wait_between(opened: Any, *arguments: Any, **named: Any) -> Any:
        pass_by(_where(opened))
        answer = wait(opened, *arguments, **named)
        if _where(opened) is Where.BETWEEN:
            pass_by(Where.BETWEEN)
        return answer

    psycopg.Connection.wait = wait_between  # type: ignore[assignment, method-assign]  # of this process alone
    work()


def _where(opened: Any) -> Where:
    return Where.BETWEEN if opened.info.transaction_status == TransactionStatus.IDLE else Where.WITHIN


def _is_disconnected() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", [TO_BE_KILLED])
        return not cursor.fetchone()[0]


def _status_of(child: int) -> int:
    """Wait for a process; its exit status, or the negative number of the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _leave_connections_to_the_parent() -> None:
    """Keep references to the parent's connections: garbage collection would close them for the parent too."""
    pools: dict[str, object] = DatabaseWrapper._connection_pools  # type: ignore[attr-defined]  # Django's own
    _inherited.extend(pools.values())
    pools.clear()
    for each in connections.all(initialized_only=True):
        _inherited.append(each.connection)
        each.connection = None


def _run(work: Callable[[], object]) -> NoReturn:
    status = 1
    try:
        work()
        status = 0
    except BaseException:  # a forked test must not run into pytest's own exit
        traceback.print_exc(file=sys.stderr)
    finally:
        os._exit(status)
