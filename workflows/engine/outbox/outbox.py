"""The outbox: jobs written in the transaction of a change, published by a relay, done once (engine.md, decision 7).

To *enqueue* a job is to write it into the outbox: it is done if and only if the transaction commits.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from psycopg.types.json import Jsonb

from kit import request_id
from kit.database import is_away
from kit.prepared import fetch
from workflows.engine.outbox.job_locks import job_lock
from workflows.engine.outbox.kinds import Kind
from workflows.engine.outbox.registry import JOBS, Registered, delay_after, topics_of
from workflows.models import OutboxMessage

logger = logging.getLogger(__name__)

CHANNEL = "docket_outbox"
RELAY_BATCH = 200
DONE_RETENTION = timedelta(days=1)
LANE_AGAIN = timedelta(seconds=1)  # after which a job looks again whether its lane is free

# By the database's clock, as the relay reads them: a node whose clock is ahead would put its jobs off.
_ENQUEUE = """INSERT INTO workflows_outboxmessage
        (topic, payload, request_id, created_at, available_at, attempts, last_error, once)
    VALUES (%(topic)s, %(payload)s, %(request)s, statement_timestamp(),
        statement_timestamp() + make_interval(secs => %(after)s), 0, '', false)
    RETURNING id, created_at, available_at"""

# of two at once, the second waits at a unique index until the first has committed
_ENQUEUE_ONCE = """INSERT INTO workflows_outboxmessage
        (topic, payload, request_id, created_at, available_at, attempts, last_error, once, period)
    SELECT %(topic)s, '{}', %(request)s, statement_timestamp(), statement_timestamp(), 0, '', true, %(since)s
    WHERE NOT EXISTS (
        SELECT FROM workflows_outboxmessage WHERE topic = %(topic)s
            AND (done_at IS NULL AND set_aside_at IS NULL OR created_at >= %(since)s::timestamptz)
    )
    ON CONFLICT DO NOTHING"""

# the topics of which a job is due
_DUE_TOPICS = """SELECT topic FROM unnest(%s::text[]) AS topic WHERE EXISTS (
        SELECT FROM workflows_outboxmessage message WHERE message.topic = topic.topic
            AND done_at IS NULL AND set_aside_at IS NULL AND available_at <= statement_timestamp()
    )"""


def enqueue(topic: str, payload: Mapping[str, Any] | None = None, *, after: timedelta | None = None) -> OutboxMessage:
    """Write a job in the caller's transaction, which begins at the earliest `after` this time.

    Raises ValueError for a topic without a registered job.
    """
    _require_registered(topic)
    message = OutboxMessage(topic=topic, payload=dict(payload or {}), request_id=request_id.current())
    values = {"topic": topic, "payload": Jsonb(message.payload), "request": message.request_id}
    (stored,) = fetch(_ENQUEUE, {**values, "after": (after or timedelta()).total_seconds()})
    message.pk, message.created_at, message.available_at = stored
    message._state.adding, message._state.db = False, "default"
    wake_relay()
    return message


def _require_registered(topic: str) -> None:
    if topic not in JOBS:
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


def due_kinds(kinds: Collection[Kind]) -> list[Kind]:
    """Those of which a job is due. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE_TOPICS, [topics_of(kinds)])
        due = {JOBS[topic].kind for (topic,) in cursor.fetchall()}
    return [kind for kind in kinds if kind in due]


def relay(publish: Callable[[int], object], *, kinds: Collection[Kind] = tuple(Kind)) -> int:
    """Publish due jobs, leased so that no other relay publishes them; the number published.

    Jobs whose topics this version does not know are left to one that knows them.

    The lease is committed before publishing: a crash in between delays the message but never duplicates it.
    Raises what `publish` raises; the rest of the batch is then due immediately.
    """
    with transaction.atomic():
        known = OutboxMessage.objects.filter(topic__in=topics_of(kinds))
        due = known.filter(done_at=None, set_aside_at=None, available_at__lte=Now())
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

    For the start of a worker whose broker has lost them, as the memory of its predecessor has: nobody needs to wait for
    the ends of their leases.
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
                registered = JOBS[message.topic]
                if registered.transactional:
                    _run(registered, message)
                elif not held.enter_context(job_lock("job", message_id)):
                    return False
                elif registered.lane and not held.enter_context(job_lock(f"lane {registered.lane}", 0)):
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


def _take(message_id: int) -> OutboxMessage | None:
    waiting = OutboxMessage.objects.filter(pk=message_id, done_at=None, set_aside_at=None)
    return waiting.select_for_update(skip_locked=True).first()


def _run(registered: Registered, message: OutboxMessage) -> None:
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
        registered = JOBS[message.topic]
        delay = delay_after(attempts, registered.max_backoff)
        is_last = attempts >= registered.max_attempts and not isinstance(error, registered.outlasts)
        # only the type of the error: its message may contain personal data
        OutboxMessage.objects.filter(pk=message_id).update(
            attempts=attempts,
            last_error=type(error).__name__,
            available_at=Now() + delay,
            set_aside_at=Now() if is_last else None,
        )
