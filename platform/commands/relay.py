"""The relay's loop: woken by NOTIFY, and by a poll each second for what a notification missed."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import close_old_connections, connection

from workflows.engine.outbox import CHANNEL, relay

logger = logging.getLogger(__name__)

POLL_SECONDS = 1.0
MAX_BACKOFF_SECONDS = 10.0


def run_relay(publish: Callable[[int], Any], stop: threading.Event) -> None:
    """Relay until told to stop. A broker or a database that is away is waited for, longer each time."""
    pause = POLL_SECONDS
    while not stop.is_set():
        try:
            with _listening() as wait:
                while not stop.is_set():
                    while relay(publish):
                        pass
                    pause = POLL_SECONDS
                    wait()
        except Exception as error:
            logger.warning("relay pauses for %.0f s: %s", pause, type(error).__name__)
            close_old_connections()
            stop.wait(pause)
            pause = min(MAX_BACKOFF_SECONDS, pause * 2)


@contextmanager
def _listening() -> Iterator[Callable[[], None]]:
    """A connection of its own that listens; gives a function that waits for a notification or a second."""
    parameters = connection.get_connection_params()
    known = {key: parameters[key] for key in ("dbname", "user", "password", "host", "port") if key in parameters}
    with psycopg.connect(**known, autocommit=True, connect_timeout=2) as listener:
        listener.execute(f"LISTEN {CHANNEL}")

        def wait() -> None:
            for _ in listener.notifies(timeout=POLL_SECONDS, stop_after=1):
                pass

        yield wait
