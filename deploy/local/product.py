"""The whole product on one machine: its database, its first data, and its processes."""

import http.client
import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local import leftovers
from deploy.local.cluster import Cluster, without_postgres
from deploy.local.data_folder import DataFolder
from deploy.local.layout import PLATFORM, PYTHON, ROOT
from deploy.local.servers import find_server
from deploy.local.steps import run_step, timed
from deploy.local.supervisor import Program, Supervisor
from deploy.local.terminal import Failure

WEB_WORKERS = 2
WEB_THREADS = 4  # each
READY_SECONDS = 60
HOPELESS = 3  # ends in a row before the first answer
DATABASE_LAST = 1  # in the order of ending


@dataclass(frozen=True)
class Address:
    host: str
    port: int

    @property
    def url(self) -> str:
        shown = "localhost" if self.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else self.host
        return f"http://{shown}:{self.port}"


@contextmanager
def running_product(data: DataFolder, address: Address, *, durable: bool = True) -> Iterator[Supervisor]:
    """Start everything from this data folder, and on leaving end it. Raises Failure if it does not start."""
    with Supervisor(data.logs) as supervisor:
        env = base_environment(data)
        if not os.environ.get("DATABASE_URL"):
            with timed("Database"):
                env |= start_database(supervisor, data, durable=durable)
        with timed("Migrations"):
            migrate(data, env)
        if is_demo(env) and data.is_first_run():
            with timed("Demo data"):
                run_step("Making the demo data", manage("docket_demo"), log=data.logs / "demo.log", env=env)
            data.remember_first_run()
        for program in programs(address, env):
            supervisor.start(program)
        _wait_until_ready(supervisor, address)
        yield supervisor


def base_environment(data: DataFolder) -> dict[str, str]:
    """What every process is told, the database's address aside."""
    given = {name: value for name, value in os.environ.items() if name != "PYTHONHOME"}
    return {
        "DOCKET_ENV": "development",
        "BROKER_URL": "memory://",
        "SECRET_KEY": data.secrets()["SECRET_KEY"],
        "MALLOC_ARENA_MAX": "2",  # an arena per thread is what makes a threaded worker grow
        **given,
        "DOCKET_DATA_DIR": str(data.path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(PLATFORM)]),
        "PYTHONUNBUFFERED": "1",
        leftovers.MARK: str(data.path),
    }


def start_database(supervisor: Supervisor, data: DataFolder, *, durable: bool) -> dict[str, str]:
    """Start the embedded server, and wait for it. The answer is what the product is told of it."""
    server = find_server(data.cluster, data.user)
    cluster = Cluster(data.cluster, server, data.secrets(), data.logs, data.user, durable)
    cluster.prepare()
    cluster.end_leftover()
    program = Program(
        "postgres",
        cluster.command,
        env=without_postgres(os.environ),
        user=data.user,
        stop_signal=signal.SIGINT,  # PostgreSQL's fast shutdown
        order=DATABASE_LAST,
    )
    cluster.wait_until_ready(supervisor.start(program))
    return cluster.urls


def migrate(data: DataFolder, env: Mapping[str, str]) -> None:
    run_step(
        "Migrating the database",
        manage("migrate", "--database", "owner"),
        log=data.logs / "migrate.log",
        env=env,
    )


def is_demo(env: Mapping[str, str]) -> bool:
    return env["DOCKET_ENV"] != "production"


def manage(*arguments: str) -> list[str | Path]:
    return [PYTHON, PLATFORM / "manage.py", *arguments]


def programs(address: Address, env: Mapping[str, str]) -> list[Program]:
    web: list[str | Path] = [
        *(PYTHON, "-m", "granian", "config.wsgi:application", "--interface", "wsgi"),
        *("--host", address.host, "--port", str(address.port), "--no-ws"),
        *("--workers", str(WEB_WORKERS), "--blocking-threads", str(WEB_THREADS)),
        *("--respawn-failed-workers", "--respawn-interval", "0.5", "--workers-kill-timeout", "8"),
    ]
    return [
        Program("web", web, env),
        Program("worker", manage("docket_worker"), env),
        Program("scheduler", manage("docket_scheduler"), env),
    ]


def _wait_until_ready(supervisor: Supervisor, address: Address) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not _is_healthy(address):
        supervisor.tick()
        if supervisor.failures("web") >= HOPELESS or time.monotonic() > deadline:
            log = supervisor.logs / "web.log"
            raise Failure(f"The web server does not come up: see {log}, mend what it names and start again.")


def _is_healthy(address: Address) -> bool:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address.host, address.host)
    connection = http.client.HTTPConnection(host, address.port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
