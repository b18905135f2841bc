"""Each failure of a start prints one line that says what to do."""

import errno
import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from deploy.local import checks, data_folder, servers, terminal
from deploy.local.data_folder import DataFolder, find_data_folder
from deploy.local.layout import ROOT
from deploy.local.steps import run_step
from deploy.local.terminal import SetupError
from tests.deploy.running import environment, up


def failure_of(env: dict[str, str]) -> str:
    """The one line that `up` prints when it fails."""
    ended = up(env)
    assert ended.returncode == 1, ended.stderr
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr.removeprefix("docket: ").strip()


def program(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def test_python_is_too_old() -> None:
    old = "import runpy, sys; sys.version_info = (3, 9, 2); runpy.run_module('deploy.local')"
    ended = subprocess.run([sys.executable, "-c", old], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr == (
        "docket: Python 3.11 or later is needed, and this is 3.9: install a newer one and name it, "
        "as in 'make up PYTHON=python3.12'.\n"
    )


def test_node_is_missing(tmp_path: Path) -> None:
    assert (
        failure_of(environment(PATH=str(tmp_path)))
        == "Node is missing: install Node 20.19 or later, or 22.12 or later, with npm."
    )


@pytest.mark.parametrize("version", ["v18.19.1", "v20.18.3", "v21.7.0", "v22.11.0", ""])
def test_node_is_too_old(tmp_path: Path, version: str) -> None:
    program(tmp_path, "node", f"echo {version}")
    program(tmp_path, "npm", "echo 9")
    assert failure_of(environment(PATH=str(tmp_path))) == (
        "Node 20.19 or later, or 22.12 or later is needed, "
        f"and this machine has {version or 'none'}: install a newer one."
    )


@pytest.mark.parametrize("port", ["http", "0", "70000", "-1"])
def test_the_port_is_not_a_valid_number(port: str) -> None:
    assert failure_of(environment(PORT=port)) == f"PORT={port} is not a port: set a number from 1 to 65535."


def test_the_disk_is_full_before_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9, 5_000_000))
    with pytest.raises(SetupError, match="The disk is full: 5 MB are free"):
        checks.check_space(tmp_path / "data")


def test_the_disk_is_full_during_a_step(tmp_path: Path) -> None:
    full = ["sh", "-c", "echo 'tar: write error: No space left on device'; exit 1"]
    with pytest.raises(SetupError, match="Installing found the disk full: free some space and start again"):
        run_step("Installing", full, log=tmp_path / "log")


def test_the_disk_is_full_while_writing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended, terminal.one_line_failures():
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/data/secrets.json")
    assert ended.value.code == 1
    assert capsys.readouterr().err == (
        "docket: No space left on device (/data/secrets.json): free some space and start again.\n"
    )


def test_a_failed_step_names_its_log(tmp_path: Path) -> None:
    log = tmp_path / "npm.log"
    with pytest.raises(SetupError, match=f"Installing failed: see {log}, correct the error and start again"):
        run_step("Installing", ["sh", "-c", "echo boom; exit 7"], log=log)
    assert log.read_text() == "boom\n"


def test_the_cluster_needs_another_postgresql_version(tmp_path: Path) -> None:
    cluster = tmp_path / "postgres"
    cluster.mkdir()
    (cluster / "PG_VERSION").write_text("12\n")
    with pytest.raises(
        SetupError, match=rf"{cluster} was created by PostgreSQL 12, and this machine has .*18"
    ) as failure:
        servers.find_server(cluster, None)
    assert f"install PostgreSQL 12, or move {tmp_path} away to start with an empty database" in str(failure.value)


def test_the_secrets_file_is_missing(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    with pytest.raises(SetupError, match=rf"secrets\.json is missing, .* or move {tmp_path} away to start"):
        DataFolder(tmp_path).secrets()


def test_the_chosen_folder_has_no_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKET_POSTGRES", str(tmp_path))
    with pytest.raises(SetupError, match="holds no PostgreSQL 15 or later: correct it"):
        servers.find_server(tmp_path / "postgres", None)


def test_a_checkout_that_the_databases_user_cannot_reach(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DOCKET_DATA_DIR", raising=False)
    monkeypatch.setattr(data_folder, "database_user", lambda _: os.getuid())
    monkeypatch.setattr(data_folder, "can_reach", lambda *_: False)
    outside = find_data_folder(embedded=True).path
    assert outside.parent == data_folder.OUTSIDE
    assert capsys.readouterr().err.count("\n") == 1
    assert find_data_folder(embedded=False).path == ROOT / ".docket", "no embedded database"


def test_a_chosen_folder_that_the_databases_user_cannot_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKET_DATA_DIR", "/root/docket")
    monkeypatch.setattr(data_folder, "database_user", lambda _: os.getuid())
    monkeypatch.setattr(data_folder, "can_reach", lambda *_: False)
    with pytest.raises(SetupError, match=r"DOCKET_DATA_DIR=/root/docket cannot be reached by the user \w+, who"):
        find_data_folder(embedded=True)


def test_an_unexpected_error_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError), terminal.one_line_failures():
        raise ZeroDivisionError
