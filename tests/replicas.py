"""A database with a real streaming replica, and the product on both."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from deploy.local.cluster import Cluster
from deploy.local.product import manage
from deploy.local.servers import find_server
from deploy.local.steps import run_step
from deploy.local.supervisor import Supervisor
from deploy.local.throwaway import throwaway_folder
from tests.live import child_environment, wait_until

HANGS = 300


@dataclass(frozen=True)
class Replicated:
    primary: Cluster
    replica: Cluster
    supervisor: Supervisor

    @property
    def urls(self) -> dict[str, str]:
        return {**self.primary.urls, "DATABASE_REPLICA_URL": self.replica.urls["DATABASE_URL"]}

    def delay(self) -> None:
        """From now on the replica lags behind: it gets all, and shows nothing of it."""
        self.replica.ask("SELECT pg_wal_replay_pause()")
        wait_until(lambda: self.replica.ask("SELECT pg_get_wal_replay_pause_state()") == "paused", HANGS)

    def catch_up(self) -> None:
        self.replica.ask("SELECT pg_wal_replay_resume()")
        written = self.primary.ask("SELECT pg_current_wal_insert_lsn()")
        wait_until(lambda: self.replica.ask(f"SELECT pg_last_wal_replay_lsn() >= '{written}'") == "t", HANGS)

    def end_replica(self) -> None:
        self.supervisor.kill("replica")


@contextmanager
def replicated() -> Iterator[Replicated]:
    with throwaway_folder() as data, Supervisor(data.logs) as supervisor:
        server = find_server(data.cluster, data.user)
        primary, replica = (
            Cluster(data.path / name, server, data.secrets(), data.logs, data.user, durable=False)
            for name in ("primary", "replica")
        )
        primary.prepare()
        supervisor.start(primary.program)
        primary.wait_until_ready(supervisor)
        env = {**child_environment(), **primary.urls}
        run_step("Migrations", manage("migrate", "--database", "owner"), log=data.logs / "migrate.log", env=env)
        replica.folder.mkdir(mode=0o700)
        os.chown(replica.folder, -1 if data.user is None else data.user, -1)
        place = f"host=127.0.0.1 port={primary.port} user=postgres"
        run_step(
            "Copying the database",
            [server.bin / "pg_basebackup", "-R", "-c", "fast", "--no-sync", "-D", replica.folder, "-d", place],
            log=data.logs / "copy.log",
            env={**os.environ, "PGPASSWORD": data.secrets()["superuser"], "HOME": str(replica.folder)},
            user=data.user,
            cwd=replica.folder,
        )
        supervisor.start(replace(replica.program, name="replica"))
        both = Replicated(primary, replica, supervisor)
        wait_until(lambda: primary.ask("SELECT state FROM pg_stat_replication") == "streaming", HANGS)
        yield both
