"""What the embedded database takes of the machine."""

from pathlib import Path

import pytest

from deploy.local import checks
from deploy.local.cluster import shared_buffers


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
