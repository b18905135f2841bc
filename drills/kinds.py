"""The six kinds of process that are killed, and how each proves that it is back."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import requests
from django.utils import timezone

from accounts.models import User
from accounts.sessions import open_session
from kit.database import AWAY, forget_broken_connections
from workflows.engine.outbox.outbox import enqueue
from workflows.models import OutboxMessage

JOB = "prune_answers"  # a periodic job that harms nothing
OF_THE_SCHEDULER = ("sweep", "prune")  # at the end of each hold, and in its first second
ANSWER_SECONDS = 2


@dataclass(frozen=True, slots=True)
class Kind:
    """`begin`: called after the kill; the function that it returns says whether the work is done again."""

    name: str
    title: str
    begin: Callable[[], Callable[[], bool]]


def kinds(address: str, user: User) -> list[Kind]:
    head = {"Authorization": f"Bearer {open_session(user, address='127.0.0.1')}"}

    def answers() -> bool:
        try:
            return requests.get(f"{address}/api/user/me", headers=head, timeout=ANSWER_SECONDS).ok
        except requests.RequestException:
            return False

    def serving() -> Callable[[], bool]:
        return _guarded(answers)

    return [
        Kind("web", "web leader", serving),
        Kind("web worker", "web worker", serving),
        Kind("worker", "worker with its relay", _doing_jobs),
        Kind("scheduler", "scheduler", _scheduling),
        Kind("postgres", "PostgreSQL", serving),
        Kind("postgres connection", "PostgreSQL's connection", serving),
    ]


def _doing_jobs() -> Callable[[], bool]:
    """A job that was written after the kill is done."""
    job: OutboxMessage | None = None

    def is_done() -> bool:
        nonlocal job
        job = job or enqueue(JOB)
        return OutboxMessage.objects.filter(pk=job.pk).exclude(done_at=None).exists()

    return _guarded(is_done)


def _scheduling() -> Callable[[], bool]:
    """The scheduler has written a job since the kill."""
    killed: datetime = timezone.now()

    def has_written() -> bool:
        return OutboxMessage.objects.filter(topic__in=OF_THE_SCHEDULER, created_at__gt=killed).exists()

    return _guarded(has_written)


def _guarded(works: Callable[[], bool]) -> Callable[[], bool]:
    """False while the database is away."""

    def works_now() -> bool:
        try:
            return works()
        except AWAY:
            forget_broken_connections()
            return False

    return works_now
