"""The outbox: a job exists if its transaction does, and is done once."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models.functions import Now
from django.utils import timezone
from psycopg.errors import LockNotAvailable

from companies.models import Company
from kit.database import AWAY, forget_broken_connections
from tests.interleaving import HANGS, alone, is_somebody_blocked
from tests.live import wait_until
from workflows.engine.outbox import failed_jobs, outbox
from workflows.engine.outbox.kinds import Kind
from workflows.engine.outbox.registry import JOBS, MAX_ATTEMPTS, MAX_BACKOFF_HOURS, job
from workflows.models import OutboxMessage


@pytest.fixture(autouse=True)
def jobs() -> Iterator[None]:
    registered = dict(JOBS)
    job("found", Kind.CLOCKS)(lambda payload: _found(payload["name"]))
    job("fail", Kind.CLOCKS)(_fail)
    job("lose_the_database", Kind.CLOCKS)(_lose_the_database)
    yield
    JOBS.clear()
    JOBS.update(registered)


def _found(name: str) -> None:
    Company.objects.create(name=name)


def _fail(_payload: Mapping[str, Any]) -> None:
    Company.objects.create(name="half done")
    raise RuntimeError("secret words")


def _lose_the_database(_payload: Mapping[str, Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


def make_due() -> None:
    OutboxMessage.objects.update(available_at=Now() - timedelta(seconds=1))


@pytest.mark.rule(8)
def test_a_job_of_a_rolled_back_transaction_does_not_exist() -> None:
    with transaction.atomic():
        outbox.enqueue("found", {"name": "never"})
        transaction.set_rollback(True)
    assert not OutboxMessage.objects.exists()


@pytest.mark.rule(8)
def test_a_job_delivered_twice_is_done_once() -> None:
    message = outbox.enqueue("found", {"name": "Oxbow Cycles"})
    assert outbox.perform(message.pk)
    assert not outbox.perform(message.pk)
    assert Company.objects.count() == 1


@pytest.mark.rule(8)
def test_a_published_job_is_published_again_only_after_its_lease() -> None:
    message = outbox.enqueue("found", {"name": "x"})
    handed: list[int] = []
    assert outbox.relay(handed.append) == 1
    assert outbox.relay(handed.append) == 0
    make_due()
    outbox.relay(handed.append)
    assert handed == [message.pk, message.pk]


@pytest.mark.rule(8)
def test_a_broker_that_is_away_loses_nothing() -> None:
    messages = [outbox.enqueue("found", {"name": str(number)}) for number in range(3)]
    handed: list[int] = []

    def publish(message_id: int) -> None:
        if handed:
            raise ConnectionError
        handed.append(message_id)

    with pytest.raises(ConnectionError):
        outbox.relay(publish)
    outbox.relay(handed.append)
    assert handed == [message.pk for message in messages]


def test_a_job_that_another_worker_has_set_aside_meanwhile_keeps_its_attempts() -> None:
    @job("fail_late", Kind.CLOCKS, transactional=False)
    def fail_late(payload: Mapping[str, Any]) -> None:
        OutboxMessage.objects.update(attempts=MAX_ATTEMPTS, set_aside_at=Now())
        raise RuntimeError("as the other one")

    message = outbox.enqueue("fail_late", {})
    assert not outbox.perform(message.pk)
    message.refresh_from_db()
    assert message.attempts == MAX_ATTEMPTS


@pytest.mark.rule(8)
def test_a_job_that_always_fails_is_set_aside_and_the_rest_goes_on() -> None:
    failing, whole = outbox.enqueue("fail"), outbox.enqueue("found", {"name": "Oxbow Cycles"})
    for _ in range(MAX_ATTEMPTS + 2):
        make_due()
        outbox.relay(outbox.perform)
    failing.refresh_from_db()
    whole.refresh_from_db()
    assert (failing.attempts, failing.done_at) == (MAX_ATTEMPTS, None)
    assert failing.set_aside_at
    assert whole.done_at
    assert list(Company.objects.values_list("name", flat=True)) == ["Oxbow Cycles"]
    assert failing.last_error == "RuntimeError"


def test_a_connection_that_ends_is_no_failed_attempt_of_the_job() -> None:
    message = outbox.enqueue("lose_the_database")
    with pytest.raises(OperationalError):
        outbox.perform(message.pk)
    forget_broken_connections()
    message.refresh_from_db()
    assert (message.attempts, message.last_error) == (0, "")


@pytest.mark.parametrize("state", ["25006", "53100"], ids=["only reads", "full disk"])
def test_a_database_that_cannot_write_is_no_failed_attempt_of_the_job(state: str) -> None:
    @job(f"write_{state}", Kind.CLOCKS)
    def write(_payload: Mapping[str, Any]) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION 'as it says' USING ERRCODE = '{state}'; END $$")

    message = outbox.enqueue(f"write_{state}")
    for _ in range(MAX_ATTEMPTS + 1):
        with pytest.raises(AWAY):
            outbox.perform(message.pk)
        forget_broken_connections()
    message.refresh_from_db()
    assert (message.attempts, message.last_error, message.set_aside_at) == (0, "", None)


@pytest.mark.parametrize("fails", [False, True])
def test_a_job_of_its_own_transactions_runs_in_one_worker_at_a_time(*, fails: bool) -> None:
    begun, others = [], []

    @job("long", Kind.CLOCKS, transactional=False)
    def long(_payload: Mapping[str, Any]) -> None:
        begun.append(1)
        if len(begun) > 1:
            return  # a second run at the same time would end at once
        with ThreadPoolExecutor(1) as another:  # the lease has ended, and the job was published again
            others.append(another.submit(_perform_elsewhere, message.pk).result())
        if fails:
            raise RuntimeError

    message = outbox.enqueue("long")
    assert outbox.perform(message.pk) is not fails
    assert (len(begun), others) == (1, [False])
    message.refresh_from_db()
    assert message.attempts == 1
    assert outbox.perform(message.pk) is fails  # nothing is locked any more


def test_a_job_whose_worker_loses_the_database_is_done_by_another() -> None:
    begun = []

    @job("lose_it_once", Kind.CLOCKS, transactional=False)
    def lose_it_once(payload: Mapping[str, Any]) -> None:
        begun.append(1)
        if len(begun) == 1:
            _lose_the_database(payload)

    message = outbox.enqueue("lose_it_once")
    with pytest.raises(OperationalError):
        outbox.perform(message.pk)
    forget_broken_connections()
    assert outbox.perform(message.pk)
    assert len(begun) == 2


def test_of_the_jobs_of_a_lane_one_runs_at_a_time_and_the_others_hold_no_thread() -> None:
    """As trials of banned words do: letters leave meanwhile."""
    begun: list[int] = []
    waiting: list[int] = []
    others: list[bool] = []

    @job("slow", Kind.CLOCKS, transactional=False, lane="slow ones")
    def slow(payload: Mapping[str, Any]) -> None:
        begun.append(payload["number"])
        if len(begun) == 1:
            with ThreadPoolExecutor(1) as another:
                others.extend(another.submit(_perform_elsewhere, number).result() for number in waiting)

    first, second = (outbox.enqueue("slow", {"number": number}) for number in (1, 2))
    letter = outbox.enqueue("found", {"name": "Oxbow Cycles"})
    waiting += [second.pk, letter.pk]
    assert outbox.perform(first.pk)
    assert (begun, others) == ([1], [False, True])
    second.refresh_from_db()
    assert (second.attempts, second.done_at) == (0, None)
    assert timedelta(0) < second.available_at - timezone.now() <= outbox.LANE_AGAIN
    assert outbox.perform(second.pk)
    assert begun == [1, 2]
    assert JOBS["try_word"].lane


def _perform_elsewhere(message_id: int) -> bool:
    try:
        return outbox.perform(message_id)
    finally:
        connection.close()


@pytest.mark.parametrize(("error", "is_set_aside"), [(OperationalError(), False), (RuntimeError(), True)])
def test_a_job_outlasts_the_errors_that_pass_by_themselves(error: Exception, *, is_set_aside: bool) -> None:
    """As the job of a batch: without it the batch would run for ever and do nothing."""

    @job("patient", Kind.CLOCKS, max_attempts=64, outlasts=AWAY)
    def wait_for_a_lock(_payload: Mapping[str, Any]) -> None:
        raise error from LockNotAvailable()

    message = outbox.enqueue("patient")
    for _ in range(70):
        assert not outbox.perform(message.pk)
    message.refresh_from_db()
    assert bool(message.set_aside_at) is is_set_aside
    assert message.attempts == (64 if is_set_aside else 70)
    assert timedelta(0) < message.available_at - timezone.now() <= timedelta(hours=MAX_BACKOFF_HOURS)


def test_the_job_of_a_batch_outlasts_locks_and_a_database_that_is_away() -> None:
    assert set(AWAY) <= set(JOBS["bulk"].outlasts)


@pytest.mark.parametrize("since", [None, timezone.now() - timedelta(hours=1)])
def test_of_two_that_enqueue_a_job_once_at_the_same_time_one_does(since: datetime | None) -> None:
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            assert outbox.enqueue_once("found", since=since)
            second = pool.submit(alone, lambda: outbox.enqueue_once("found", since=since))
            wait_until(lambda: second.done() or is_somebody_blocked(), HANGS)
        assert not second.result(HANGS)
    assert OutboxMessage.objects.count() == 1


def test_a_job_that_is_enqueued_once_is_enqueued_again_when_it_was_done_or_set_aside() -> None:
    assert [outbox.enqueue_once("found"), outbox.enqueue_once("found")] == [True, False]
    OutboxMessage.objects.update(done_at=Now())
    begin = timezone.now() - timedelta(minutes=1)
    assert not outbox.enqueue_once("found", since=begin)  # not twice in a period, even if it is done
    assert outbox.enqueue_once("found")
    OutboxMessage.objects.filter(done_at=None).update(set_aside_at=Now())
    assert outbox.enqueue_once("found")
    # people try the one that was set aside again, beside the one that waits
    assert failed_jobs.try_again(OutboxMessage.objects.filter(set_aside_at__isnull=False)) == 1
    assert OutboxMessage.objects.filter(done_at=None, set_aside_at=None).count() == 2


def test_a_topic_without_a_handler_cannot_be_promised() -> None:
    with pytest.raises(ValueError, match="no job"):
        outbox.enqueue("unheard of")
