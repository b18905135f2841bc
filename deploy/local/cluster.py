"""The database that Docket brings along: one PostgreSQL cluster on the loopback interface."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.local.checks import free_port
from deploy.local.layout import ROOT
from deploy.local.servers import Server
from deploy.local.steps import run_step
from deploy.local.supervisor import Program, Supervisor
from deploy.local.terminal import SetupError

DATABASE = "docket"
OWNER = "docket_owner"
APPLICATION = "docket_app"
ROLES = ROOT / "deploy" / "roles.sql"
START_SECONDS = 60  # after a power cut it replays its log first
NEXT_TRY_SECONDS = 0.05
PSQL_SCRIPT_FAILED = 3  # it was reached; 2 is what psql ends with when it was not
AFTER_ITS_CLIENTS = 1  # in the order of ending

OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "100",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "jit": "off",
}
# A test's database. Each of pytest's workers has web servers, and processes by the dozen.
FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "400"}


@dataclass
class Cluster:
    """A cluster in `folder`, run by `server` as `user`: None for ourselves. `secrets` holds its passwords."""

    folder: Path
    server: Server
    secrets: dict[str, str]
    logs: Path
    user: int | None = None
    durable: bool = True
    port: int = 0

    def __post_init__(self) -> None:
        self.port = self.port or free_port()

    def prepare(self) -> None:
        """Make the cluster. Interrupted, it leaves none."""
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
                "Making the database (initdb)",
                [
                    *(self.server.bin / "initdb", "--pgdata", draft),
                    *("--username", "postgres", "--pwfile", password, "--auth", "scram-sha-256"),
                    *("--encoding", "UTF8", "--locale", "C.UTF-8"),  # 16 and older know no builtin locale
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
        """`postgres` in the foreground. SIGINT ends it, with open connections cut and nothing lost."""
        options = OPTIONS if self.durable else OPTIONS | FORGETFUL
        command: list[str | Path] = [
            *(self.server.bin / "postgres", "-D", self.folder, "-p", str(self.port)),
            *(part for name, value in options.items() for part in ("-c", f"{name}={value}")),
        ]
        env = without_postgres(os.environ)
        return Program("postgres", command, env, self.user, stop_signal=signal.SIGINT, order=AFTER_ITS_CLIENTS)

    def end_leftover(self, seconds: float = 10) -> None:
        """Wait for a server that outlived its supervisor, asking it to end. Raises SetupError otherwise."""
        deadline = time.monotonic() + seconds
        while pid := self._running_pid():
            if time.monotonic() > deadline:
                raise SetupError(f"PostgreSQL still uses {self.folder}: end it, with 'kill -INT {pid}'.")
            try:
                os.kill(pid, signal.SIGINT)
            except ProcessLookupError:
                return
            time.sleep(0.2)

    def _running_pid(self) -> int | None:
        """The server that this cluster's postmaster.pid names, if it lives and is one."""
        try:
            pid = int((self.folder / "postmaster.pid").read_text().split("\n", 1)[0])
            os.kill(pid, 0)
        except (OSError, ValueError):
            return None
        command = Path(f"/proc/{pid}/cmdline")
        if command.exists() and os.fsencode(self.folder) not in command.read_bytes():
            return None  # the number went to somebody else
        return pid

    def wait_until_ready(self, supervisor: Supervisor) -> None:
        """Wait until it answers, and make its roles and database where they are missing."""
        deadline = time.monotonic() + START_SECONDS
        while (answer := self._make_roles()).returncode != 0:
            if answer.returncode == PSQL_SCRIPT_FAILED:
                raise SetupError(f"The database refused its roles: {answer.stderr.strip().splitlines()[-1]}")
            supervisor.tick(seconds=NEXT_TRY_SECONDS)
            if supervisor.failures(self.program.name) >= self._tries() or time.monotonic() > deadline:
                log = self.logs / "postgres.log"
                raise SetupError(f"PostgreSQL did not start: see {log}, mend what it names and start again.")

    def _tries(self) -> int:
        """More than one where a killed server's memory may still be in use: for about ten seconds."""
        return 6 if (self.folder / "postmaster.pid").exists() else 1

    def _make_roles(self) -> subprocess.CompletedProcess[str]:
        """Run the roles' script as the superuser."""
        place = {"PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGDATABASE": "postgres"}
        superuser = {"PGUSER": "postgres", "PGPASSWORD": self.secrets["superuser"]}
        roles = {
            "OWNER_PASSWORD": self.secrets["owner"],
            "OWNER_RIGHTS": "" if self.durable else "CREATEDB",  # a test runner makes databases of its own
            "APPLICATION_PASSWORD": self.secrets["application"],
        }
        return subprocess.run(
            [self.server.bin / "psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-f", ROLES],
            env={**without_postgres(os.environ), **place, **superuser, **roles},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def urls(self) -> dict[str, str]:
        """What the product is given to reach it."""
        place = f"127.0.0.1:{self.port}/{DATABASE}"
        return {
            "DATABASE_URL": f"postgresql://{APPLICATION}:{self.secrets['application']}@{place}",
            "DATABASE_OWNER_URL": f"postgresql://{OWNER}:{self.secrets['owner']}@{place}",
        }


def without_postgres(env: Mapping[str, str]) -> dict[str, str]:
    """Without the variables by which PostgreSQL's programs are told of another server."""
    return {name: value for name, value in env.items() if not name.startswith("PG")}
