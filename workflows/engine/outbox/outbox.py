"""The outbox: jobs written in the transaction of a change, published by a relay, done once (engine.md, decision 7).

To *enqueue* a job is to write it into the outbox: it is done if and only if the transaction commits.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from kit import request_id
from kit.database import is_away
from kit.rows import insert_row
from workflows.models import OutboxMessage

logger = logging.getLogger(__name__)

CHANNEL = "docket_outbox"
RELAY_BATCH = 200
MAX_ATTEMPTS = 8
MAX_BACKOFF_HOURS = 1 / 12
# how long a mail server or another receiver may be away before a job for it is set aside
LONGEST_OUTAGE = timedelta(days=1)
OUTAGE_BACKOFF_HOURS = 3
_DOUBLINGS = 20  # of the delay, at most: further ones are beyond each limit, and in the end beyond a time
DONE_RETENTION = timedelta(days=1)
LANE_AGAIN = timedelta(seconds=1)  # after which a job looks again whether its lane is free

# of two at once, the second waits at a unique index until the first has committed
_ENQUEUE_ONCE = """INSERT INTO workflows_outboxmessage
        (topic, payload, request_id, created_at, available_at, attempts, last_error, once, period)
    SELECT %(topic)s, '{}', %(request)s, %(now)s, %(now)s, 0, '', true, %(since)s
    WHERE NOT EXISTS (
        SELECT FROM workflows_outboxmessage WHERE topic = %(topic)s
            AND (done_at IS NULL AND set_aside_at IS NULL OR created_at >= %(since)s::timestamptz)
    )
    ON CONFLICT DO NOTHING"""

Job = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True)
class _Registered:
    function: Job
    transactional: bool
    max_attempts: int
    max_backoff: timedelta
    outlasts: tuple[type[Exception], ...]
    lane: str


_JOBS: dict[str, _Registered] = {}


def job(
    topic: str,
    *,
    transactional: bool = True,
    max_attempts: int = MAX_ATTEMPTS,
    max_backoff_hours: float = MAX_BACKOFF_HOURS,
    outlasts: tuple[type[Exception], ...] = (),
    lane: str = "",
) -> Callable[[Job], Job]:
    """Register the function that does the jobs of a topic. It runs in the transaction that marks the job done.

    `transactional=False`: the function manages its own transactions and must be idempotent. It runs in one worker at a
    time, for as long as it likes (decision 72), and must not change the connection of its thread.

    `outlasts`: errors that pass by themselves, after which the job is never set aside.

    `lane`: of all jobs with this lane one runs at a time, in all workers together; the others wait in the outbox and
    hold no thread of a worker (decision 97). Only for jobs that are not transactional.
    """
    if lane and transactional:
        raise ValueError(f"the job {topic!r} has a lane: it must not be transactional")

    def register(function: Job) -> Job:
        if topic in _JOBS:
            raise ValueError(f"two functions are registered for the topic {topic!r}")
        backoff = timedelta(hours=max_backoff_hours)
        _JOBS[topic] = _Registered(function, transactional, max_attempts, backoff, outlasts, lane)
        return function

    return register


def job_for_receiver(topic: str, *, transactional: bool = True) -> Callable[[Job], Job]:
    """Register a job that calls a server of others: like `job`, and tried again for LONGEST_OUTAGE at least."""
    return job(
        topic,
        transactional=transactional,
        max_attempts=_attempts_during(LONGEST_OUTAGE, timedelta(hours=OUTAGE_BACKOFF_HOURS)),
        max_backoff_hours=OUTAGE_BACKOFF_HOURS,
    )


def _attempts_during(outage: timedelta, max_backoff: timedelta) -> int:
    """The number of attempts of which the last comes later than `outage` after the first."""
    attempts, waited = 1, timedelta()
    while waited <= outage:
        waited += _delay_after(attempts, max_backoff)
        attempts += 1
    return attempts


def _delay_after(attempts: int, max_backoff: timedelta) -> timedelta:
    return min(max_backoff, timedelta(seconds=2 ** min(attempts, _DOUBLINGS)))


def enqueue(topic: str, payload: Mapping[str, Any] | None = None, *, after: timedelta | None = None) -> OutboxMessage:
    """Write a job in the caller's transaction, which begins at the earliest `after` this time.

    Raises ValueError for a topic without a registered job.
    """
    _require_registered(topic)
    due = {"available_at": timezone.now() + after} if after else {}
    message = OutboxMessage(topic=topic, payload=dict(payload or {}), request_id=request_id.current(), **due)
    insert_row(message)
    wake_relay()
    return message


def _require_registered(topic: str) -> None:
    if topic not in _JOBS:
        raise ValueError(f"no job is registered for {topic!r}")


def wake_relay() -> None:
    """Let the relay look for due jobs when the caller's transaction commits."""
    with connection.cursor() as cursor:
        cursor.execute(f"NOTIFY {CHANNEL}")


def enqueue_once(topic: str, *, since: datetime | None = None) -> bool:
    """Enqueue a job unless one of its topic is waiting. For jobs that need to run only once for several requests.

    `since`: also not if one was enqueued since then, even if it is done or failed. Done jobs are stored for a day.
    """
    _require_registered(topic)
    values: dict[str, Any] = {
        "topic": topic,
        "request": request_id.current(),
        "now": timezone.now(),
        "since": since,
    }
    with connection.cursor() as cursor:
        cursor.execute(_ENQUEUE_ONCE, values)
        is_new = bool(cursor.rowcount)
    if is_new:
        wake_relay()
    return is_new


