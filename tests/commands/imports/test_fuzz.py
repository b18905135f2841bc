"""Random files and request bodies: always a message, never a crash, never part of a row, never much memory."""

import gzip
import json
import random
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviews.ingest import MAX_WORDS
from reviews.models import Review, Revision
from tests import effort
from tests.api.source import Source
from tests.commands.imports.importing import COLUMNS, a_line, a_table, run_import
from tests.consistency import inconsistencies
from tests.live import ROOT, child_environment
from tests.sent_reviews import a_sent_review
from workflows.models import HistoryHead, Process, Task, TaskEvent

pytestmark = [pytest.mark.slow, pytest.mark.rule(16)]

FUZZED = settings(
    deadline=None,
    database=None,
    derandomize=True,
    max_examples=effort.RANDOM_INPUTS.size,
    suppress_health_check=list(HealthCheck),
)
TEXT = st.text(alphabet=st.characters(codec=None), max_size=40)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXT
ANYTHING = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3))
NAMES = [*a_sent_review(), "title", "constructive", "posted_at", "anonymous", "job_title", "author_mobile"]
TIMES = st.sampled_from(
    ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2020-02-30T00:00:00Z", "Z", ""]
)
ODD_FIELDS = st.dictionaries(st.sampled_from(NAMES), ANYTHING | TIMES, max_size=4)
ODD_REVIEWS = ODD_FIELDS.map(lambda odd: {**a_sent_review(), **odd}) | ANYTHING

CELLS = st.text(alphabet=st.sampled_from("a1\"';,|\t\r\n\\\x00\ufeff=é🦷★/.- "), max_size=30)
TABLES = st.lists(st.lists(CELLS, max_size=8).map(",".join), max_size=12).map("\n".join)


def check_consistency() -> None:
    reviews = Review.objects.count()
    assert Process.objects.count() == HistoryHead.objects.count() == reviews
    assert Revision.objects.filter(number=1).count() == reviews
    assert Task.objects.count() == 3 * reviews
    assert TaskEvent.objects.filter(action="start").count() == reviews
    assert list(inconsistencies()) == []


@FUZZED
@given(st.lists(ODD_REVIEWS, min_size=1, max_size=6))
def test_each_odd_review_gets_a_result(reviews: list[Any]) -> None:
    source = Source()
    try:
        body = json.dumps({"reviews": reviews}).encode()
    except (ValueError, RecursionError):
        return
    answer = source.send_body(body)
    if b"NaN" in body or b"Infinity" in body:
        assert answer.status_code in (200, 422)  # a text may contain a word that the check looks for
        return
    assert answer.status_code == 200, answer.content
    results = answer.json()["results"]
    assert [result["index"] for result in results] == list(range(len(reviews)))
    for result in results:
        assert bool(result["errors"]) == (result["status"] == "rejected")
        assert (result["id"] is None) == (result["status"] == "rejected")


@FUZZED
@given(st.binary(max_size=300))
def test_random_bodies_are_refused(body: bytes) -> None:
    assert Source().send_body(body).status_code == 422


def test_the_database_is_consistent_after_all_requests() -> None:
    chance, source = random.Random(4), Source()
    for _ in range(40):
        body = bytearray(json.dumps({"reviews": [a_sent_review() for _ in range(5)]}).encode())
        for _ in range(chance.randint(0, 3)):
            body[chance.randrange(len(body))] = chance.randrange(256)
        assert source.send_body(bytes(body)).status_code in (200, 422)
    check_consistency()


def test_deep_and_huge_json_is_rejected(tmp_path: Path) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    for odd in (deep, '{"a":' * 5_000 + "1" + "}" * 5_000, "9" * 5_000):
        body = f'{{"reviews": [{{"text": {odd}}}]}}'.encode()
        assert Source().send_body(body).status_code in (200, 422)
        path = tmp_path / "deep.ndjson"
        path.write_text(json.dumps(a_sent_review()) + f'\n{{"text": {odd}}}\n' + json.dumps(a_sent_review()))
        assert run_import(path).status == 0
    check_consistency()


