"""The locked requirements: every package pinned and hashed, and no registry named."""

import re
import tomllib
from pathlib import Path

import pytest

from deploy.local.environment import INSTALLER
from deploy.local.layout import REQUIREMENTS, ROOT

FILES = sorted(REQUIREMENTS.glob("*.txt"))


def pins(file: Path) -> dict[str, str]:
    """name==version → the whole entry with marker and hashes."""
    entries = file.read_text().replace("\\\n", " ").splitlines()
    return {entry.split()[0]: entry for entry in entries}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_package_is_pinned_and_hashed(file: Path) -> None:
    for pin, entry in pins(file).items():
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+", pin)
        assert "--hash=sha256:" in entry


def test_no_registry_is_named() -> None:
    assert not [file.name for file in FILES if "//" in file.read_text() or "index" in file.read_text()]
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text()


@pytest.mark.parametrize("name", ["run", "server"])
def test_installed_versions_are_the_tested_versions(name: str) -> None:
    assert pins(REQUIREMENTS / f"{name}.txt").keys() <= pins(REQUIREMENTS / "dev.txt").keys()


def test_every_declared_package_is_locked() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = declared["dependency-groups"]
    asked = {
        re.sub(r"\[.*\]", "", need)
        for need in [*declared["project"]["dependencies"], *groups["dev"], *groups["server"]]
    }
    assert asked <= pins(REQUIREMENTS / "dev.txt").keys()
    assert set(groups["mining"]) <= pins(REQUIREMENTS / "mining.txt").keys()
    assert INSTALLER in pins(REQUIREMENTS / "tool.txt")
