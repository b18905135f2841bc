"""The embedded database: one PostgreSQL cluster on the loopback interface."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from deploy.local import leftovers
from deploy.local.checks import memory, reserve_port
from deploy.local.layout import ROOT
from deploy.local.servers import EXTENSIONS, Server
from deploy.local.steps import run_step
from deploy.local.supervisor import Program, Supervisor
from deploy.local.terminal import SetupError

DATABASE = "docket"
OWNER = "docket_owner"
APPLICATION = "docket_app"
ROLES = ROOT / "deploy" / "roles.sql"
START_SECONDS = 60  # after a power failure PostgreSQL first replays its log
NEXT_TRY_SECONDS = 0.05
PSQL_SCRIPT_FAILED = 3  # exit status: the script failed; 2 means that the server was not reached
# includes the ids, because a migration that is reverted and applied again gets a new id
APPLIED = "SELECT md5(string_agg(id || app || name, ',' ORDER BY id)) FROM django_migrations"
AFTER_ITS_CLIENTS = 1  # position in the shutdown order

# Loaded at the start: a package manager may replace these libraries, and a running server could not load the new ones.
PRELOADED = ("plpgsql", "dict_snowball", *EXTENSIONS)
OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "100",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "jit": "off",
    "shared_preload_libraries": ",".join(PRELOADED),
}
if sys.platform == "linux":
    OPTIONS["recovery_init_sync_method"] = "syncfs"  # after a kill: one system call instead of one per file
LEAST_BUFFERS, MOST_BUFFERS = 128, 2_048  # MB: PostgreSQL's default, and enough for a desk of a million reviews
# For tests. Each pytest worker starts web servers and dozens of processes, and all of them connect.
NOT_DURABLE = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "400",
    # a vacuum between two tests records that tables are empty; statements planned then would scan later tests' tables
    "autovacuum": "off",
}


@dataclass
class Cluster:
    """A cluster in `folder`, run by `server` as `user` (None: the current user). `secrets`: its passwords."""

    folder: Path
    server: Server
    secrets: dict[str, str]
    logs: Path
    user: int | None = None
    durable: bool = True
    port: int = 0

    def __post_init__(self) -> None:
        self.port = self.port or reserve_port()

    def prepare(self) -> None:
        """Create the cluster. After an interruption the cluster does not exist."""
        draft = self.folder.with_suffix(".new")
        password = self.folder.with_suffix(".password")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        password.touch(mode=0o600)
        password.write_text(self.secrets["superuser"])
        if self.user is not None:
            os.chown(draft, self.user, -1)
            os.chown(password, self.user, -1)
        quick = [] if self.durable else ["--no-sync"]
        try:
            run_step(
                "Creating the database (initdb)",
                [
                    *(self.server.bin / "initdb", "--pgdata", draft),
                    *("--username", "postgres", "--pwfile", password, "--auth", "scram-sha-256"),
                    *("--encoding", "UTF8", "--locale", "C.UTF-8"),  # PostgreSQL 16 and older lack the builtin provider
                    *quick,
                ],
                log=self.logs / "initdb.log",
                user=self.user,
                cwd=draft,
            )
        finally:
            password.unlink()
        draft.rename(self.folder)

    @property
    def program(self) -> Program:
        """`postgres` in the foreground. SIGINT closes open connections and shuts down cleanly."""
        options = OPTIONS | ({"shared_buffers": shared_buffers(memory())} if self.durable else NOT_DURABLE)
        command: list[str | Path] = [
            *(self.server.bin / "postgres", "-D", self.folder, "-p", str(self.port)),
            *(part for name, value in options.items() for part in ("-c", f"{name}={value}")),
        ]
        env = without_postgres(os.environ)
        return Program(
            "postgres",
            command,
            env,
            self.user,
            stop_signal=signal.SIGINT,
            order=AFTER_ITS_CLIENTS,
            folder=self.folder.resolve(),
            files=self.server.files(PRELOADED),
        )

    def end_leftover(self, seconds: float = 10) -> None:
        """Stop a server that outlived its supervisor, and wait for its end. Raises SetupError if it does not end."""
        deadline = time.monotonic() + seconds
        while pid := self._running_pid():
            if time.monotonic() > deadline:
                raise SetupError(f"PostgreSQL still uses {self.folder}: stop it with 'kill -INT {pid}'.")
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT)
            time.sleep(0.2)
        leftovers.kill_all_in(self.folder.resolve(), "postgres")  # processes whose postmaster was killed

    def _running_pid(self) -> int | None:
        """The process id in postmaster.pid, if that process is alive and serves this cluster."""
        try:
            pid = int((self.folder / "postmaster.pid").read_text().split("\n", 1)[0])
            os.kill(pid, 0)
        except (OSError, ValueError):
            return None
        command = Path(f"/proc/{pid}/cmdline")
        if command.exists() and os.fsencode(self.folder) not in command.read_bytes():
            return None  # the process id was reused by another program
        return pid

    def wait_until_ready(self, supervisor: Supervisor) -> None:
        """Wait until the server answers, and create missing roles and the database."""
        deadline = time.monotonic() + START_SECONDS
        while (answer := self._make_roles()).returncode != 0:
            if answer.returncode == PSQL_SCRIPT_FAILED:
                raise SetupError(f"The database refused its roles: {answer.stderr.strip().splitlines()[-1]}")
            supervisor.tick(seconds=NEXT_TRY_SECONDS)
            if supervisor.failures(self.program.name) >= self._tries() or time.monotonic() > deadline:
                log = self.logs / "postgres.log"
                raise SetupError(f"PostgreSQL did not start: see {log}, correct the error and start again.")

    def _tries(self) -> int:
        """Failed starts to accept: several after a kill, because shared memory may stay in use for about 10 seconds."""
        return 8 if (self.folder / "postmaster.pid").exists() else 1

    def ask(self, statement: str) -> str:
        """The result of a statement, run as the superuser."""
        return self._psql("-c", statement, database="postgres").stdout.strip()

    def applied_migrations(self) -> str:
        """A hash of the applied migrations; empty if their table does not exist."""
        return self._psql("-c", APPLIED, database=DATABASE).stdout.strip()

    def _make_roles(self) -> subprocess.CompletedProcess[str]:
        """Run the script ROLES."""
        roles = {
            "OWNER_PASSWORD": self.secrets["owner"],
            "OWNER_RIGHTS": "" if self.durable else "CREATEDB",  # the test runner creates databases
            "APPLICATION_PASSWORD": self.secrets["application"],
        }
        return self._psql("-v", "ON_ERROR_STOP=1", "-f", ROLES, database="postgres", variables=roles)

    def _psql(
        self, *arguments: str | Path, database: str, variables: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run psql as the superuser, with `variables` in its environment."""
        place = {"PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGDATABASE": database}
        superuser = {"PGUSER": "postgres", "PGPASSWORD": self.secrets["superuser"]}
        return subprocess.run(
            [self.server.bin / "psql", "-qAtX", *arguments],
            env={**without_postgres(os.environ), **place, **superuser, **(variables or {})},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def urls(self) -> dict[str, str]:
        """The product's environment variables for this database."""
        place = f"127.0.0.1:{self.port}/{DATABASE}"
        return {
            "DATABASE_URL": f"postgresql://{APPLICATION}:{self.secrets['application']}@{place}",
            "DATABASE_OWNER_URL": f"postgresql://{OWNER}:{self.secrets['owner']}@{place}",
        }


def shared_buffers(memory: int) -> str:
    """An eighth of the memory (MB), within limits, because other programs and the system's cache need memory too."""
    return f"{min(max(memory // 8, LEAST_BUFFERS), MOST_BUFFERS)}MB"


def without_postgres(env: Mapping[str, str]) -> dict[str, str]:
    """`env` without PG* variables, which would point PostgreSQL's programs to another server."""
    return {name: value for name, value in env.items() if not name.startswith("PG")}
