"""`manage.py docket_scheduler`: adds periodic jobs to the outbox. It performs no jobs itself."""

import logging
import signal
import sys
import threading
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from commands.base import DocketCommand
from config.observing import begin_reports
from kit.alive import signal_alive
from kit.database import AWAY, forget_broken_connections, short_reason
from kit.desk_day import beginning_of_today
from workflows.engine.core.consistency.runs import NIGHT_HOUR
from workflows.engine.outbox.outbox import enqueue_once
from workflows.engine.verbs.sweep import anything_to_sweep
from workflows.tickets.mail_in import waiting_mails

logger = logging.getLogger(__name__)

# seconds between two runs of a job; each run of `anchor` replaces the anchor of its day, as long as history only grows
REGULARLY = {"prune": 600, "prune_answers": 600, "anchor": 3_600, "warn_clients": 3_600, "due_soon": 300}
FETCH_EVERY = 60  # seconds, if MAIL_IN_URL is set
# jobs that run once a day, from this hour on in the desk's time zone
NIGHTLY = {"verify": NIGHT_HOUR, "evaluate_tags": 4, "delete_stray_files": 4}
# jobs that run once a week, from this hour on Monday in the desk's time zone
MONDAY = 0
ON_MONDAY = {"weekly_digest": 8}


class Command(DocketCommand):
    help = "Run the scheduler: each second it looks for ended leases and due tasks, and adds a sweep to the outbox."
    waits_for_database = True
    requires_system_checks = ()  # `migrate` ran them; they take half a second of each restart

    def handle(self, *_args: Any, **_options: Any) -> None:
        begin_reports()
        stop = threading.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stop.set())
        self.stdout.write("scheduler ready")
        tick, away = 0, False
        while not stop.is_set():
            try:
                self._enqueue_due(tick)
                tick += 1
                if away:
                    logger.warning("the database is back")
                away = False
                signal_alive()
            except AWAY as error:
                if not away:
                    logger.warning("the database is away: %s", short_reason(error))
                away = True
                forget_broken_connections()
            except Exception:
                logger.exception("the scheduler ends")
                sys.exit(1)
            stop.wait(settings.SWEEP_INTERVAL_SECONDS)

    def _enqueue_due(self, tick: int) -> None:
        if anything_to_sweep():
            enqueue_once("sweep")
        for topic, ticks in REGULARLY.items():
            if tick % ticks == 0:
                enqueue_once(topic)
        if tick % FETCH_EVERY == 0 and (settings.MAIL_IN_URL or waiting_mails()):
            enqueue_once("fetch_mail")
        self._enqueue_timed()

    def _enqueue_timed(self) -> None:
        for topic, hour in NIGHTLY.items():
            begin = beginning_of_today() + timedelta(hours=hour)
            if begin <= timezone.now() < begin + timedelta(hours=1):
                enqueue_once(topic, since=begin)
        for topic, hour in ON_MONDAY.items():
            begin = beginning_of_today() + timedelta(hours=hour)
            if begin.weekday() == MONDAY and begin <= timezone.now():
                enqueue_once(topic, since=begin)
