"""What the embedded database takes of the machine, and when it is migrated."""

import socket
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from deploy.local import checks, product
from deploy.local.cluster import shared_buffers
from deploy.local.data_folder import DataFolder


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
