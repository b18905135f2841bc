"""Celery's worker, with faster shutdown and reconnection: Celery itself checks only every 2 to 30 seconds."""

import logging
import os
import signal
import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from amqp.exceptions import RecoverableConnectionError
from celery import Celery
from celery.apps.worker import Worker
from celery.bootsteps import RUN
from celery.exceptions import SecurityWarning
from celery.utils.threads import bound_open_broker_sockets
from celery.worker import state
from celery.worker.consumer import Consumer
from kombu.connection import Connection

from commands.worker_kinds import KindPool
from workflows.engine.outbox.kinds import Kind

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.2  # how often an idle worker checks for the stop signal
RECONNECT_SECONDS = 0.5
# timeout of an answer from the broker; without it, a shutdown by SIGTERM could wait forever
ANSWER_SECONDS = 5
ASK_SECONDS = 5
GOOD_BYE_SECONDS = 0.5


class JobWorker(Worker):
    """A worker with threads. SIGTERM and SIGINT end it after the running jobs."""

    consumer: "JobConsumer"

    def __init__(
        self,
        app: Celery,
        *,
        kinds: Mapping[Kind, int],
        on_ready: Callable[[], object],
        on_stop: Callable[[], object],
    ) -> None:
        # Celery warns about running as root, because pickled messages can run code; our messages are numbers in JSON
        warnings.filterwarnings("ignore", category=SecurityWarning)
        self._on_stop = on_stop
        os.environ["CELERY_SKIP_CHECKS"] = "1"  # Django's checks run at the start of every command
        super().__init__(
            app,
            consumer_cls=JobConsumer,
            pool=KindPool,
            concurrency=sum(kinds.values()),
            # Celery's own event loop can take a second to notice a finished job
            use_eventloop=False,
            quiet=True,
            without_mingle=True,
            without_gossip=True,
            without_heartbeat=True,
            ready_callback=lambda _consumer: on_ready(),
        )

    def setup_logging(self, colorize: bool | None = None) -> bool:
        """Do nothing, because Django sets up logging."""
        return True

    def install_platform_tweaks(self, worker: Worker) -> None:
        """Replace Celery's signal handlers, which need a second Ctrl-C, and restart on SIGHUP."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.end())

    def stop(self, in_sighandler: bool = False, exitcode: int | None = None) -> None:
        """Close the connection to the broker, with a short timeout."""
        bound_open_broker_sockets(self.consumer.connection, GOOD_BYE_SECONDS)
        super().stop(in_sighandler, exitcode)

    def end(self, status: int = 0) -> None:
        """Take no more jobs and end after the running ones."""
        state.should_stop = status  # type: ignore[assignment]  # Celery's own handlers set it this way
        self._on_stop()


class JobConsumer(Consumer):
    """Consumes jobs, without Celery's other steps, which communicate with other workers."""

    class Blueprint(Consumer.Blueprint):
        default_steps = [
            "celery.worker.consumer.connection:Connection",
            "commands.worker_kinds:KindConsumers",
            "celery.worker.consumer.consumer:Evloop",
        ]

    def ensure_connected(self, connection: Connection) -> Connection:
        """Retry until the broker answers."""
        told = False

        def tell(error: Exception, _seconds: float) -> None:
            nonlocal told
            if not told:
                logger.warning("the broker is away (%s): waiting for it", type(error).__name__)
            told = True

        connection.ensure_connection(
            tell,
            interval_start=RECONNECT_SECONDS,
            interval_step=0,
            interval_max=RECONNECT_SECONDS,
            callback=state.maybe_shutdown,
        )
        if told:
            logger.warning("the broker is back")
        bound_open_broker_sockets(connection, ANSWER_SECONDS)
        return connection

    @staticmethod
    def loop(  # type: ignore[override]  # Celery calls it with these arguments
        consumer: "JobConsumer", connection: Connection, tasks: Any, blueprint: Any, *_: Any
    ) -> None:
        tasks.take(consumer.create_task_handler())
        consumer.on_ready()
        asked_at = time.monotonic()
        while blueprint.state == RUN:
            state.maybe_shutdown()
            consumer.perform_pending_operations()
            with suppress(TimeoutError):
                connection.drain_events(timeout=LOOK_SECONDS)
            if time.monotonic() > asked_at + ASK_SECONDS:
                _require_an_answer(connection, tasks)
                asked_at = time.monotonic()


def _require_an_answer(connection: Connection, tasks: Any) -> None:
    """Check that the broker still answers and knows our consumers: a vanished broker does not close connections.

    Raises a connection error, after which Celery opens a new connection.
    """
    if connection.transport.driver_type != "amqp":
        return
    for queue in tasks.queues:
        if not queue.queue_declare(passive=True).consumer_count:
            raise RecoverableConnectionError("the queue does not know its consumers")
