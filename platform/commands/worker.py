"""Celery's worker, told to end at once and to come back soon: by itself it looks every two to thirty seconds."""

import logging
import os
import signal
import time
import warnings
from collections.abc import Callable
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

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.2  # how often a worker without jobs looks whether it shall end
RECONNECT_SECONDS = 0.5
# how long a broker may be silent when it was asked something: without an end, SIGTERM would wait for it too
ANSWER_SECONDS = 5
ASK_SECONDS = 5
GOOD_BYE_SECONDS = 0.5


class JobWorker(Worker):
    """A worker of jobs in threads. SIGTERM and SIGINT end it when the jobs under way are done."""

    consumer: "JobConsumer"

    def __init__(
        self, app: Celery, *, threads: int, on_ready: Callable[[], object], on_stop: Callable[[], object]
    ) -> None:
        # it warns of root because pickled messages could run anything; ours are numbers, as JSON
        warnings.filterwarnings("ignore", category=SecurityWarning)
        self._on_stop = on_stop
        os.environ["CELERY_SKIP_CHECKS"] = "1"  # Django's checks: every command runs them at its start
        super().__init__(
            app,
            consumer_cls=JobConsumer,
            pool="threads",
            concurrency=threads,
            # Celery's own loop sees only after up to a second that a thread has finished a job
            use_eventloop=False,
            quiet=True,
            without_mingle=True,
            without_gossip=True,
            without_heartbeat=True,
            ready_callback=lambda _consumer: on_ready(),
        )

    def setup_logging(self, colorize: bool | None = None) -> bool:
        """Django has done it."""
        return True

    def install_platform_tweaks(self, worker: Worker) -> None:
        """Instead of Celery's own handlers, which ask for a second Ctrl-C and take SIGHUP for a restart."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.end())

    def stop(self, in_sighandler: bool = False, exitcode: int | None = None) -> None:
        """Say good-bye to the broker, but not for long."""
        bound_open_broker_sockets(self.consumer.connection, GOOD_BYE_SECONDS)
        super().stop(in_sighandler, exitcode)

    def end(self, status: int = 0) -> None:
        """Take no more jobs, and end when those under way are done."""
        state.should_stop = status  # type: ignore[assignment]  # Celery's own handlers set it so
        self._on_stop()


class JobConsumer(Consumer):
    """Takes jobs from the broker, and nothing else: Celery's other steps are for talking to other workers."""

    class Blueprint(Consumer.Blueprint):
        default_steps = [
            "celery.worker.consumer.connection:Connection",
            "celery.worker.consumer.tasks:Tasks",
            "celery.worker.consumer.consumer:Evloop",
        ]

    def ensure_connected(self, connection: Connection) -> Connection:
        """Wait for the broker as long as it takes."""
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
        tasks.on_message = consumer.create_task_handler()
        tasks.consume()
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
    """Whether the broker is still there, and its queue knows us: one that is gone without a word sends nothing either.

    Raises an error of the connection, upon which it is replaced.
    """
    if connection.transport.driver_type != "amqp":
        return
    for queue in tasks.queues:
        if not queue.queue_declare(passive=True).consumer_count:
            raise RecoverableConnectionError("the queue does not know its consumers")
