"""`./docket` from any folder."""

import os
import subprocess
import sys
from pathlib import Path

from commands.base import given_path
from deploy.local.layout import ROOT
from tests.cleaning import empty_tables


def docket(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHON": sys.executable}
    return subprocess.run([ROOT / "docket", *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False)


def test_an_unknown_command_is_named_as_typed() -> None:
    answer = docket("nonsense")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == "There is no command 'nonsense': ./docket help names them all.\n"


def test_the_list_says_what_each_command_does() -> None:
    lines = docket("help").stdout.splitlines()[1:]
    assert {line.split()[0] for line in lines} >= {"check", "import", "verify"}
    assert [line for line in lines if len(line.split()) < 2] == []


def test_the_usage_names_the_command_as_typed() -> None:
    assert docket("verify-history", "--help").stdout.startswith("usage: docket verify-history")


def test_a_relative_path_starts_from_the_callers_folder(database: None, tmp_path: Path) -> None:
    empty_tables()  # processes of other tests, which leave their rows, have keys of their own
    answer = docket("import", "reviews", "gone.csv", cwd=tmp_path)
    assert f"{tmp_path / 'gone.csv'}" in answer.stderr
    assert given_path("/elsewhere/reviews.csv") == Path("/elsewhere/reviews.csv")
