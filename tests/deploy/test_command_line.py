"""`./docket`: what people type, from wherever they stand."""

import os
import subprocess
import sys
from pathlib import Path

from commands.base import given_path
from deploy.local.layout import ROOT


def docket(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHON": sys.executable}
    return subprocess.run([ROOT / "docket", *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False)


def test_a_command_that_there_is_not_is_named_as_it_was_typed() -> None:
    answer = docket("nonsense")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == "There is no command 'nonsense': ./docket help names them all.\n"


def test_its_usage_names_what_people_type() -> None:
    assert docket("verify-history", "--help").stdout.startswith("usage: docket verify-history")


def test_a_file_is_looked_for_where_the_caller_stands(tmp_path: Path) -> None:
    answer = docket("import", "reviews", "gone.csv", cwd=tmp_path)
    assert f"{tmp_path / 'gone.csv'}" in answer.stderr
    assert given_path("/elsewhere/reviews.csv") == Path("/elsewhere/reviews.csv")
