"""The worker and the scheduler as processes: how they end, what they say, and how they come back."""

import signal
import threading
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
import requests
from django.conf import settings
from django.db import connection
from django.db.models.functions import Now
from pytest_django import Settings

from commands.relay import run_relay
from commands.worker import GOOD_BYE_SECONDS, LOOK_SECONDS
from companies.models import Company
from deploy.local.checks import reserve_port
from tests import effort
from tests.commands.worker.rabbit import Rabbit
from tests.commands.worker.running import Running, Start
from tests.factories import a_moderator, a_pending_task
from tests.gate import Gate, a_gate
from tests.live import IMPATIENT, wait_until
from workflows.engine.outbox.kinds import Kind
from workflows.engine.outbox.outbox import enqueue, relay
from workflows.engine.verbs.claims import claim_task
from workflows.models import OutboxMessage, Task

pytestmark = pytest.mark.slow

WELL_AGAIN = 300  # s, for those that hang
EXPIRED = 'docket_leases_ended_total{queue="pending"} 1.0'


@pytest.fixture
def door() -> Iterator[Gate]:
    """A way to the tests' database that can be closed."""
    known = connection.settings_dict
    with a_gate(known["HOST"], int(known["PORT"])) as gate:
        yield gate


def through(door: Gate) -> str:
    """The address of the tests' database behind this door."""
    known = connection.settings_dict
    return f"postgresql://{known['USER']}:{known['PASSWORD']}@127.0.0.1:{door.port}/{known['NAME']}"


def has_said(process: Running, words: str, times: int) -> bool:
    return process.said.count(words) == times


def is_done(mark: str) -> bool:
    return Company.objects.filter(name=mark).exists()


def test_the_waits_of_an_idle_process_are_short() -> None:
    """Only waits are added up, because the time of the work between them depends on the machine. Celery waits six."""
    assert LOOK_SECONDS + GOOD_BYE_SECONDS < 1
    assert settings.SWEEP_INTERVAL_SECONDS <= 1


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.drill)])
def test_idle_processes_end_when_asked_and_say_only_what_they_are(start: Start, number: signal.Signals) -> None:
    worker, scheduler = start("docket_worker"), start("docket_scheduler")
    worker.wait_until_ready()
    scheduler.wait_until_ready()
    assert scheduler.end(number) == worker.end(number) == 0
    assert worker.said.splitlines() == ["worker takes jobs from memory://", "worker ready"]
    assert scheduler.said.splitlines() == ["scheduler ready"]


def test_a_worker_finishes_the_jobs_under_way_and_leaves_the_others(start: Start, tmp_path: Path) -> None:
    worker = start("docket_worker")
    worker.wait_until_ready()
    for number in range(100):
        traces = {word: f"{tmp_path}/{word}-{number}" for word in ("begun", "ended")}
        enqueue("last until the worker ends", traces)
    wait_until(lambda: any(tmp_path.glob("begun-*")), WELL_AGAIN)
    assert worker.end() == 0
    begun, ended = (len(list(tmp_path.glob(f"{word}-*"))) for word in ("begun", "ended"))
    assert begun == ended == OutboxMessage.objects.exclude(done_at=None).count() < 100


def test_a_worker_names_its_brokers_without_the_password(start: Start) -> None:
    places = [f"127.0.0.1:{reserve_port()}/desk" for _ in range(2)]
    worker = start("docket_worker", BROKER_URL=";".join(f"amqp://docket:secret@{place}" for place in places))
    wait_until(lambda: "broker is away" in worker.said, WELL_AGAIN)
    assert worker.end() == 0
    assert f"worker takes jobs from amqp://{places[0]}, amqp://{places[1]}" in worker.said.splitlines()
    assert "secret" not in worker.said


