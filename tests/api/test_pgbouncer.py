"""Behind a real PgBouncer: claims, exports, jobs and patience; what it must be, and be told, to be used."""

import os
from collections import Counter
from collections.abc import Iterator
from functools import partial
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from pytest_django import Settings

from companies.models import Company
from config.postgresql import patience
from config.postgresql.patience import DEFAULT_PATIENCE_SECONDS, PatientConnection
from tests.accounts.production import each_in_production
from tests.commands.worker.jobs import leave_a_mark
from tests.commands.worker.running import processes
from tests.config.pgbouncer import needs_an_old_pgbouncer, needs_pgbouncer, pgbouncer, version
from tests.config.test_poolers import SERVE
from tests.factories import a_moderator, a_pending_task, an_admin
from tests.gate import PostgresGate, closing
from tests.live import IMPATIENT, LiveStaff, at_once, running_server, wait_until
from workflows.engine.outbox.outbox import enqueue
from workflows.models import OutboxMessage, TaskEvent

PEOPLE, TASKS = 8, 40
HANGS = 300
COMMANDS = (["docket_worker"], ["docket_scheduler"], ["docket_check"])


@pytest.fixture(scope="module")
def gate(django_db_setup: None) -> Iterator[PostgresGate]:
    connected = connection.settings_dict
    with closing(PostgresGate(connected["HOST"], int(connected["PORT"]))) as gate:
        yield gate


def at_port(port: int) -> str:
    """The database's address through this port."""
    url = urlsplit(os.environ["DATABASE_URL"])
    return url._replace(netloc=f"{url.netloc.rpartition('@')[0]}@127.0.0.1:{port}").geturl()


def pooled(port: int, *, direct: str = "") -> dict[str, str]:
    """The environment of a process behind PgBouncer at this port. Its role alone says how long it waits for locks."""
    return {
        "DATABASE_URL": at_port(port),
        "DATABASE_DIRECT_URL": direct or os.environ["DATABASE_URL"],
        "DATABASE_POOLER": "pgbouncer",
        "DOCKET_LOCK_TIMEOUT_MS": "",
    }


def how_all_end(environment: dict[str, str]) -> str:
    """The end of the one line with which every process ends."""
    cases = [(["platform/manage.py", *command], environment | IMPATIENT) for command in COMMANDS]
    ends = set()
    for ended in each_in_production([*cases, (["-c", SERVE], environment | IMPATIENT)]):
        (line,) = (line for line in ended.stderr.splitlines() if line.startswith("docket: "))
        assert (ended.returncode, "Traceback" in ended.stderr) == (1, False), ended.args
        ends.add(line.partition("', ")[2].partition(". Use one like")[0])
    (end,) = ends
    return end


@needs_an_old_pgbouncer
def test_an_old_pgbouncer_is_refused_in_one_sentence(gate: PostgresGate) -> None:
    with pgbouncer(gate.port, more="") as port:
        end = how_all_end(pooled(port))
    assert end.startswith(f"which is PgBouncer {version()[0]}.{version()[1]}.")
    assert end.endswith(", and Docket needs 1.22 or later")


@needs_pgbouncer
def test_a_pgbouncer_that_does_not_do_what_is_needed_is_refused_in_one_sentence(gate: PostgresGate) -> None:
    with pgbouncer(gate.port, more="max_prepared_statements = 0") as port:
        assert how_all_end(pooled(port)) == "whose max_prepared_statements is below 100: set it to 500"
    with pgbouncer(gate.port, stats="docket_owner") as port:
        (ended,) = each_in_production([(["platform/manage.py", "docket_check"], pooled(port))])
        assert "where no PgBouncer shows its version to docket_command: " in ended.stderr
    with pgbouncer(gate.port) as port:
        unsaid = {name: value for name, value in pooled(port).items() if name == "DATABASE_URL"}
        assert how_all_end(unsaid).startswith("which is a connection pooler that does not keep the settings")


@pytest.fixture(scope="module")
def pool(gate: PostgresGate) -> Iterator[int]:
    """The port of a PgBouncer with fewer connections to the database than there are clients."""
    with pgbouncer(gate.port) as port:
        yield port


