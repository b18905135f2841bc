"""Commands from any shell leave the packages of a running product unchanged."""

import os
import sys
from pathlib import Path

import pytest

from deploy.local import environment, manage
from deploy.local.terminal import SetupError


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The groups that would have been installed."""
    calls: list[object] = []
    monkeypatch.setattr(environment, "_install", calls.append)
    return calls


def test_another_python_on_the_path_does_not_recreate_the_environment(
    made: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "base_prefix", "/usr/elsewhere")
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    environment.ensure_environment("run")
    assert made == []


def test_an_environment_without_its_python_is_recreated(
    made: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = tmp_path / "python"
    moved.symlink_to(os.devnull)
    monkeypatch.setattr(environment, "PYTHON", moved)
    environment.ensure_environment("run")
    assert made == [("run",)]


def test_a_command_refuses_to_change_the_packages_of_a_running_product(
    made: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKET_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgresql://elsewhere/docket")  # not embedded
    (tmp_path / "environment.json").write_text("{}")
    monkeypatch.setattr(environment, "_digest", lambda group: "changed")
    with pytest.raises(SetupError, match="another version"):
        manage.run(["check"], throwaway=False)
    assert made == []