def enqueue_merged(topic: str, payload: Mapping[str, Any]) -> None:
    """Enqueue a job unless the same one waits that no worker has begun. That one begins after the caller's commit.

    For jobs whose cost does not depend on how many changes they follow. Two calls at the same moment may both enqueue.
    """
    same = OutboxMessage.objects.filter(topic=topic, payload=payload, done_at=None, set_aside_at=None)
    # a worker locks the job that it does
    waiting = same.order_by("pk").select_for_update(skip_locked=True).values_list("pk", flat=True).first()
    if waiting is None:
        enqueue(topic, payload)
    else:
        # a worker that comes for it before the commit finds it locked and leaves it: it is published again
        OutboxMessage.objects.filter(pk=waiting).update(available_at=Now())
        wake_relay()


def relay(publish: Callable[[int], object]) -> int:
    """Publish due jobs, leased so that no other relay publishes them; the number published.

    The lease is committed before publishing: a crash in between delays the message but never duplicates it.
    Raises what `publish` raises; the rest of the batch is then due immediately.
    """
    with transaction.atomic():
        due = OutboxMessage.objects.filter(done_at=None, set_aside_at=None, available_at__lte=Now())
        ids = list(
            due.order_by("available_at", "id")
            .select_for_update(skip_locked=True)
            .values_list("pk", flat=True)[:RELAY_BATCH]
        )
        OutboxMessage.objects.filter(pk__in=ids).update(available_at=Now() + settings.OUTBOX_DELIVERY_LEASE)
    for position, message_id in enumerate(ids):
        try:
            publish(message_id)
        except Exception:
            OutboxMessage.objects.filter(pk__in=ids[position:], done_at=None).update(available_at=Now())
            raise
    return len(ids)


def end_leases() -> int:
    """Make due what was published and not tried yet; the number of jobs.

    For the start of a worker whose broker was the memory of its predecessor: the jobs in it are lost, and nobody needs
    to wait for the ends of their leases.
    """
    lost = OutboxMessage.objects.filter(done_at=None, set_aside_at=None, attempts=0, available_at__gt=Now())
    return lost.update(available_at=Now())


def perform(message_id: int) -> bool:
    """Do one job. Its effect and `done_at` share a transaction, so a second delivery finds nothing to do.

    A failed job is retried with growing delays, and set aside after MAX_ATTEMPTS; other jobs continue. Raises the
    database's error if its connection ended: the state of the job is unknown then, and this is no attempt of the job.
    """
    with ExitStack() as held:
        try:
            with transaction.atomic():
                message = _take(message_id)
                if message is None:
                    return False
                registered = _JOBS[message.topic]
                if registered.transactional:
                    _run(registered, message)
                elif not held.enter_context(_lock_of("job", message_id)):
                    return False
                elif registered.lane and not held.enter_context(_lock_of(f"lane {registered.lane}", 0)):
                    OutboxMessage.objects.filter(pk=message_id).update(available_at=Now() + LANE_AGAIN)
                    return False
            if not registered.transactional:
                _run(registered, message)
            return True
        except Exception as error:
            if is_away(error):
                raise
            _put_off(message_id, error)
            logger.exception("job %s failed", message_id)
            return False


@contextmanager
def _lock_of(what: str, number: int) -> Iterator[bool]:
    """Whether no other worker does this job now, or one of its lane; until the end none begins it, however often it is
    published.

    The database ends the lock with the connection of a worker that is killed. To be taken while the job's row is
    locked: the result of a job is written under both locks, so that a row without one has nobody who just ended it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, %s))", [what, number])
        (is_ours,) = cursor.fetchone()
    try:
        yield is_ours
    finally:
        if is_ours:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, %s))", [what, number])


def _take(message_id: int) -> OutboxMessage | None:
    waiting = OutboxMessage.objects.filter(pk=message_id, done_at=None, set_aside_at=None)
    return waiting.select_for_update(skip_locked=True).first()


def _run(registered: _Registered, message: OutboxMessage) -> None:
    with request_id.bound(message.request_id):
        registered.function(message.payload)
    OutboxMessage.objects.filter(pk=message.pk).update(done_at=Now(), attempts=F("attempts") + 1)


def prune_outbox() -> int:
    """Delete jobs that were done a day ago; the number of rows deleted. Called by the scheduler."""
    return OutboxMessage.objects.filter(done_at__lt=Now() - DONE_RETENTION).delete()[0]


def _put_off(message_id: int, error: Exception) -> None:
    with transaction.atomic():
        waiting = OutboxMessage.objects.select_for_update().filter(pk=message_id, done_at=None, set_aside_at=None)
        message = waiting.first()
        if message is None:
            return  # another worker tried it meanwhile, and this was decided
        attempts = message.attempts + 1
        registered = _JOBS[message.topic]
        delay = _delay_after(attempts, registered.max_backoff)
        is_last = attempts >= registered.max_attempts and not isinstance(error, registered.outlasts)
        # only the type of the error: its message may contain personal data
        OutboxMessage.objects.filter(pk=message_id).update(
            attempts=attempts,
            last_error=type(error).__name__,
            available_at=Now() + delay,
            set_aside_at=Now() if is_last else None,
        )
