"""The whole product on one machine: database, migrations, demo data and processes."""

import hashlib
import http.client
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from deploy.local import leftovers
from deploy.local.cluster import Cluster
from deploy.local.data_folder import DataFolder
from deploy.local.layout import BUILD, PLATFORM, PYTHON, REQUIREMENTS, ROOT
from deploy.local.logs import Log
from deploy.local.servers import find_server
from deploy.local.steps import own_words, run_step, timed
from deploy.local.supervisor import GRACE_SECONDS, Program, Supervisor
from deploy.local.terminal import SetupError

READY_SECONDS = 60
NEXT_LOOK_SECONDS = 0.05
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (values of HOST that mean all interfaces, with the loopback address)
NOT_OURS = ("PYTHONHOME", "PYTHONDONTWRITEBYTECODE")  # variables of the caller that are not passed on
MAX_FAILED_STARTS = 3  # in a row, before the web server's first answer


@dataclass(frozen=True)
class Address:
    host: str
    port: int

    @property
    def url(self) -> str:
        """The URL for a browser on this machine."""
        here = self.host in EVERYWHERE or self.host in EVERYWHERE.values()
        return f"http://{'localhost' if here else self.host}:{self.port}"


@contextmanager
def running_product(data: DataFolder, address: Address, *, durable: bool = True) -> Iterator[Supervisor]:
    """Start the product from this data folder, and stop it on leaving. Raises SetupError if it does not start."""
    with Supervisor(data.logs) as supervisor:
        env, cluster = base_environment(data), None
        if not os.environ.get("DATABASE_URL"):
            with timed("Database"):
                cluster = start_database(supervisor, data, durable=durable)
                env |= cluster.urls
        _migrate(data, env, cluster)
        if is_demo(env) and not data.remembers("demo"):
            with timed("Demo data"):
                run_step("Creating the demo data", manage("docket_demo"), log=data.logs / "demo.log", env=env)
            data.remember("demo")
        log = Log(data.logs / "web.log")
        supervisor.start(web(address, env))
        try:
            _wait_until_ready(supervisor, address, log)
        except BaseException:
            supervisor.kill("web")  # it serves no requests yet, so a slow graceful stop is not needed
            raise
        # Started last, because they would slow down the start of the web server.
        supervisor.start(Program("worker", manage("docket_worker"), env))
        supervisor.start(Program("scheduler", manage("docket_scheduler"), env))
        with data.published(env):
            yield supervisor


def base_environment(data: DataFolder) -> dict[str, str]:
    """The environment of every process, without the database's URLs."""
    given = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    return {
        # Without it, every start would compile all modules again if the source folders are read-only.
        "PYTHONPYCACHEPREFIX": str(BUILD / "bytecode"),
        "DOCKET_ENV": "development",
        "BROKER_URL": "memory://",
        "SECRET_KEY": data.secrets()["SECRET_KEY"],
        "MALLOC_ARENA_MAX": "2",  # one arena per thread would let the memory of a threaded worker grow
        **given,
        "DOCKET_DATA_DIR": str(data.path),
        # our own variable: a developer's shell may have DJANGO_SETTINGS_MODULE set for another project
        "DJANGO_SETTINGS_MODULE": os.environ.get("DOCKET_SETTINGS_MODULE", "config.settings"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(PLATFORM)]),
        "PYTHONUNBUFFERED": "1",
        leftovers.MARK: str(data.path),
    }


def start_database(supervisor: Supervisor, data: DataFolder, *, durable: bool) -> Cluster:
    """Start the embedded server and wait until it is ready."""
    server = find_server(data.cluster, data.user)
    cluster = Cluster(data.cluster, server, data.secrets(), data.logs, data.user, durable)
    if not data.cluster.exists():
        data.forget_all()
        cluster.prepare()
    cluster.end_leftover()
    supervisor.start(cluster.program)
    cluster.wait_until_ready(supervisor)
    return cluster


def _migrate(data: DataFolder, env: Mapping[str, str], cluster: Cluster | None) -> None:
    """Migrate as the owner. Skipped for the embedded database if its applied migrations and the files are unchanged.

    The applied migrations are read from the database, so that other commands may migrate it as well.
    """
    files = digest_of_migrations()
    if cluster and data.remembers("migrations", files + cluster.applied_migrations()):
        return
    with timed("Migrations"):
        command = manage("migrate", "--database", "owner")
        run_step("Migrating the database", command, log=data.logs / "migrate.log", env=env)
    if cluster:
        data.remember("migrations", files + cluster.applied_migrations())


def digest_of_migrations(*others: Path) -> str:
    """Hash of our migrations, of the locked packages (some have migrations), and of other files."""
    digest = hashlib.sha256()
    folders = (*PLATFORM.glob("*/migrations"), ROOT / "workflows/migrations")
    migrations = sorted(file for folder in folders for file in folder.iterdir() if file.suffix in {".py", ".sql"})
    for file in (*migrations, REQUIREMENTS / "run.txt", *others):
        digest.update(f"\0{file.relative_to(ROOT)}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def is_demo(env: Mapping[str, str]) -> bool:
    return env["DOCKET_ENV"] != "production"


def manage(*arguments: str) -> list[str | Path]:
    return [PYTHON, PLATFORM / "manage.py", *arguments]


def web(address: Address, env: Mapping[str, str]) -> Program:
    return Program("web", web_command(address), env, grace_seconds=GRACE_SECONDS + _drain_seconds(env))


def _drain_seconds(env: Mapping[str, str]) -> float:
    """The seconds for which the web server drains before it ends. It reports a wrong setting itself, so 0 is enough."""
    try:
        return float(env.get("DOCKET_DRAIN_SECONDS") or 0)
    except ValueError:
        return 0


def web_command(address: Address) -> list[str | Path]:
    return [PYTHON, "-m", "server", "--host", address.host, "--port", str(address.port)]


def _wait_until_ready(supervisor: Supervisor, address: Address, log: Log) -> None:
    """Raises SetupError if the web server does not start in time, or once it writes the reason into `log`."""
    deadline = time.monotonic() + READY_SECONDS
    while not _is_healthy(address):
        supervisor.tick(seconds=NEXT_LOOK_SECONDS)
        if line := own_words(log.new_text()):
            raise SetupError(line)
        if supervisor.failures("web") >= MAX_FAILED_STARTS or time.monotonic() > deadline:
            raise SetupError(f"The web server does not start: see {log.path}, correct the error and start again.")


def _is_healthy(address: Address) -> bool:
    host = EVERYWHERE.get(address.host, address.host)
    connection = http.client.HTTPConnection(host, address.port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