@pytest.fixture(scope="module")
def pooled_server(pool: int, gate: PostgresGate) -> Iterator[str]:
    with running_server(**pooled(pool, direct=at_port(gate.port)), **IMPATIENT) as address:
        yield address


def decide(person: LiveStaff) -> list[int]:
    """Take and decide until there is nothing: the tasks."""
    decided = []
    while (item := person.post("/queues/pending/next")).status_code == 200:
        task = item.json()["task_id"]
        answer = person.post(f"/tasks/{task}/decision", {"outcome": "approve"})
        assert answer.ok, answer.text
        decided.append(task)
    assert item.status_code == 204, item.text
    return decided


@needs_pgbouncer
def test_each_task_is_claimed_and_decided_once(pooled_server: str) -> None:
    tasks = {a_pending_task().pk for _ in range(TASKS)}
    people = [LiveStaff(pooled_server, a_moderator()) for _ in range(PEOPLE)]
    decided = [task for found in at_once([partial(decide, person) for person in people]) for task in found]
    assert sorted(decided) == sorted(tasks)
    approvals = TaskEvent.objects.filter(task_id__in=tasks, outcome="approve").values_list("task_id", flat=True)
    assert Counter(approvals) == dict.fromkeys(tasks, 1)


@needs_pgbouncer
def test_long_exports_come_whole_beside_one_another(pooled_server: str) -> None:
    count = 5_000
    Company.objects.bulk_create(Company(name=f"Oxbow Cycles {number}") for number in range(count))
    staff = LiveStaff(pooled_server, an_admin())
    files = at_once([lambda: staff.get("/companies/export").text for _ in range(PEOPLE)])
    assert {len(file.splitlines()) for file in files} == {count + 1}


@needs_pgbouncer
def test_jobs_are_done_once_and_their_relay_is_woken(pool: int, gate: PostgresGate) -> None:
    with processes() as start:
        workers = [start("docket_worker", **pooled(pool, direct=at_port(gate.port))) for _ in range(2)]
        for worker in workers:
            worker.wait_until_ready()
        assert callable(leave_a_mark)  # it is registered here too
        for number in range(TASKS):
            enqueue("leave a mark", {"mark": f"Oxbow {number}"})
        wait_until(lambda: not OutboxMessage.objects.filter(done_at=None).exists(), HANGS)
        with psycopg.connect(os.environ["DATABASE_URL"], user="docket_worker") as watching:
            listening = watching.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
            ).fetchone()
        assert [worker.end() for worker in workers] == [0, 0]
    assert Company.objects.filter(name__startswith="Oxbow ").count() == TASKS
    assert listening == (2,)


@needs_pgbouncer
def test_a_server_that_hangs_behind_the_pooler_is_given_up(
    pool: int, gate: PostgresGate, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_POOLER = "pgbouncer"
    settings.DATABASE_DIRECT = {"HOST": "127.0.0.1", "PORT": gate.port}
    settings.DATABASE_PATIENCE_SECONDS = DEFAULT_PATIENCE_SECONDS
    settings.STATEMENT_TIMEOUT_MS = 500
    monkeypatch.setattr(PatientConnection, "hung_at", {})
    with PatientConnection.connect(at_port(pool), user="docket_web", autocommit=True) as opened:
        opened.execute("SELECT 1")
        gate.hold()
        try:
            with pytest.raises(psycopg.OperationalError, match=r"^the server hangs$"):
                opened.execute("SELECT 1")
        finally:
            gate.let_go()


@needs_pgbouncer
def test_a_long_statement_behind_the_pooler_runs_on(
    pool: int, gate: PostgresGate, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_POOLER = "pgbouncer"
    settings.DATABASE_DIRECT = {"HOST": "127.0.0.1", "PORT": gate.port}
    settings.DATABASE_PATIENCE_SECONDS = HANGS
    monkeypatch.setattr(PatientConnection, "hung_at", {})
    monkeypatch.setattr(patience, "FIRST_QUIET_SECONDS", 0.05)
    with PatientConnection.connect(at_port(pool), user="docket_web", autocommit=True) as opened:
        assert opened.execute("SELECT 'done' FROM pg_sleep(0.5)").fetchone() == ("done",)
