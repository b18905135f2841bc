"""The broker: an exchange with one durable queue per kind of job, and publisher confirms.

Its URL may contain several hosts. The queues are quorum queues, which a cluster replicates on several nodes.
"""

from typing import Any

from amqp.exceptions import NotFound
from celery import Task
from celery.utils.threads import bound_open_broker_sockets
from django.conf import settings
from kombu.entity import Exchange, Queue
from kombu.messaging import Producer

from workflows.engine.outbox.kinds import Kind

# without an answer within this time, the job counts as not published
ANSWER_SECONDS = 5
_EXCHANGE = Exchange("docket", type="topic", durable=True)
QUEUES = {
    kind: Queue(
        kind.queue,
        _EXCHANGE,
        routing_key=f"kind.{kind}",
        durable=True,
        queue_arguments={"x-queue-type": "quorum"},
    )
    for kind in Kind
}
# the one queue of earlier versions, for jobs of all kinds
FORMER_QUEUE = "docket.jobs"


def is_in_memory(url: str) -> bool:
    """Whether the broker is the memory of the worker process, so that its jobs are lost when the worker ends."""
    return url.startswith("memory:")


def address(url: str) -> str:
    """The broker's URL for kombu, which requires a host. It tries the hosts after a semicolon if the first is away."""
    return "memory://localhost//" if is_in_memory(url) else url


def transport_options(url: str) -> dict[str, Any]:
    return {"polling_interval": 0.05} if is_in_memory(url) else {"confirm_publish": True}


class Publisher:
    """Publishes jobs over its own connection. Not thread-safe."""

    def __init__(self, perform_job: Task) -> None:
        self._perform_job = perform_job
        self._connection = perform_job.app.connection_for_write()
        self._producer: Producer | None = None

    def __call__(self, message_id: int, kind: Kind) -> None:
        """Publish a job and wait for the broker's confirmation. Raises an error if there is none."""
        try:
            self._perform_job.apply_async(
                (message_id,),
                producer=self._connected(),
                queue=kind.queue,
                retry=False,
                mandatory=True,  # an unroutable job is returned instead of dropped
                timeout=ANSWER_SECONDS,
                confirm_timeout=ANSWER_SECONDS,
            )
        except Exception:
            self._give_up()
            raise

    def waiting(self, kind: Kind) -> int:
        """The number of jobs in the queue of a kind."""
        try:
            return int(QUEUES[kind](self._connected().channel).queue_declare().message_count)
        except Exception:
            self._give_up()
            raise

    def has_lost_jobs(self) -> bool:
        """Whether jobs published before are lost: with another process's memory, or with the queue of earlier versions.

        Deletes that queue, unless a worker of an earlier version still consumes from it.
        """
        if is_in_memory(settings.BROKER_URL):
            return True
        try:
            self._connected()
            with self._connection.channel() as channel:
                if channel.queue_declare(FORMER_QUEUE, passive=True).consumer_count:
                    return False
                channel.queue_delete(FORMER_QUEUE)  # quorum queues refuse `if_unused`
        except NotFound:
            return False
        except Exception:
            self._give_up()
            raise
        return True

    def _connected(self) -> Producer:
        if self._producer is None:
            # try each host once, without a pause; the relay decides when to retry
            others = max(len(self._connection.alt) - 1, 0)
            self._connection.ensure_connection(max_retries=others, interval_start=0, interval_step=0, interval_max=0)
            bound_open_broker_sockets(self._connection, ANSWER_SECONDS)
            self._producer = self._perform_job.app.amqp.Producer(self._connection, auto_declare=False)
        return self._producer

    def _give_up(self) -> None:
        """Close the connection after an error. The next job connects to the next host."""
        self._producer = None
        self._connection.collect(socket_timeout=1)
        self._connection.maybe_switch_next()
