"""Measures `docket import reviews`, and bare statements that store as many reviews without screening.

A call here is one review.
"""

import csv
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from django.db import connection

from benchmarks.crowd import Measured
from benchmarks.desk import forget_connections
from benchmarks.processor import Tree
from benchmarks.report import Pair
from commands.demo.copies import Copier
from commands.demo.making import chunks, drive_keys
from commands.demo.review_story import Key
from commands.demo.reviews import Reviews
from commands.demo.words import WORDS, company_name, write_review
from deploy.local.layout import PLATFORM, ROOT

FIELDS = ("source", "external_id", "company", "rating", "title", "text", "constructive", "author_name", "posted_at")
POSTED_AT = "2026-01-31T12:00:00Z"
COMPANIES, FLAGGED = 500, 0.035
PEOPLE = ("Rowan Thackery", "Imogen Pell", "Dai Prosser", "Nadia Rahimi", "Tobias Wren", "Orla Keane")
WRITERS = 2  # connections that store reviews in parallel
STORED_SEEDS = 499_979  # a prime, so that each size gets different reviews


class ImportFailedError(Exception):
    """The import failed. The message is the command's last output."""


def measure_import(size: int, reviews: int, database: Tree) -> Pair:
    """Import this many new reviews into a desk of this size. Raises ImportFailedError."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "reviews.csv")
        _write(file, size, reviews)
        imported = _import(file, reviews, database)
    return Pair(imported, store_reviews(size, reviews, database))


def _write(file: Path, size: int, reviews: int) -> None:
    chance = Random(size)
    with file.open("w", newline="") as output:
        rows = csv.writer(output)
        rows.writerow(FIELDS)
        for number in range(reviews):
            rows.writerow(("google", f"import-{size}-{number}", *draw_review(chance), POSTED_AT))


def draw_review(chance: Random) -> tuple[object, ...]:
    """A review's values of FIELDS between `external_id` and `posted_at`."""
    piece = write_review(chance, rare=chance.choice(WORDS["flagged"]) if chance.random() < FLAGGED else "")
    company, author = company_name(chance.randrange(COMPANIES)), chance.choice(PEOPLE)
    return company, piece.rating, piece.title, piece.text, piece.constructive, author


def _import(file: Path, reviews: int, database: Tree) -> Measured:
    before, began = database.milliseconds(), time.monotonic()
    command = subprocess.Popen(
        [sys.executable, str(PLATFORM / "manage.py"), "docket_import", "reviews", str(file)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    words = command.stderr.read() if command.stderr else ""
    _, status, spent = os.wait4(command.pid, 0)
    command.returncode = os.waitstatus_to_exitcode(status)
    if command.returncode != 0:
        raise ImportFailedError(words[-1_000:])
    took = time.monotonic() - began
    own = (spent.ru_utime + spent.ru_stime) * 1_000
    return Measured(reviews, reviews / took, (own / reviews, (database.milliseconds() - before) / reviews))


def store_reviews(seed: int, reviews: int, database: Tree) -> Measured:
    """Store newly received reviews with the demo's statements, one for each table."""
    kind = Reviews(seed % STORED_SEEDS + STORED_SEEDS, open_share=1.0)
    parts = chunks(reviews)
    prototypes = drive_keys(kind, sorted(set[Key]().union(*map(kind.keys, parts))))

    def write(numbers: Sequence[range]) -> None:
        copier = Copier(kind, prototypes)  # loaded once per connection
        for part in numbers:
            copier.make(part)
        connection.close()

    before, began = database.milliseconds(), time.monotonic()
    with ThreadPoolExecutor(WRITERS) as writers:
        list(writers.map(write, [parts[place::WRITERS] for place in range(WRITERS)]))
    took = time.monotonic() - began
    kept = Measured(reviews, reviews / took, ((database.milliseconds() - before) / reviews,))
    forget_connections()
    return kept
