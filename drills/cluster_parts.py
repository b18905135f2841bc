"""What `make cluster` runs: databases, proxies, brokers and nodes, configured by the files of deploy/cluster."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from urllib.parse import urlencode

from deploy.local import leftovers
from deploy.local.broker import find_broker
from deploy.local.checks import reserve_port
from deploy.local.child import spawn
from deploy.local.cluster import APPLICATION, DATABASE, OWNER, Cluster
from deploy.local.data_folder import DataFolder
from deploy.local.layout import ROOT
from deploy.local.servers import find_server
from deploy.local.steps import run_step
from deploy.local.supervisor import Supervisor
from deploy.local.terminal import SetupError
from tests import disks
from tests.certificates import encrypt_only
from tests.commands.worker.rabbit import Rabbit, a_rabbit
from tests.config import pgbouncer
from tests.deploy.running import Product, wait_for

CONFIGURATION = ROOT / "deploy" / "cluster"
DISK_SIZE = "512m"  # of the primary's tables
NODES, BROKERS = 2, 3
FAKETIME = ("/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/lib64/faketime/libfaketimeMT.so.1")
DRAIN_SECONDS = "3"  # as deploy/cluster/haproxy.cfg says


def missing() -> Iterator[str]:
    """A line for each thing that this machine lacks."""
    if pgbouncer.version() < pgbouncer.FIRST:
        yield "PgBouncer 1.22 or later is missing: install pgbouncer, or name it in DOCKET_PGBOUNCER."
    if not find_haproxy():
        yield "HAProxy is missing: install haproxy (its service need not run)."
    if not find_broker():
        yield "RabbitMQ is missing: install rabbitmq-server."
    if not find_faketime():
        yield "libfaketime is missing: install faketime."
    try:
        with tempfile.TemporaryDirectory() as place, disks.small_disk(Path(place) / "disk", None, "1m", given=_given()):
            pass
    except SetupError as error:
        yield str(error)


def _given() -> str:
    return os.environ.get(disks.GIVEN, "")


def find_haproxy() -> str | None:
    return shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")


def find_faketime() -> Path | None:
    return next((path for name in FAKETIME for path in Path("/").glob(name.lstrip("/"))), None)


@dataclass(frozen=True)
class Databases:
    """A primary, its tables on a small disk, that waits for its replica with each commit."""

    primary: Cluster
    replica: Cluster
    disk: Path
    supervisor: Supervisor  # never asked to start one again

    def kill_primary(self) -> None:
        """kill -9 with all its processes."""
        self.supervisor.kill(self.primary.program.name)
        leftovers.kill_all_in(self.primary.folder.resolve(), "postgres")

    def promote(self) -> None:
        command: list[str | Path] = [self.replica.server.bin / "pg_ctl", "promote", "--wait", "-D", self.replica.folder]
        run_step("Promoting the replica", command, log=self.replica.logs / "promote.log", user=self.replica.user)

    def delay(self) -> None:
        """From now on the replica lags behind: it gets all, and shows nothing of it."""
        self.replica.ask("SELECT pg_wal_replay_pause()")
        paused = "SELECT pg_get_wal_replay_pause_state()"
        wait_for("the replica to pause", lambda: self.replica.ask(paused) == "paused")

    def catch_up(self) -> None:
        self.replica.ask("SELECT pg_wal_replay_resume()")
        come = f"SELECT pg_last_wal_replay_lsn() >= '{self.primary.ask('SELECT pg_current_wal_insert_lsn()')}'"
        wait_for("the replica to catch up", lambda: self.replica.ask(come) == "t")

    @property
    def certificate(self) -> Path:
        return self.replica.folder / "server.crt"  # a copy of the primary's

    def url(self, role: str, password: str, port: int) -> str:
        with_tls = urlencode({"sslmode": "verify-full", "sslrootcert": str(self.certificate)})
        return f"postgresql://{role}:{password}@127.0.0.1:{port}/{DATABASE}?{with_tls}"


@contextmanager
def databases(data: DataFolder) -> Iterator[Databases]:
    server = find_server(data.cluster, data.user)
    primary, replica = (
        Cluster(data.path / name, server, data.secrets(), data.logs, data.user) for name in ("primary", "replica")
    )
    primary.prepare()
    encrypt_only(primary.folder, data.user)
    with (primary.folder / "postgresql.conf").open("a") as settings:
        settings.write((CONFIGURATION / "postgresql.conf").read_text())
    with (
        disks.small_disk(data.path / "small", data.user, DISK_SIZE, given=_given()) as disk,
        Supervisor(data.logs) as supervisor,
    ):
        supervisor.start(primary.program)
        primary.wait_until_ready(supervisor)
        primary.ask(f"CREATE TABLESPACE small LOCATION '{disk / 'tables'}'")
        primary.ask(f"ALTER DATABASE {DATABASE} SET TABLESPACE small")
        _copy(primary, replica, disk, data)
        home = {"HOME": str(replica.folder)}  # a client looks there for a certificate of its own
        supervisor.start(replace(replica.program, name="replica", env={**replica.program.env, **home}))
        wait_for("the replica", lambda: primary.ask("SELECT state FROM pg_stat_replication") == "streaming")
        primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.ask("SELECT pg_reload_conf()")
        yield Databases(primary, replica, disk, supervisor)


def _copy(primary: Cluster, replica: Cluster, disk: Path, data: DataFolder) -> None:
    """The replica's tables stand beside it, on a disk with room."""
    tables = data.path / "replica-tables"
    for folder in (replica.folder, tables):
        folder.mkdir(mode=0o700)
        os.chown(folder, -1 if data.user is None else data.user, -1)
    place = f"host=127.0.0.1 port={primary.port} user=postgres sslmode=require"
    copy: list[str | Path] = [primary.server.bin / "pg_basebackup", "-R", "-c", "fast", "-D", replica.folder]
    copy += ["-T", f"{disk / 'tables'}={tables}", "-d", place]
    env = {**os.environ, "PGPASSWORD": data.secrets()["superuser"], "HOME": str(replica.folder)}
    run_step("Copying the database", copy, log=data.logs / "copy.log", env=env, user=data.user, cwd=replica.folder)


