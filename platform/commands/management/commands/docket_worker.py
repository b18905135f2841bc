"""`manage.py docket_worker`: relays jobs from the outbox to the broker, and performs them."""

import sys
import threading
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from commands.base import DocketCommand
from commands.relay import run_relay
from commands.worker import JobWorker
from config.celery import app, publisher
from workflows.engine.outbox.kinds import Kind


class Command(DocketCommand):
    help = "Run the background worker, with the outbox's relay in the same process."
    waits_for_database = True
    requires_system_checks = ()  # `migrate` ran them; they take half a second of each restart

    def handle(self, *_args: Any, **_options: Any) -> None:
        if settings.METRICS_PORT:
            from config.metrics_port import serve_metrics  # noqa: PLC0415  only if configured

            serve_metrics(settings.METRICS_PORT)
        stop, kinds = threading.Event(), settings.WORKER_KINDS
        worker = JobWorker(app, kinds=kinds, on_ready=self._say_ready, on_stop=stop.set)
        some = "" if len(kinds) == len(Kind) else f" of the kinds {', '.join(kinds)}"
        self.stdout.write(f"worker takes jobs{some} from {_place(settings.BROKER_URL)}")

        def relay_or_end() -> None:
            try:
                run_relay(publisher(), stop, kinds)
            finally:
                if not stop.is_set():  # a worker without a relay would look healthy and get no jobs
                    worker.end(status=1)

        relay = threading.Thread(target=relay_or_end, name="relay", daemon=True)
        relay.start()
        worker.start()
        stop.set()
        relay.join(timeout=5)
        sys.exit(worker.exitcode or 0)

    def _say_ready(self) -> None:
        self.stdout.write("worker ready")


def _place(url: str) -> str:
    """The broker's hosts without user and password."""
    hosts = map(urlsplit, url.split(";"))
    return ", ".join(f"{host.scheme}://{host.netloc.rpartition('@')[2]}{host.path}" for host in hosts)
