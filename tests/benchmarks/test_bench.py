"""The benchmark runs from end to end, at a size that tells nothing: no figure is asserted."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.report import BEGIN, END
from benchmarks.rows import rows
from benchmarks.run import BULK, IMPORT, INGEST, MAIL
from benchmarks.stock import LEAST
from reviews.models import Review
from tests.factories import a_review
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


@pytest.mark.drill
def test_every_row_is_measured_and_the_words_around_stay(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    page.write_text(f"# Figures\n\n{BEGIN}\nolder figures\n{END}\n\nWhat bounds them.\n")
    done = bench(page)
    assert done.returncode == 0, done.stderr
    text = page.read_text()
    for row in (*rows(), MAIL, BULK, INGEST, IMPORT):
        assert text.count(f"| {row.title} |") == 2, row.key
    assert "10,000 words over 10,000 characters" in text
    assert f"{LEAST} accounts in" in text
    assert "At 300: 30 random terms: 0 failed, 0 took over 2 s" in text
    assert "At 300: 300 reviews are received in" in text
    assert text.count("One caller at 300: ") == sum(row.goal_p95_ms is not None for row in rows()) > 0
    assert "older figures" not in text
    assert text.startswith("# Figures\n")
    assert text.endswith("What bounds them.\n")
    assert str(ROOT) not in text


def test_a_single_row_is_measured(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    page.write_text(f"{BEGIN}\nolder figures\n{END}\n")
    assert bench(page, "--rows", "counts-304").returncode == 0
    assert page.read_text().count("counts, 304") == 2
    assert "claim" not in page.read_text()
    assert "Loaded beside" not in page.read_text()
    assert "older figures" in page.read_text()


@pytest.mark.drill
def test_an_unknown_row_and_a_database_with_data_are_refused(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    assert "No row has this name" in bench(page, "--rows", "nothing").stderr
    a_review()
    refused = bench(page)
    assert refused.returncode != 0
    assert "wants an empty one" in refused.stderr
    assert Review.objects.count() == 1
