"""Locks of long jobs as rows with leases, for workers behind a pooler; those of sessions are in test_outbox.py."""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from config.postgresql.base import DatabaseWrapper
from tests.live import wait_until
from workflows.engine.outbox import job_locks, outbox
from workflows.engine.outbox.registry import JOBS
from workflows.models import JobLock

HANGS = 60
Work = Callable[[Mapping[str, Any]], None]


@pytest.fixture
def long_job(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[[Work], int]:
    """Registers what a job does, and enqueues it; its id."""
    settings.DATABASE_POOLER = "pgbouncer"
    monkeypatch.setattr(DatabaseWrapper, "_is_pooler_right", True)  # the locks are rows, whoever stands in between

    def enqueued(work: Work) -> int:
        long = replace(JOBS["sweep"], function=work, transactional=False, lane="long ones")
        monkeypatch.setitem(JOBS, "long", long)
        return int(outbox.enqueue("long").pk)

    return enqueued


def elsewhere(message_id: int) -> bool:
    """Whether another worker does the job."""

    def perform() -> bool:
        try:
            return outbox.perform(message_id)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as another:
        return another.submit(perform).result()


def test_one_worker_does_a_long_job_and_one_those_of_its_lane(long_job: Callable[[Work], int]) -> None:
    begun: list[int] = []
    others: list[bool] = []
    held: list[str] = []

    def work(_payload: Mapping[str, Any]) -> None:
        begun.append(1)
        if len(begun) == 1:
            held.extend(JobLock.objects.order_by("name").values_list("name", flat=True))
            others.extend([elsewhere(first), elsewhere(second)])

    first = long_job(work)
    second = outbox.enqueue("long").pk
    assert outbox.perform(first)
    assert (begun, others) == ([1], [False, False])
    assert held == sorted([f"job {first}", "lane long ones 0"])
    assert not JobLock.objects.exists()
    assert outbox.perform(second)


def test_a_lease_is_extended_as_long_as_its_worker_lives(
    long_job: Callable[[Work], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_locks, "EXTENDED_EVERY_SECONDS", 0.01)
    extended, extending = [], list[str]()

    def work(_payload: Mapping[str, Any]) -> None:
        extending.extend(thread.name for thread in threading.enumerate() if "lease" in thread.name)
        JobLock.objects.update(until=timezone.now())
        wait_until(lambda: not JobLock.objects.filter(until__lt=timezone.now() + timedelta(seconds=30)).exists(), HANGS)
        extended.append(elsewhere(message))

    message = long_job(work)
    assert outbox.perform(message)
    assert extended == [False]
    assert len(extending) == 1  # for both leases, that of the job and that of its lane


def test_the_job_of_a_killed_worker_is_done_when_its_lease_has_ended(long_job: Callable[[Work], int]) -> None:
    done: list[int] = []
    message = long_job(lambda _payload: done.append(1))
    lock = JobLock.objects.create(
        name=f"job {message}", holder="killed", until=timezone.now() + timedelta(seconds=job_locks.LEASE_SECONDS)
    )
    assert not outbox.perform(message)
    assert not done
    lock.until = timezone.now() - timedelta(seconds=1)
    lock.save()
    assert outbox.perform(message)
    assert done == [1]
