"""The benchmark runs from end to end, at a size that tells nothing: no figure is asserted."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.report import BEGIN, END
from tests.live import ROOT, child_environment

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]

ARGUMENTS = ("--sizes", "300", "--seconds", "0.01")


def bench(page: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *ARGUMENTS, "--output", str(page), *arguments],
        cwd=ROOT,
        env=child_environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_single_row_is_measured(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    page.write_text(f"{BEGIN}\nolder figures\n{END}\n")
    assert bench(page, "--rows", "counts-304").returncode == 0
    assert page.read_text().count("counts, 304") == 2
    assert "claim" not in page.read_text()
    assert "Loaded beside" not in page.read_text()
    assert "older figures" in page.read_text()
