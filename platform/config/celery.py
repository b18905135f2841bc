"""The Celery application. Jobs come from the outbox alone: nothing else calls `.delay()` (stack.md)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402  readable only after setup

from workflows.engine.outbox import perform  # noqa: E402  models are ready only after setup

app = Celery("docket", broker=settings.BROKER_URL)
app.conf.update(
    task_ignore_result=True,
    task_acks_late=True,
    worker_prefetch_multiplier=4,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    broker_connection_retry_on_startup=True,
    broker_transport_options=(
        {"polling_interval": 0.05} if settings.BROKER_URL.startswith("memory:") else {"confirm_publish": True}
    ),
    task_default_queue="docket",
    task_default_queue_type="quorum" if settings.BROKER_URL.startswith("amqp") else None,
)


@app.task(name="docket.perform")
def perform_job(message_id: int) -> None:
    perform(message_id)
