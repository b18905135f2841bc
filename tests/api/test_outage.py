"""A database that is down or hangs: 503 within two seconds, and recovery without a restart (figures.md, rule 9)."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import requests
from django.db import connection, transaction
from django.db.backends.postgresql import base
from pytest_django import Settings

from config.postgresql import patience
from config.postgresql.base import PAUSE_SECONDS, DatabaseWrapper
from config.postgresql.patience import DEFAULT_PATIENCE_SECONDS, PatientConnection, ReplicaConnection
from config.postgresql.reach import wrong_database_url
from deploy.local.checks import reserve_port
from tests.accounts.production import settings_in_production
from tests.databases import as_owner
from tests.factories import PASSWORD, a_moderator, a_pending_task
from tests.gate import Gate, PostgresGate, closing
from tests.live import IMPATIENT, LiveStaff, at_once, running_server, wait_until
from tests.staff import Staff
from workflows.models import TaskEvent

pytestmark = [pytest.mark.slow, pytest.mark.rule(9)]

WITHIN = 2.0  # s; figures.md, rule 9
PATIENCE = 300  # s, for those that hang
US = "behind-the-gate"  # the name of the connections through it
A_LOCK = 0x_0D7A6E  # an advisory lock of the tests


@pytest.fixture(scope="module")
def gate(django_db_setup: None) -> Iterator[PostgresGate]:
    connected = connection.settings_dict
    with closing(PostgresGate(connected["HOST"], int(connected["PORT"]))) as gate:
        yield gate


@pytest.fixture(scope="module")
def server_behind(gate: PostgresGate) -> Iterator[str]:
    """A separate web server that reaches the database through the gate."""
    url = urlsplit(os.environ["DATABASE_URL"])
    through = url._replace(
        netloc=f"{url.netloc.rpartition('@')[0]}@127.0.0.1:{gate.port}", query=f"application_name={US}"
    )
    with running_server(DATABASE_URL=through.geturl(), **IMPATIENT) as address:
        yield address


@pytest.fixture
def away(server_behind: str, gate: PostgresGate) -> Iterator[str]:
    """The server; the gate is open again afterwards."""
    yield server_behind
    admit(gate)
    gate.let_go()
    reconnect(gate)
    wait_until(partial(is_well, server_behind), PATIENCE)


def reconnect(gate: Gate) -> None:
    gate.close()
    gate.open()


def end_as_its_server(gate: PostgresGate) -> None:
    """57P01 for whoever is connected, 57P03 for whoever comes."""
    gate.refusal = ("57P03", "the database system is shutting down")
    with psycopg.connect(os.environ["DATABASE_URL"], user="docket_web") as as_web:  # of another role nobody may
        as_web.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s", [US])


def become_a_pooler(gate: PostgresGate) -> None:
    gate.options = "dropped"
    reconnect(gate)


def admit(gate: PostgresGate) -> None:
    gate.refusal, gate.options = None, "kept"


def is_well(server: str) -> bool:
    """Whether all processes of the server answer: each has its own connections."""
    return all(health_of(server)[0] == 200 for _ in range(6))


def health_of(server: str) -> tuple[int, dict[str, str]]:
    answer = requests.get(f"{server}/healthz", timeout=120)
    return answer.status_code, answer.json()


def probe(server: str, name: str) -> tuple[int, str]:
    answer = requests.get(f"{server}/health/{name}", timeout=120)
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        pytest.param(Gate.close, Gate.open, id="gone"),
        pytest.param(Gate.hold, Gate.let_go, id="hangs"),
        pytest.param(end_as_its_server, admit, id="ends"),
        pytest.param(become_a_pooler, admit, id="is a pooler"),
    ],
)
def test_every_call_is_answered_while_the_database_is_away_and_after(
    away: str, gate: PostgresGate, begin: Callable[[PostgresGate], None], end: Callable[[PostgresGate], None]
) -> None:
    task, staff = a_pending_task(), LiveStaff(away, a_moderator())
    key: dict[str, Any] = {"headers": {"Idempotency-Key": "a-key-of-mine"}}
    credentials = {"email": staff.user.email, "password": PASSWORD}
    wait_until(partial(is_well, away), PATIENCE)
    wait_until(lambda: staff.put(f"/tasks/{task.pk}/lock").status_code == 200, PATIENCE)
    approve = partial(staff.post, f"/tasks/{task.pk}/decision", {"outcome": "approve"}, **key)
    calls = [
        partial(staff.get, "/cms/counts"),
        partial(staff.get, "/queues/pending/tasks"),
        partial(staff.put, f"/tasks/{task.pk}/lock", {"extend": True}),
        approve,
        partial(staff.post, "/queues/pending/next"),
        partial(LiveStaff.post, staff, "/auth/login", credentials),
    ]

    begin(gate)
    for answer in at_once(calls):  # while it is away: nobody waits until it is back
        body = answer.json()
        assert (answer.status_code, body["code"], set(body)) == (
            503,
            "unavailable",
            {"code", "message", "retry_after"},
        ), answer.url
        assert answer.headers["Retry-After"] == str(body["retry_after"])
        assert answer.headers["X-Request-ID"]
        assert answer.headers["Cache-Control"] == "no-store"
        assert "127.0.0.1" not in answer.text
    assert health_of(away) == (503, {"database": "unavailable", "files": "ok"})
    assert probe(away, "ready") == (503, "unavailable")
    assert probe(away, "live")[0] == 200

    end(gate)
    wait_until(partial(is_well, away), PATIENCE)
    assert not TaskEvent.objects.filter(action="decide").exists()
    # each of the server's processes finds its own way back; the key lets the same be sent until one has
    wait_until(lambda: approve().status_code == 200, PATIENCE)
    assert TaskEvent.objects.filter(action="decide").count() == 1


def test_a_server_that_only_reads_is_away_until_it_writes_and_its_connections_are_dropped(
    away: str, gate: PostgresGate
) -> None:
    """As a replica that a failover reaches before it is promoted. The sessions of this one would only read for ever."""
    task, staff = a_pending_task(), LiveStaff(away, a_moderator())
    key: dict[str, Any] = {"headers": {"Idempotency-Key": "a-key-of-mine"}}
    wait_until(lambda: staff.put(f"/tasks/{task.pk}/lock").status_code == 200, PATIENCE)
    approve = partial(staff.post, f"/tasks/{task.pk}/decision", {"outcome": "approve"}, **key)
    only_reads = (503, {"database": "read_only", "files": "ok"})
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    as_owner(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        reconnect(gate)
        wait_until(lambda: all(health_of(away) == only_reads for _ in range(6)), PATIENCE)
        assert probe(away, "ready") == (503, "read_only")
        calls = [approve, partial(staff.put, f"/tasks/{task.pk}/lock", {"extend": True})]
        for answer in at_once([*calls, partial(staff.post, "/queues/pending/next")]):
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.url
            assert answer.headers["Retry-After"] == "2"
        assert "which only reads, as a replica does" in str(wrong_database_url())  # as a command says it
    finally:
        with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as owner:
            owner.execute("SET default_transaction_read_only = off")
            owner.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    wait_until(partial(is_well, away), PATIENCE)
    wait_until(lambda: approve().status_code == 200, PATIENCE)
    assert TaskEvent.objects.filter(action="decide").count() == 1


def test_a_crowd_is_answered_in_time_however_long_the_database_hangs(away: str, gate: Gate) -> None:
    staff = [LiveStaff(away, a_moderator()) for _ in range(8)]
    wait_until(partial(is_well, away), PATIENCE)
    gate.hold()
    for _ in range(3):
        answers = at_once([partial(person.get, "/cms/counts") for person in staff])
        assert [answer.status_code for answer in answers] == [503] * len(staff)


def test_the_waits_of_a_call_during_an_outage_add_up_to_less_than_two_seconds() -> None:
    """Only waits are added up, because the time of the work between them depends on the machine."""
    pool = settings_in_production(**IMPATIENT)["DATABASES"]["default"]["OPTIONS"]["pool"]
    assert pool["timeout"] < WITHIN
    # a connection on which the hang is found, and a further one that the call tries
    assert patience.FIRST_QUIET_SECONDS + DEFAULT_PATIENCE_SECONDS + patience.SHORT_QUIET_SECONDS < WITHIN


@pytest.fixture
def patient(gate: Gate, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[PatientConnection]:
    """A connection of the product through the gate, to a server without recorded failures."""
    settings.DATABASE_PATIENCE_SECONDS = DEFAULT_PATIENCE_SECONDS
    monkeypatch.setattr(PatientConnection, "hung_at", {})
    url = urlsplit(os.environ["DATABASE_URL"])
    through = url._replace(netloc=f"{url.netloc.rpartition('@')[0]}@127.0.0.1:{gate.port}")
    given_up_too_late = f"-c lock_timeout={PATIENCE}s"
    with PatientConnection.connect(through.geturl(), autocommit=True, options=given_up_too_late) as connection:
        yield connection
    gate.let_go()


@pytest.fixture
def other() -> Iterator[psycopg.Connection[Any]]:
    """A connection past the gate, which holds a lock: who asks for it waits as long as it likes."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [A_LOCK])
        yield other


