"""Each kind of job has its share of a worker: its own threads, and a channel with its own prefetch limit."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from celery.concurrency.base import apply_target
from celery.concurrency.thread import ApplyResult, TaskPool
from celery.worker.consumer.tasks import Tasks
from django.conf import settings
from kombu.common import QoS
from kombu.messaging import Consumer as QueueConsumer

from workflows.engine.outbox.kinds import Kind

HANDED_OVER = 4  # prefetched jobs per thread, so that the next job is ready when one ends


class KindPool(TaskPool):
    """A thread pool for each kind, so that hanging jobs occupy only threads of their own kind."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._executors = {
            self.app.amqp.queues[kind.queue].routing_key: ThreadPoolExecutor(threads, thread_name_prefix=kind)
            for kind, threads in settings.WORKER_KINDS.items()
        }

    def on_apply(
        self,
        target: Callable[..., Any],
        args: Any = None,
        kwargs: Any = None,
        callback: Callable[..., Any] | None = None,
        accept_callback: Callable[..., Any] | None = None,
        **_: Any,
    ) -> ApplyResult:
        _type, _id, request, *_rest = args
        executor = self._executors[request["delivery_info"]["routing_key"]]
        return ApplyResult(executor.submit(apply_target, target, args, kwargs, callback, accept_callback))

    def on_stop(self) -> None:
        """Finish the running jobs, and begin no others."""
        for executor in self._executors.values():
            executor.shutdown(wait=False, cancel_futures=True)
        for executor in self._executors.values():
            executor.shutdown()
        super().on_stop()


class _Together:
    """The consumers of all kinds, with the interface of one Celery consumer."""

    def __init__(self, consumers: list[QueueConsumer]) -> None:
        self._each = consumers

    @property
    def queues(self) -> list[Any]:
        return [queue for consumer in self._each for queue in consumer.queues or ()]

    def take(self, on_message: Callable[[Any], object]) -> None:
        for consumer in self._each:
            consumer.on_message = on_message
            consumer.consume()

    def cancel(self) -> None:
        for consumer in self._each:
            consumer.cancel()

    close = cancel


class KindConsumers(Tasks):
    """Replaces Celery's step, which has one channel, and so one prefetch limit for all queues."""

    def start(self, c: Any) -> None:
        c.update_strategies()
        c.qos_global = False
        c.qos = QoS(lambda **_: None, 0)  # does nothing: the channels' limits stay
        c.task_consumer = _Together([_consumer(c, kind) for kind in settings.WORKER_KINDS])


def _consumer(c: Any, kind: Kind) -> QueueConsumer:
    channel = c.connection.channel()
    channel.basic_qos(0, HANDED_OVER * settings.WORKER_KINDS[kind], False)
    consumer: QueueConsumer = c.app.amqp.TaskConsumer(
        channel, queues=[c.app.amqp.queues[kind.queue]], on_decode_error=c.on_decode_error
    )
    return consumer
