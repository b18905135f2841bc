"""The folder in which the processes of a web server count together."""

import os
import subprocess
from pathlib import Path

import pytest

from server import shared_counts as module
from server.shared_counts import PREFIX, VARIABLE, shared_counts


def test_it_ends_with_its_server_and_those_of_killed_servers_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MEMORY", tmp_path)
    monkeypatch.setenv(VARIABLE, "")
    dead = subprocess.Popen(["true"])
    dead.wait()
    of_the_living, of_the_dead = (tmp_path / f"{PREFIX}{pid}-x" for pid in (os.getppid(), dead.pid))
    for folder in (of_the_living, of_the_dead):
        folder.mkdir()
    with shared_counts():
        own = Path(os.environ[VARIABLE])
        assert set(tmp_path.iterdir()) == {own, of_the_living}
    assert set(tmp_path.iterdir()) == {of_the_living}