def why_it_is_given_up(connection: PatientConnection) -> str:
    """The reason by which a statement ends that waits for the lock."""
    with pytest.raises(psycopg.OperationalError) as given_up:
        connection.execute("SELECT pg_advisory_lock(%s)", [A_LOCK])
    assert connection.closed
    return str(given_up.value)


def test_a_server_that_hangs_in_the_middle_of_a_statement_is_given_up(
    patient: PatientConnection, gate: Gate, other: psycopg.Connection[Any]
) -> None:
    waits = "SELECT FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"

    def hold_when_it_runs() -> None:
        wait_until(lambda: other.execute(waits, [patient.info.backend_pid]).rowcount == 1, PATIENCE)
        gate.hold()

    threading.Thread(target=hold_when_it_runs).start()
    assert why_it_is_given_up(patient) == "the server hangs"


@pytest.mark.usefixtures("other")
def test_a_later_call_does_not_wait_for_a_hanging_server_again(
    patient: PatientConnection, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One call may try several connections: together they are to be given up in time."""
    gate.hold()
    monkeypatch.setattr(patience, "KNOWN_SECONDS", 600)
    monkeypatch.setattr(PatientConnection, "hung_at", {patient.place: time.monotonic()})
    assert why_it_is_given_up(patient) == "the server hung a moment ago"


def test_a_replica_and_the_database_are_given_up_each_for_itself(
    patient: PatientConnection, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientConnection, "hung_at", {("127.0.0.1", reserve_port()): time.monotonic()})
    assert not patient.is_known_to_hang()
    settings.DATABASE_PATIENCE_SECONDS = PATIENCE
    settings.DATABASE_POOLER, settings.DATABASE_DIRECT = "pgbouncer", {"HOST": "127.0.0.1", "PORT": reserve_port()}
    assert not patience._answers(patient)  # to the pooler; the database behind it is away
    with ReplicaConnection.connect(os.environ["DATABASE_URL"], autocommit=True) as replica:
        assert patience._answers(replica)


def test_a_long_statement_runs_on_while_its_server_answers(
    patient: PatientConnection,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    other: psycopg.Connection[Any],
) -> None:
    settings.DATABASE_PATIENCE_SECONDS = PATIENCE  # however busy the machine is
    answers, checks = patience._answers, []

    def check(asked: PatientConnection) -> bool:
        checks.append(answers(asked))
        if len(checks) == 2:
            other.execute("SELECT pg_advisory_unlock(%s)", [A_LOCK])
        return checks[-1]

    monkeypatch.setattr(patience, "_answers", check)
    assert patient.execute("SELECT 'done' FROM pg_advisory_lock(%s)", [A_LOCK]).fetchone() == ("done",)
    assert checks[:2] == [True, True]


@pytest.mark.usefixtures("other")
def test_a_statement_is_given_up_whose_server_stopped_working_on_it_alone(
    patient: PatientConnection, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is there for others, and does not end it when its time is over."""
    settings.STATEMENT_TIMEOUT_MS = 500
    monkeypatch.setattr(patience, "GRACE_SECONDS", 0.5)
    monkeypatch.setattr(patience, "_answers", lambda _server: True)  # on a busy machine the real one may come late
    assert why_it_is_given_up(patient) == "the server has stopped in the middle of a statement"


def test_a_cancelled_statement_is_answered_too_slow(monkeypatch: pytest.MonkeyPatch, staff: Staff) -> None:

    def take_long(*_args: Any, **_kwargs: Any) -> Any:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 50")  # a connection of the pool: others use it next
            cursor.execute("SELECT pg_sleep(5)")

    with monkeypatch.context() as slow:
        slow.setattr("api.tasks.counts.counts_for", take_long)
        answer = staff.get("/cms/counts")
    connection.close()
    assert (answer.status_code, answer.json()["code"]) == (503, "too_slow")
    assert staff.get("/cms/counts").status_code == 200


def test_answers_without_the_database_are_served_during_an_outage(away: str, gate: Gate) -> None:
    gate.close()
    assert requests.get(f"{away}/api/openapi.json", timeout=120).status_code == 200
    assert requests.get(f"{away}/api/nowhere", timeout=120).status_code == 404
    assert requests.get(f"{away}/api/user/me", timeout=120).status_code == 401


def test_a_long_outage_does_not_make_the_next_attempt_wait_longer() -> None:
    """The pool doubles its pauses for as long as it does not give up: minutes, after an hour."""
    pool = settings_in_production(**IMPATIENT)["DATABASES"]["default"]["OPTIONS"]["pool"]
    assert pool["timeout"] < WITHIN
    assert pool["timeout"] + pool["reconnect_timeout"] + PAUSE_SECONDS < PATIENCE / 2


def test_only_the_first_waits_for_a_server_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every thread waits in its turn, a crowd is answered by none in time."""
    staff, tries = Staff(a_moderator()), []

    def refuse(*_args: Any, **_kwargs: Any) -> Any:
        tries.append(1)
        raise psycopg.OperationalError("away")

    connection.close()
    monkeypatch.setattr(DatabaseWrapper, "_refused_until", {})
    with monkeypatch.context() as broken:
        broken.setattr(base.DatabaseWrapper, "get_new_connection", refuse)
        # a busy machine takes longer for ten calls than the pause
        broken.setattr("config.postgresql.base.PAUSE_SECONDS", 3_600)
        assert {staff.get("/cms/counts").status_code for _ in range(10)} == {503}
        assert len(tries) == 1
        broken.setattr(DatabaseWrapper, "_refused_until", {})  # as after the pause
        assert staff.get("/cms/counts").status_code == 503
        assert len(tries) == 2
    monkeypatch.setattr(DatabaseWrapper, "_refused_until", {})
    assert staff.get("/cms/counts").status_code == 200


def test_a_pool_that_is_lent_out_is_not_a_server_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes when a connection was given back does not wait for the end of a pause."""
    monkeypatch.setattr("config.postgresql.base.PAUSE_SECONDS", 3_600)
    small: list[Any] = [connection.copy("small") for _ in range(2)]
    first, second = small
    for each in small:
        each.settings_dict["OPTIONS"]["pool"] |= {"max_size": 1, "timeout": PATIENCE}
    wanted = first.get_connection_params()
    try:
        first.connection = first.get_new_connection(dict(wanted))
        first.pool.timeout = 0.01
        with pytest.raises(psycopg.OperationalError):
            second.get_new_connection(dict(wanted))
        first.pool.timeout = PATIENCE
        first.close()
        second.connection = second.get_new_connection(dict(wanted))
    finally:
        first.close()
        second.close()
        first.close_pool()
