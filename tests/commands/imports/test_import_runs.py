"""Long imports: killed, interrupted, continued, and the real reviews."""

import csv
import gzip
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import transaction

from reviews.models import Review
from tests.commands.imports.importing import (
    NHS,
    NHS_OPTIONS,
    Write,
    a_table,
    needs_nhs_file,
    run_import,
    texts,
)
from tests.consistency import inconsistencies
from tests.factories import a_company, a_review
from tests.interleaving import HANGS, alone, is_somebody_blocked
from tests.live import ROOT, child_environment, wait_until
from workflows.models import Process, Task, TaskEvent

pytestmark = pytest.mark.slow


ROWS, BLOCKED, COMMITTED = 5_000, 3_500, 3_000  # an import commits each thousand rows


@contextmanager
def an_import_in_the_middle(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """While the block runs, the import waits for another transaction, which has written the row BLOCKED first."""
    command = [sys.executable, "platform/manage.py", "docket_import", "reviews", str(path)]
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        a_review(a_company("Another"), source="wf", external_id=f"row-{BLOCKED}")
        child = subprocess.Popen(
            command, cwd=ROOT, env=child_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        wait_until(lambda: is_somebody_blocked() or child.poll() is not None, HANGS)
        assert child.poll() is None
        assert pool.submit(alone, Review.objects.count).result() == COMMITTED
        yield child
        transaction.set_rollback(True)


def test_a_killed_import_can_be_continued(write: Write) -> None:
    path = write(a_table(ROWS))
    with an_import_in_the_middle(path) as child:
        child.kill()
        child.communicate()
    assert Review.objects.count() == Process.objects.count() == COMMITTED
    assert list(inconsistencies()) == []
    done = run_import(path)
    assert f"{COMMITTED:,}  already here" in done.output
    assert texts() == [f"They came at {number}." for number in range(1, ROWS + 1)]
    assert Process.objects.count() == TaskEvent.objects.count() == Task.objects.filter(queue="pending").count() == ROWS


def test_an_interrupted_import_says_how_to_continue(write: Write) -> None:
    with an_import_in_the_middle(write(a_table(ROWS))) as child:
        child.send_signal(signal.SIGINT)
    output, error = child.communicate(timeout=HANGS)
    assert child.returncode == 130, error
    assert "Interrupted. Imported rows stay" in error
    assert "Traceback" not in error
    assert f"{COMMITTED + 1_000:,}  imported" in output, "it finishes the thousand rows under way, and no more"
    assert Review.objects.count() == COMMITTED + 1_000


@needs_nhs_file
@pytest.mark.drill
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