@contextmanager
def brokers() -> Iterator[list[Rabbit]]:
    """Three that make a cluster."""
    script = find_broker()
    assert script
    with ExitStack() as stack:
        first = stack.enter_context(a_rabbit(script))
        rabbits = [first, *(stack.enter_context(a_rabbit(script, first)) for _ in range(BROKERS - 1))]
        for rabbit in rabbits:
            rabbit.start()
        yield rabbits


@contextmanager
def haproxy(
    folder: Path, user: int | None, password: str, *, webs: Sequence[int], databases: Sequence[int], programs: Path
) -> Iterator[tuple[int, int]]:
    """As deploy/cluster/haproxy.cfg has it; the ports before the webs and before the databases. `programs`: of psql."""
    program, ports = find_haproxy(), (reserve_port(), reserve_port())
    assert program
    names = ("WEB_FRONT", "DATABASE_FRONT", "WEB_1", "WEB_2", "DATABASE_1", "DATABASE_2")
    places = {name: f"127.0.0.1:{port}" for name, port in zip(names, (*ports, *webs, *databases), strict=True)}
    places |= {"FOLDER": str(folder), "PROGRAMS": f"{programs}:/usr/bin:/bin"}
    folder.mkdir(mode=0o700)
    shutil.copy(CONFIGURATION / "writes.sh", folder)
    written = Template((CONFIGURATION / "haproxy.cfg").read_text()).substitute(places)
    (folder / "haproxy.cfg").write_text(written)
    (folder / "pgpass").touch(mode=0o600)
    (folder / "pgpass").write_text(f"*:*:{DATABASE}:docket_command:{password}\n")
    for path in (folder, *folder.iterdir()):
        os.chown(path, -1 if user is None else user, -1)
    command: list[str | Path] = [program, "-db", "-f", folder / "haproxy.cfg"]
    with (folder / "log").open("ab") as log:
        process = spawn(command, env=os.environ, output=log, user=user, cwd=folder)
    try:
        wait_for("HAProxy", lambda: all(pgbouncer.listens(port, process) for port in ports))
        yield ports
    finally:
        process.kill()
        process.wait()


@contextmanager
def nodes(data: DataFolder, ports: Sequence[int], settings: dict[str, str]) -> Iterator[list[Product]]:
    """`make up` on each, with the outside servers of `settings`; files and anchors are in a folder that all share."""
    with ExitStack() as stack:
        products = []
        for number, port in enumerate(ports, 1):
            home = DataFolder(data.path / f"node-{number}" / "data")
            home.prepare()
            home.remember("demo")  # none is made
            for name in ("files", "anchors"):
                (data.path / name).mkdir(exist_ok=True)
                (home.path / name).symlink_to(data.path / name)
            product = Product(home.path, port, settings=settings)
            stack.callback(_end_node, product)
            product.start()
            products.append(product)
        yield products


def _end_node(product: Product) -> None:
    if product.process:
        if product.process.poll() is None:
            product.stop()
        product.end_all()


def settings_of(
    data: DataFolder, both: Databases, pooler: int, front: int, rabbits: Sequence[Rabbit], **more: str
) -> dict[str, str]:
    """The variables of every process of the product."""
    secrets = data.secrets()
    application = secrets["application"]
    return {
        "SECRET_KEY": secrets["SECRET_KEY"],
        "DATABASE_POOLER": "pgbouncer",
        "DATABASE_URL": f"postgresql://{APPLICATION}:{application}@127.0.0.1:{pooler}/{DATABASE}",
        "DATABASE_DIRECT_URL": both.url(APPLICATION, application, front),
        "DATABASE_OWNER_URL": both.url(OWNER, secrets["owner"], front),
        "DATABASE_REPLICA_URL": both.url(APPLICATION, application, both.replica.port),
        "BROKER_URL": ";".join(rabbit.url for rabbit in rabbits),
        "DOCKET_DRAIN_SECONDS": DRAIN_SECONDS,
        "TRUSTED_PROXIES": "127.0.0.1",
        **more,
    }
