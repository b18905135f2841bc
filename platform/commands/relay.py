"""The relay's loop: woken by NOTIFY, with a poll each second in case a notification was missed."""

import logging
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Protocol

import psycopg

from kit.alive import signal_alive
from kit.database import forget_broken_connections, session_parameters, short_reason
from workflows.engine.outbox.kinds import Kind
from workflows.engine.outbox.marks import Watch
from workflows.engine.outbox.outbox import CHANNEL, due_kinds, end_leases, relay

logger = logging.getLogger(__name__)

POLL_SECONDS = 1.0
LOOK_SECONDS = 0.2  # how often a waiting relay checks for the stop signal
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 2.0
# The most jobs of a kind to leave in the broker. Beyond that, leases would end and jobs would be published twice.
MAX_WAITING = 1_000


class Broker(Protocol):
    def __call__(self, message_id: int, kind: Kind) -> None:
        """Publish a job. Raises an error if the broker does not confirm it."""

    def waiting(self, kind: Kind) -> int:
        """The number of jobs in the broker's queue of this kind."""

    def has_lost_jobs(self) -> bool:
        """Whether the jobs that were published before are lost."""


def run_relay(broker: Broker, stop: threading.Event, kinds: Collection[Kind] = tuple(Kind)) -> None:
    """Relay until stopped. While the broker or the database is unreachable, retry with growing pauses.

    First, `Watch` records the newest history entry outside the database. A database without this entry lags behind, for
    example after a restore or a failover.
    """
    pause, away, begins, watch = FIRST_PAUSE_SECONDS, False, True, Watch("relay")
    while not stop.is_set():
        try:
            with _listening() as wait:
                if begins and broker.has_lost_jobs():
                    end_leases()
                begins = False
                while not stop.is_set():
                    _relay_what_is_due(broker, stop, kinds, watch)
                    if away:
                        logger.warning("the relay goes on")
                    pause, away = FIRST_PAUSE_SECONDS, False
                    signal_alive()
                    wait(stop)
        except Exception as error:
            if not away:
                logger.warning("the relay waits for what is away: %s", short_reason(error))
            away = True
            forget_broken_connections()
            stop.wait(pause)
            pause = min(LONGEST_PAUSE_SECONDS, pause * 2)


def _relay_what_is_due(broker: Broker, stop: threading.Event, kinds: Collection[Kind], watch: Watch) -> None:
    """Publish one batch of each kind in turn, so that the few jobs of one kind do not wait for the many of another."""
    watch.look()
    broker.waiting(next(iter(kinds)))  # raises while the broker is away, also when nothing is due
    due = due_kinds(kinds)
    while due and not stop.is_set():
        due = [kind for kind in due if broker.waiting(kind) < MAX_WAITING and _relay_of(kind, broker)]
        watch.look()
        signal_alive()


def _relay_of(kind: Kind, broker: Broker) -> int:
    return relay(partial(broker, kind=kind), kinds=[kind])


@contextmanager
def _listening() -> Iterator[Callable[[threading.Event], None]]:
    """Open a listening connection; yields a function that waits for a notification, at most a second."""
    with psycopg.connect(**{**session_parameters(), "autocommit": True}) as listener:
        listener.execute(f"LISTEN {CHANNEL}")

        def wait(stop: threading.Event) -> None:
            for _ in range(round(POLL_SECONDS / LOOK_SECONDS)):
                if stop.is_set() or any(True for _ in listener.notifies(timeout=LOOK_SECONDS, stop_after=1)):
                    return

        yield wait
