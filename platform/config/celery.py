"""The Celery application. Only the relay of the outbox publishes jobs (engine.md, decision 7)."""

import os
import time

from celery import Celery
from celery.worker import state

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402  readable only after setup

from config.broker import QUEUES, Publisher, address, transport_options  # noqa: E402  after setup, as below
from config.observing import around_job, begin_reports  # noqa: E402
from kit.database import AWAY, forget_broken_connections  # noqa: E402
from workflows.engine.outbox.kinds import Kind  # noqa: E402
from workflows.engine.outbox.outbox import perform  # noqa: E402  models are ready only after setup

TRY_AGAIN_SECONDS = 0.5

begin_reports()

app = Celery("docket", broker=address(settings.BROKER_URL))
app.conf.update(
    task_ignore_result=True,
    task_queues=list(QUEUES.values()),
    task_default_queue=Kind.CLOCKS.queue,
    task_acks_late=True,  # the broker redelivers a killed worker's jobs at once
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    worker_enable_remote_control=False,
    broker_connection_retry_on_startup=True,
    broker_channel_error_retry=True,
    broker_transport_options=transport_options(settings.BROKER_URL),
)


@app.task(name="docket.perform")
def perform_job(message_id: int) -> None:
    """Perform a job. Waits while the database is unreachable, because a failed job is retried only after its lease."""
    while state.should_stop is None:
        try:
            with around_job(message_id):
                perform(message_id)
            return
        except AWAY:
            forget_broken_connections()
            time.sleep(TRY_AGAIN_SECONDS)


def publisher() -> Publisher:
    return Publisher(perform_job)
