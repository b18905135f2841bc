"""The packages of a running product: whoever calls, from whichever shell, they stay as they are."""

import os
import sys
from pathlib import Path

import pytest

from deploy.local import environment, manage
from deploy.local.terminal import SetupError


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What would have been installed."""
    calls: list[object] = []
    monkeypatch.setattr(environment, "_install", calls.append)
    return calls


def test_another_python_on_the_path_makes_no_other_environment(
    made: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "base_prefix", "/usr/elsewhere")
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    environment.ensure_environment("run")
    assert made == []


def test_an_environment_whose_python_is_gone_is_made_anew(
    made: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = tmp_path / "python"
    moved.symlink_to(os.devnull)
    monkeypatch.setattr(environment, "PYTHON", moved)
    environment.ensure_environment("run")
    assert made == [("run",)]


def test_a_command_beside_a_product_of_other_packages_says_so_and_changes_none(
    made: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKET_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgresql://elsewhere/docket")  # no embedded one, whose user must reach it
    (tmp_path / "environment.json").write_text("{}")
    monkeypatch.setattr(environment, "_digest", lambda group: "changed")
    with pytest.raises(SetupError, match="another version"):
        manage.run(["check"], throwaway=False)
    assert made == []