@FUZZED
@given(st.binary(max_size=400))
def test_random_files_never_crash_an_import(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "random"
    for packed in (content, gzip.compress(content), b"\x1f\x8b" + content):
        path.write_bytes(packed)
        done = run_import(path, "--set", "source=wf", "--set", "company=A", "--make-ids", "--set", "text=x")
        assert done.status in (0, 1, 2)
        assert done.status == 0 or done.error


@FUZZED
@given(TABLES, st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_random_tables_get_a_result_for_each_row(tmp_path: Path, table: str, encoding: str) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes((COLUMNS + a_line(1) + table + "\n" + a_line(2)).encode(encoding, "replace"))
    done = run_import(path)
    assert done.status == 0, done
    assert Review.objects.filter(external_id="row-1").exists()


def test_faulty_rows_do_not_affect_other_rows(tmp_path: Path) -> None:
    chance = random.Random(9)
    lines = [a_line(number) for number in range(1, 301)]
    spoilt = sorted(chance.sample(range(300), 40))
    for place in spoilt:
        number = place + 1
        lines[place] = chance.choice(
            [
                a_line(number, text='"open'),
                a_line(number, text="a\x00b"),
                a_line(number, rating="99999999999999999999"),
                a_line(number, text="x" * (MAX_WORDS + 1)),
                a_line(number, text="x" * 300_000),
                a_line(number, text="a,b"),
                "\x00\x01\x02\n",
            ]
        )
    path = tmp_path / "spoilt.csv"
    path.write_text(COLUMNS + "".join(lines))
    assert run_import(path).status == 0
    stored = set(Review.objects.values_list("external_id", flat=True))
    assert stored == {f"row-{place + 1}" for place in range(300) if place not in spoilt}
    check_consistency()


# ---------------------------------------------------------------- memory

_MEASURED = """
import re, sys
from pathlib import Path
import django
django.setup()
from django.core.management import call_command
status = 0
try:
    call_command("docket_import", "reviews", *sys.argv[1:])
except SystemExit as error:
    status = error.code
except Exception as error:
    print(error)
    status = 1
print("KILOBYTES", re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
sys.exit(status)
"""
MORE_KILOBYTES = 40_000


def run_traced(path: Path, *options: str) -> tuple[int, str, int]:
    """(exit code, output, most kB of Python's objects at once) of an import in this process."""
    tracemalloc.start()
    try:
        done = run_import(path, *options)
        return done.status, done.output + done.error, tracemalloc.get_traced_memory()[1] // 1024
    finally:
        tracemalloc.stop()


def run_measured(path: Path, *options: str) -> tuple[int, str, int]:
    """(exit code, output, peak memory in kB) of an import in its own process."""
    child = subprocess.run(
        [sys.executable, "-c", _MEASURED, str(path), *options],
        cwd=ROOT,
        env=child_environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    printed, _, kilobytes = child.stdout.rpartition("KILOBYTES")
    assert "Traceback" not in child.stderr, child.stderr
    return child.returncode, printed + child.stderr, int(kilobytes)


MEASURED = run_measured if effort.DRILLS else run_traced


@pytest.fixture
def usual(tmp_path: Path) -> int:
    """The memory of an import of a hundred rows."""
    path = tmp_path / "usual.csv"
    path.write_text(a_table(100))
    return MEASURED(path)[2]


def make_a_line_of_a_gigabyte(path: Path) -> None:
    """A sparse file of NUL bytes, which needs no space on the disk."""
    with path.open("wb") as file:
        file.write(a_table(200).encode())
        file.truncate(1024**3)


def make_a_decompression_bomb(path: Path) -> None:
    """Hundreds of megabytes compressed to a few hundred kilobytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    with path.open("wb") as file:
        file.write(packer.compress(a_table(200).encode()))
        for _ in range(20):
            file.write(packer.compress((b"x" * 1_023 + b"\n") * 16 * 1024))
        file.write(packer.flush())


def make_long_rows(path: Path) -> None:
    with path.open("w") as file:
        file.write(a_table(200))
        for number in range(300):
            file.write(a_line(number, text="x" * 300_000))


def make_nested_values(path: Path) -> None:
    with path.open("w") as file:
        for number in range(1, 201):
            row = {"source": "wf", "external_id": f"row-{number}", "company": "Mill", "text": "Fine.", "rating": 4}
            file.write(json.dumps(row) + "\n")
        for _ in range(20):
            file.write(json.dumps({"nested": [[]] * 75_000}) + "\n")


def make_an_unclosed_quote(path: Path) -> None:
    with path.open("w") as file:
        file.write(a_table(200) + a_line(0, text='"'))
        for _ in range(2_000):
            file.write("x" * 9_999 + "\n")


@pytest.mark.parametrize(
    ("make", "status", "message"),
    [
        (make_a_line_of_a_gigabyte, 2, "is longer than"),
        (make_a_decompression_bomb, 2, "unpacks to more than 200 times its size"),
        (make_long_rows, 0, "300  rejected"),
        (make_nested_values, 0, "20  rejected"),
        (make_an_unclosed_quote, 0, "2,001  rejected"),
    ],
)
def test_hostile_files_need_little_memory(tmp_path: Path, usual: int, make: Any, status: int, message: str) -> None:
    path = tmp_path / "odd"
    make(path)
    code, output, kilobytes = MEASURED(path, "--rejects", str(tmp_path / "rejects.csv"))
    assert code == status, output
    assert message in output
    assert kilobytes < usual + MORE_KILOBYTES
    assert Review.objects.count() == 200
    check_consistency()


def test_memory_does_not_grow_with_the_number_of_rows(tmp_path: Path) -> None:
    rows, path = effort.IMPORTED_ROWS.size, tmp_path / "many.csv"
    peaks = []
    for number in (100, rows // 4, rows):  # what is made once, a part, and all
        path.write_text(a_table(number))
        code, output, kilobytes = run_traced(path, "--dry-run")
        assert code == 0
        assert f"{number:,}  would be imported" in output
        peaks.append(kilobytes)
    assert peaks[2] < 1.3 * peaks[1]
