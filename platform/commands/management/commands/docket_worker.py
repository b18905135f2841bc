"""`manage.py docket_worker`: does the jobs of the outbox, and relays them to the broker."""

import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from commands.relay import run_relay
from config.celery import app, perform_job


class Command(BaseCommand):
    help = "Run the background worker, with the outbox's relay in the same process."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--threads", type=int, default=4, help="jobs done at the same time (default: 4)")

    def handle(self, *_args: Any, **options: Any) -> None:
        stop = threading.Event()
        relay = threading.Thread(target=run_relay, args=(perform_job.delay, stop), name="relay", daemon=True)
        relay.start()
        try:
            worker = app.Worker(pool="threads", concurrency=options["threads"], loglevel="WARNING", quiet=True)
            self.stdout.write(f"worker ready on {settings.BROKER_URL.split(':')[0]}")
            worker.start()
        finally:
            stop.set()
            relay.join(timeout=5)
