"""What the jobs of each topic do, of which kind they are, and how often they are tried."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from workflows.engine.outbox.kinds import Kind

MAX_ATTEMPTS = 8
MAX_BACKOFF_HOURS = 1 / 12
# how long a mail server or another receiver may be away before a job for it is set aside
LONGEST_OUTAGE = timedelta(days=1)
OUTAGE_BACKOFF_HOURS = 3
_DOUBLINGS = 20  # of the delay, at most: further ones are beyond each limit, and in the end beyond a time

Job = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Registered:
    function: Job
    kind: Kind
    transactional: bool
    max_attempts: int
    max_backoff: timedelta
    outlasts: tuple[type[Exception], ...]
    lane: str
    may_be_dropped: bool


JOBS: dict[str, Registered] = {}


def job(
    topic: str,
    kind: Kind,
    *,
    transactional: bool = True,
    max_attempts: int = MAX_ATTEMPTS,
    max_backoff_hours: float = MAX_BACKOFF_HOURS,
    outlasts: tuple[type[Exception], ...] = (),
    lane: str = "",
    may_be_dropped: bool = True,
) -> Callable[[Job], Job]:
    """Register the function that does the jobs of a topic. It runs in the transaction that marks the job done.

    `transactional=False`: the function manages its own transactions and must be idempotent. It runs in one worker at a
    time, for as long as it likes (decision 72), and must not change the connection of its thread.

    `outlasts`: errors that pass by themselves, after which the job is never set aside.

    `lane`: of all jobs with this lane one runs at a time, in all workers together; the others wait in the outbox and
    hold no thread of a worker (decision 97). Only for jobs that are not transactional.

    `may_be_dropped=False`: what waits for the job is ended elsewhere, and would wait for ever without it.
    """
    if lane and transactional:
        raise ValueError(f"the job {topic!r} has a lane: it must not be transactional")

    def register(function: Job) -> Job:
        if topic in JOBS:
            raise ValueError(f"two functions are registered for the topic {topic!r}")
        backoff = timedelta(hours=max_backoff_hours)
        JOBS[topic] = Registered(function, kind, transactional, max_attempts, backoff, outlasts, lane, may_be_dropped)
        return function

    return register


def job_for_receiver(topic: str, kind: Kind, *, transactional: bool = True) -> Callable[[Job], Job]:
    """Register a job that calls a server of others: like `job`, and tried again for LONGEST_OUTAGE at least."""
    return job(
        topic,
        kind,
        transactional=transactional,
        max_attempts=_attempts_during(LONGEST_OUTAGE, timedelta(hours=OUTAGE_BACKOFF_HOURS)),
        max_backoff_hours=OUTAGE_BACKOFF_HOURS,
    )


def topics_of(kinds: Collection[Kind]) -> list[str]:
    return [topic for topic, registered in JOBS.items() if registered.kind in kinds]


def delay_after(attempts: int, max_backoff: timedelta) -> timedelta:
    return min(max_backoff, timedelta(seconds=2 ** min(attempts, _DOUBLINGS)))


def _attempts_during(outage: timedelta, max_backoff: timedelta) -> int:
    """The number of attempts of which the last comes later than `outage` after the first."""
    attempts, waited = 1, timedelta()
    while waited <= outage:
        waited += delay_after(attempts, max_backoff)
        attempts += 1
    return attempts