@pytest.mark.rule(9)
def test_worker_and_scheduler_are_well_again_when_the_database_is_back(
    start: Start, door: Gate, tmp_path: Path
) -> None:
    """Then they touch again the file by which an engine for containers sees that they are alive."""
    signs = [tmp_path / "worker", tmp_path / "scheduler"]
    worker, scheduler = (
        start(f"docket_{sign.name}", DATABASE_URL=through(door), DOCKET_ALIVE_FILE=str(sign), **IMPATIENT)
        for sign in signs
    )
    worker.wait_until_ready()
    scheduler.wait_until_ready()
    for outage in range(1, effort.OUTAGES.size + 1):
        door.close()
        mark = f"after outage {outage}"
        enqueue("leave a mark", {"mark": mark})
        task = a_task_whose_lease_has_ended()
        wait_until(partial(has_said, worker, "waits for what is away", outage), WELL_AGAIN)
        wait_until(partial(has_said, scheduler, "the database is away", outage), WELL_AGAIN)
        assert not is_done(mark)
        for sign in signs:
            sign.unlink(missing_ok=True)
        door.open()
        wait_until(lambda: all(sign.exists() for sign in signs), WELL_AGAIN)
        wait_until(partial(is_done, mark), WELL_AGAIN)
        wait_until(partial(is_free, task), WELL_AGAIN)
    assert worker.end() == scheduler.end() == 0


class Away:
    """A broker that refuses twice, and then ends the relay."""

    def __init__(self, stop: threading.Event) -> None:
        self._stop = stop
        self._calls = 0

    def __call__(self, message_id: int, kind: Kind) -> None:
        raise AssertionError(message_id, kind)

    def has_lost_jobs(self) -> bool:
        return False

    def waiting(self, kind: Kind) -> int:
        self._calls += 1
        if self._calls > 1:
            self._stop.set()
        raise ConnectionError


def test_a_relay_without_a_broker_gives_no_sign_of_life(database: None, settings: Settings, tmp_path: Path) -> None:
    sign = tmp_path / "worker"
    settings.ALIVE_FILE = str(sign)
    stop = threading.Event()
    run_relay(Away(stop), stop)
    assert not sign.exists()


def test_a_worker_shows_what_it_counts_on_a_port_of_its_own(start: Start) -> None:
    port, token = reserve_port(), "a-token-of-this-test"
    task = a_task_whose_lease_has_ended()
    worker = start("docket_worker", METRICS_PORT=str(port), METRICS_TOKEN=token)
    worker.wait_until_ready()
    enqueue("sweep")
    wait_until(partial(is_free, task), WELL_AGAIN)
    address, headers = f"http://127.0.0.1:{port}/metrics", {"Authorization": f"Bearer {token}"}
    assert requests.get(address, timeout=60).status_code == 403
    assert requests.get(f"{address}/2", headers=headers, timeout=60).status_code == 404
    wait_until(lambda: EXPIRED in requests.get(address, headers=headers, timeout=60).text, WELL_AGAIN)
    other = start("docket_worker", METRICS_PORT=str(port))
    assert other.process.wait(WELL_AGAIN) == 1
    assert f"docket: METRICS_PORT is '{port}', which is in use." in other.said
    assert worker.end() == 0


def a_task_whose_lease_has_ended() -> Task:
    task = a_pending_task()
    claim_task(task.pk, by=a_moderator())
    Task.objects.filter(pk=task.pk).update(lease_until=Now())
    return task


def is_free(task: Task) -> bool:
    """The scheduler has seen its lease's end and enqueued a sweep, which the worker has done."""
    return Task.objects.filter(pk=task.pk, owner=None).exists()


@pytest.mark.rule(9)
@pytest.mark.drill  # `make test` has a broker that is killed and comes back (test_broker.py)
def test_a_worker_is_well_again_when_the_broker_is_back(start: Start, rabbit: Rabbit) -> None:
    worker = start("docket_worker", BROKER_URL=rabbit.url)
    worker.wait_until_ready()
    rabbit.stop()
    enqueue("leave a mark", {"mark": "meanwhile"})
    wait_until(lambda: "the relay waits" in worker.said and "broker is away" in worker.said, WELL_AGAIN)
    rabbit.start()
    wait_until(lambda: is_done("meanwhile"), WELL_AGAIN)
    assert worker.end() == 0


@pytest.mark.rule(8)
def test_a_worker_does_at_once_what_its_killed_predecessor_had_in_its_memory(start: Start) -> None:
    """Without a broker of its own, nobody else can have the jobs: it does not wait for the ends of their leases."""
    job = enqueue("prune_answers")
    relay(lambda _message: None)  # the predecessor took it, and was killed
    OutboxMessage.objects.filter(pk=job.pk).update(available_at=Now() + timedelta(days=1))
    start("docket_worker", BROKER_URL="memory://")
    wait_until(lambda: OutboxMessage.objects.filter(pk=job.pk).exclude(done_at=None).exists(), WELL_AGAIN)
