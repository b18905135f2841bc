"""What those who run the product watch in the database: the figures of `/metrics` that are the same on every node."""

from collections.abc import Iterator

from django.conf import settings
from django.utils import timezone

from kit.prepared import fetch
from reviews.models import Letter
from tickets.models import Delivery, OriginalMail
from workflows.engine.core.flows import queues
from workflows.engine.reading.lists.counts import QueueFigures, current_snapshot

# (name, values of its labels, value)
Sample = tuple[str, list[str], float]

# by name: what it is, and its labels
GAUGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "docket_queue_open": ("Open items", ("queue",)),
    "docket_queue_overdue": ("Open items past the time until which they should be done", ("queue",)),
    "docket_queue_oldest_seconds": ("Age of the oldest open item", ("queue",)),
    "docket_outbox_jobs": ("Jobs that wait or are being done", ("kind",)),
    "docket_outbox_oldest_seconds": ("Age of the oldest job that is due or being done for the first time", ("kind",)),
    "docket_jobs_given_up": ("Jobs that were set aside after their last attempt", ("kind",)),
    "docket_mail_received_timestamp_seconds": ("When the last mail to the desk came in", ()),
    "docket_mail_unread": ("Mails that are stored and were not read yet", ()),
    "docket_mail_quarantined": ("Mails in quarantine at which nobody has looked", ()),
    "docket_letters": ("Letters to authors, and replies to clients, by state", ("kind", "state")),
    "docket_replica_lag_seconds": ("Time that a replica lags behind, where the role may read it", ("replica",)),
}

# Two parts, each with an index of its own: most rows are done. A job that was put off is not late, nor is one that has
# failed: what it calls may be away for hours, and when it is given up it is counted as such.
_JOBS = f"""
    WITH waiting AS (
        SELECT topic, count(*) AS number, statement_timestamp() - min(created_at) FILTER (
            WHERE attempts = 0
                AND available_at <= statement_timestamp() + '{settings.OUTBOX_DELIVERY_LEASE}'::interval) AS age
        FROM workflows_outboxmessage WHERE done_at IS NULL AND set_aside_at IS NULL GROUP BY topic
    )
    SELECT 'docket_outbox_jobs', topic, number FROM waiting
    UNION ALL
    SELECT 'docket_outbox_oldest_seconds', topic, coalesce(extract(epoch FROM age), 0) FROM waiting
    UNION ALL
    SELECT 'docket_jobs_given_up', topic, count(*) FROM workflows_outboxmessage WHERE set_aside_at IS NOT NULL
    GROUP BY topic
"""
_WAITING = (Letter.State.WAITING, Letter.State.SENDING)
_FAILED = (Letter.State.REFUSED, Letter.State.UNCERTAIN)
# constants stand in the text, so that partial indexes are used
_MAIL = f"""
    SELECT 'docket_mail_received_timestamp_seconds', '', '', extract(epoch FROM received_at) FROM (
        SELECT received_at FROM tickets_originalmail ORDER BY id DESC LIMIT 1) AS newest
    UNION ALL
    SELECT CASE reason WHEN '{OriginalMail.WAITING}' THEN 'docket_mail_unread' ELSE 'docket_mail_quarantined' END,
        '', '', count(*)
    FROM tickets_originalmail WHERE message_id IS NULL AND settled_at IS NULL GROUP BY 1
    UNION ALL
    SELECT 'docket_letters', 'reply', CASE delivery WHEN '{Delivery.FAILED}' THEN 'failed' ELSE 'waiting' END, count(*)
    FROM tickets_message WHERE delivery IN ('{Delivery.QUEUED}', '{Delivery.FAILED}') GROUP BY 3
    UNION ALL
    SELECT 'docket_letters', 'letter', CASE WHEN state IN {tuple(map(str, _FAILED))} THEN 'failed' ELSE 'waiting' END,
        count(*)
    FROM reviews_letter WHERE state IN {tuple(map(str, (*_WAITING, *_FAILED)))} GROUP BY 3
    UNION ALL
    SELECT 'docket_replica_lag_seconds', coalesce(nullif(application_name, ''), 'unnamed'), '',
        coalesce(extract(epoch FROM max(replay_lag)), 0)
    FROM pg_stat_replication WHERE state IS NOT NULL GROUP BY 2
"""
_SHOWN_AT_NOUGHT: list[tuple[str, ...]] = [
    ("docket_mail_unread",),
    ("docket_mail_quarantined",),
    *(("docket_letters", kind, state) for kind in ("letter", "reply") for state in ("waiting", "failed")),
]


def read_figures() -> list[Sample]:
    """Read in two statements and the snapshot of the queues, which the console's polls keep fresh as well."""
    return [*_of_queues(), *_of_jobs(), *_of_mail()]


def _of_queues() -> Iterator[Sample]:
    counted, now = current_snapshot().queues, timezone.now()
    for name in queues():
        figures = counted.get(name, QueueFigures())
        age = (now - figures.oldest_at).total_seconds() if figures.oldest_at else 0.0
        yield "docket_queue_open", [name], figures.open
        yield "docket_queue_overdue", [name], figures.overdue
        yield "docket_queue_oldest_seconds", [name], max(0.0, age)


def _of_jobs() -> Iterator[Sample]:
    for name, topic, value in fetch(_JOBS, {}):
        yield name, [topic], float(value)


def _of_mail() -> Iterator[Sample]:
    found = {(name, *filter(None, labels)): float(value) for name, *labels, value in fetch(_MAIL, {})}
    for (name, *labels), value in {**dict.fromkeys(_SHOWN_AT_NOUGHT, 0.0), **found}.items():
        yield name, labels, value
