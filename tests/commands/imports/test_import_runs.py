"""Long imports: killed, interrupted, continued, and the real reviews."""

import csv
import gzip
import os
import signal
import subprocess
import sys

import pytest

from reviews.models import Review
from tests.agreement import disagreements
from tests.commands.imports.importing import (
    NHS,
    NHS_OPTIONS,
    Write,
    a_table,
    needs_nhs_file,
    run_import,
    texts,
)
from tests.live import ROOT, child_environment, wait_until
from workflows.models import Process, Task, TaskEvent

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]


def test_a_killed_import_can_be_continued(write: Write) -> None:
    path = write(a_table(6_000))
    command = [sys.executable, "platform/manage.py", "docket_import", "reviews", str(path)]
    child = subprocess.Popen(
        command, cwd=ROOT, env=child_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    wait_until(lambda: Review.objects.count() >= 1_000, 300)
    child.send_signal(signal.SIGKILL)
    child.wait()
    between = Review.objects.count()
    assert between % 1_000 == 0
    assert between < 6_000
    assert Process.objects.count() == between
    assert list(disagreements()) == []
    done = run_import(path)
    assert f"{between:,}  already here" in done.output
    assert texts() == [f"They came at {number}." for number in range(1, 6_001)]
    assert Process.objects.count() == TaskEvent.objects.count() == Task.objects.filter(queue="pending").count() == 6_000


def test_an_interrupted_import_says_how_to_continue(write: Write) -> None:
    path = write(a_table(20_000))
    command = [sys.executable, "platform/manage.py", "docket_import", "reviews", str(path)]
    child = subprocess.Popen(
        command, cwd=ROOT, env=child_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until(lambda: Review.objects.count() >= 1_000, 300)
    child.send_signal(signal.SIGINT)
    output, error = child.communicate(timeout=300)
    assert child.returncode == 130, error
    assert "Interrupted. Imported rows stay" in error
    assert "Traceback" not in error
    assert f"{Review.objects.count():,}  imported" in output


@needs_nhs_file
@pytest.mark.skipif(
    "DOCKET_FULL_IMPORT" not in os.environ, reason="DOCKET_FULL_IMPORT=1 imports all 99,392 real reviews"
)
def test_all_real_reviews_are_imported() -> None:
    rejects = ("--rejects", os.devnull)
    done = run_import(NHS, *NHS_OPTIONS, *rejects)
    assert done.status == 0
    for line in (
        "99,392 rows",
        "99,385  imported",
        "7  rejected",
        "1,364  of them with the same content as an existing review",
    ):
        assert line in done.output, done.output
    assert "99,385  already here" in run_import(NHS, *NHS_OPTIONS, *rejects).output
    assert Review.objects.count() == Process.objects.count() == TaskEvent.objects.count() == 99_385
    assert Process.objects.filter(data__screening__copies__gt=0).count() == 1_364


@needs_nhs_file
def test_the_first_real_reviews_are_imported_unchanged(write: Write) -> None:
    with gzip.open(NHS, "rb") as file:
        path = write(gzip.compress(b"".join(next(file) for _ in range(2_001))), "nhs.csv.gz")
    assert run_import(path, *NHS_OPTIONS).status == 0
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        rows = {row["review_id"]: row for row in csv.DictReader(file)}
    stored = Review.objects.select_related("company").order_by("pk")
    words = {review.external_id: (review.text, review.constructive) for review in stored}
    blank = {key for key, row in rows.items() if not row["text"].strip() and not row["constructive"].strip()}
    assert words == {key: (row["text"], row["constructive"]) for key, row in rows.items() if key not in blank}
    for review in stored:
        row = rows[review.external_id]
        assert review.company.name == (" ".join(row["team"].split()) or "Unattributed")
        assert review.posted_at
        assert review.posted_at.date().isoformat() == row["date"]
        assert review.received_at.year >= 2020
    contents = [(review.company_id, review.posted_at, review.text, review.constructive) for review in stored]
    flagged = Process.objects.filter(data__screening__copies__gt=0).count()
    assert flagged == len(contents) - len(set(contents))
    assert f"{len(stored):,}  already here" in run_import(path, *NHS_OPTIONS).output
