"""What we ask of a broker: one durable queue behind a topic exchange, and its word for every job handed over."""

from typing import Any

from celery import Task
from celery.utils.threads import bound_open_broker_sockets
from kombu.entity import Exchange, Queue
from kombu.messaging import Producer

# how long it may take to answer; then the job counts as not handed over
ANSWER_SECONDS = 5
ROUTING_KEY = "job.due"
JOBS = Queue(
    "docket.jobs",
    Exchange("docket", type="topic", durable=True),
    routing_key="job.#",
    durable=True,
    queue_arguments={"x-queue-type": "quorum"},
)


def address(url: str) -> str:
    """The broker's address as kombu wants it: without a host it complains of its absence."""
    return "memory://localhost//" if url.startswith("memory:") else url


def transport_options(url: str) -> dict[str, Any]:
    return {"polling_interval": 0.05} if url.startswith("memory:") else {"confirm_publish": True}


class Publisher:
    """Hands jobs to the broker, over a connection of its own. For one thread."""

    def __init__(self, perform_job: Task) -> None:
        self._perform_job = perform_job
        self._connection = perform_job.app.connection_for_write()
        self._producer: Producer | None = None

    def __call__(self, message_id: int) -> None:
        """Returns when the broker keeps the job, on its disk where it has one. Raises when that is not certain."""
        try:
            self._perform_job.apply_async(
                (message_id,),
                producer=self._connected(),
                routing_key=ROUTING_KEY,
                retry=False,
                mandatory=True,  # a job for which there is no queue comes back, instead of being dropped
                timeout=ANSWER_SECONDS,
                confirm_timeout=ANSWER_SECONDS,
            )
        except Exception:
            self._give_up()
            raise

    def waiting(self) -> int:
        """How many jobs the broker has that no worker has taken yet."""
        try:
            return int(JOBS(self._connected().channel).queue_declare().message_count)
        except Exception:
            self._give_up()
            raise

    def _connected(self) -> Producer:
        if self._producer is None:
            self._connection.ensure_connection(max_retries=0)  # who tries again, and when, is the relay's to say
            bound_open_broker_sockets(self._connection, ANSWER_SECONDS)
            self._producer = self._perform_job.app.amqp.Producer(self._connection, auto_declare=False)
        return self._producer

    def _give_up(self) -> None:
        """What is known of this connection may be wrong, its queue too: the next job gets another one."""
        self._producer = None
        self._connection.collect(socket_timeout=1)
