"""`docket import reviews`: tables become reviews; rejected rows are listed with line and reason."""

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from commands.imports import rows
from companies.models import Company
from reviews.models import Review, Revision
from tests.agreement import disagreements
from tests.commands.imports.importing import (
    COLUMNS,
    NHS,
    NHS_OPTIONS,
    a_line,
    a_table,
    needs_nhs_file,
    rejected,
    run_import,
)
from tests.live import ROOT, child_environment, wait_until
from workflows.models import Process, Task, TaskEvent

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str | bytes], Path]:
    def to_file(content: str | bytes, name: str = "reviews.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return to_file


Write = Callable[..., Path]


def texts() -> list[str]:
    return list(Review.objects.order_by("pk").values_list("text", flat=True))


def test_columns_named_like_our_fields_need_no_mapping(write: Write) -> None:
    done = run_import(write(a_table(12)))
    assert (done.status, done.error) == (0, "")
    assert "12 rows" in done.output
    assert "12  imported" in done.output
    review = Review.objects.get(external_id="row-7")
    assert (review.company.name, review.rating, review.text, review.verified) == (
        "Company 2",
        3,
        "They came at 7.",
        True,
    )
    assert review.raw == {"file": "reviews.csv", "line": 8}
    assert Task.objects.filter(queue="pending").count() == 12
    assert list(disagreements()) == []


def test_a_second_run_imports_nothing_new(write: Write) -> None:
    path = write(a_table(30))
    run_import(path)
    before = list(Review.objects.order_by("pk").values())
    again = run_import(path)
    assert "30  already here" in again.output
    assert list(Review.objects.order_by("pk").values()) == before
    assert TaskEvent.objects.count() == 30


def test_a_changed_row_is_a_revision(write: Write) -> None:
    run_import(write(a_table(3)))
    done = run_import(write(COLUMNS + a_line(2, text="They never came.")))
    assert "1  with a changed text" in done.output
    assert Revision.objects.filter(review__external_id="row-2").count() == 2


UNKNOWN = (
    "Review Ref;Practice;Stars;Datum;Comment;What could be better;Checked?\r\n"
    'A1; Mill Lane ;★★★★☆;31/12/2023 14:05;"Kind;\r\nquick, ""good""";;Yes\r\n'
    "A2;Mill Lane;4/5;1.2.2024;Fine.;More chairs;no\r\n"
    "A3;;8 / 10;2024-03-01;Well.;;n/a\r\n"
    "\r\n"
    "A4;Mill Lane;3,0;5 March 2024;So so.;;\r\n"
    "A5;Mill Lane;excellent;2024-03-01;Well.;;\r\n"
    "A6;Mill Lane;3.5;2024-03-01;Well.;;\r\n"
    "A7;Mill Lane;5;2024-02-31;Well.;;\r\n"
    "A8;Mill Lane;5;12/31/2024;Well.;;\r\n"
    "A9;Mill Lane;5;2024-03-01; ;;\r\n"
    "A10;Mill Lane;5;2024-03-01;Too;many;cells;here\r\n"
    "A11;Mill Lane;5\r\n"
    "A12;Mill Lane;;;No stars, no date.;;yes\r\n"
)
MAPPED = (
    *("--map", "external_id=Review Ref", "--map", "company=Practice", "--map", "rating=Stars"),
    *("--map", "posted_at=Datum", "--map", "text=Comment", "--map", "constructive=What could be better"),
    *("--map", "verified=Checked?", "--set", "source=google", "--default", "company=Unattributed"),
)


def test_a_table_with_other_column_names_is_imported_with_a_mapping(write: Write) -> None:
    path = write(b"\xef\xbb\xbf" + UNKNOWN.encode())
    done = run_import(path, *MAPPED)
    assert done.status == 0
    stored = {review.external_id: review for review in Review.objects.select_related("company")}
    assert {key: (review.rating, review.company.name, review.verified) for key, review in stored.items()} == {
        "A1": (4, "Mill Lane", True),
        "A2": (4, "Mill Lane", False),
        "A3": (4, "Unattributed", False),
        "A4": (3, "Mill Lane", False),
        "A12": (None, "Mill Lane", True),
    }
    assert stored["A1"].text == 'Kind;\r\nquick, "good"'
    assert [stored[key].posted_at for key in ("A1", "A2", "A4", "A12")] == [
        datetime(2023, 12, 31, 14, 5, tzinfo=UTC),
        datetime(2024, 2, 1, tzinfo=UTC),
        datetime(2024, 3, 5, tzinfo=UTC),
        None,
    ]
    assert stored["A2"].constructive == "More chairs"
    assert rejected(path) == [
        (8, "rating: 'excellent' is not a number of stars"),
        (9, "rating: '3.5' is not a whole number of stars"),
        (10, "posted_at: '2024-02-31' is not a date"),
        (
            11,
            "posted_at: '12/31/2024' is not a date: dates are read as ISO 8601 or day/month/year; set --date-format",
        ),
        (12, "text: text and constructive are both blank"),
        (13, "has 8 cells, the first line 7"),
        (14, "has 3 cells, the first line 7"),
    ]
    assert "day/month/year" in done.output
    assert "7  rejected" in done.output


def test_a_dry_run_predicts_the_result_and_writes_nothing(write: Write) -> None:
    run_import(write(a_table(3)))
    path = write(a_table(5) + a_line(6, rating="six") + a_line(2, text="Other."))
    done = run_import(path, "--dry-run")
    assert done.status == 0
    for line in (
        "text           from column 'text'",
        "2  would be imported",
        "3  already here",
        "1  with a changed text",
    ):
        assert line in done.output, done.output
    assert "line 2: company='Company 1'" in done.output
    assert rejected(path) == [(7, "rating: 'six' is not a number of stars")]
    assert (Review.objects.count(), Company.objects.count(), TaskEvent.objects.count()) == (3, 3, 3)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_delimiter_line_ends_and_gzip_are_detected(
    write: Write, delimiter: str, end: str, pack: Callable[[bytes], bytes]
) -> None:
    table = a_table(3).replace(",", delimiter).replace("\n", end)
    assert run_import(write(pack(table.encode()), "no-ending")).status == 0
    assert texts() == ["They came at 1.", "They came at 2.", "They came at 3."]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_the_encoding_is_detected(write: Write, encoding: str) -> None:
    done = run_import(write((COLUMNS + a_line(1, text="Café – très bon")).encode(encoding)))
    assert texts() == ["Café – très bon"]
    assert ("Windows-1252" in done.output) == (encoding == "cp1252")


def test_a_given_encoding_is_used(write: Write) -> None:
    path = write((COLUMNS + a_line(1, text="Добро")).encode("koi8-r"))
    assert run_import(path, "--encoding", "koi8-r").status == 0
    assert texts() == ["Добро"]
    assert "Unknown encoding 'klingon'" in run_import(path, "--encoding", "klingon").error


def test_an_import_stops_where_the_given_encoding_fails(write: Write) -> None:
    assert run_import(write(b"\xff\xfe" + a_table(2).encode()), "--encoding", "utf-8").status == 1
    done = run_import(write(a_table(2_000).encode() + b"\xff\xfe"), "--encoding", "utf-8")
    assert done.status == 2
    assert texts()[:2] == ["They came at 1.", "They came at 2."]
    assert "the file is not utf-8" in done.error


def test_ndjson_is_read_line_by_line(write: Write) -> None:
    rows: list[Any] = [
        {"source": "wf", "external_id": "1", "company": "A", "text": "Good.\nYes.", "rating": 4, "verified": True},
        {"source": "wf", "external_id": 2, "company": "A", "text": "Good.", "rating": 4.0, "author": {"name": "Ada"}},
        {"source": "wf", "external_id": "3", "company": "A", "text": None, "constructive": "x", "rating": "5/5"},
        {"source": "wf", "external_id": "4", "company": "A", "text": ["x"]},
        ["wf"],
        {"source": "wf", "external_id": "6", "company": "A", "text": "Good.", "rating": True},
    ]
    content = "\n".join(json.dumps(row) for row in rows) + '\n{"half": \n\n{"source": "wf", "text": "\\ud800"}'
    path = write(content)
    done = run_import(path, "--map", "author_name=author.name")
    assert done.status == 0
    stored = Review.objects.order_by("pk")
    assert [(review.external_id, review.rating, review.author_name) for review in stored] == [
        ("1", 4, ""),
        ("2", 4, "Ada"),
        ("3", 5, ""),
    ]
    assert [line for line, _ in rejected(path)] == [4, 5, 6, 7, 9]


def test_a_company_may_be_named_by_id_or_hsone_id(write: Write) -> None:
    company = Company.objects.create(name="Known", hsone_id="HS-1")
    path = write(
        "source,external_id,company id,hsone_id,company,text\n"
        f"wf,1,{company.pk},,,A\nwf,2,,HS-1,,B\nwf,3,,,HS-1,C\nwf,4,,,New,D\nwf,5,999,,,E\nwf,6,,,,F\nwf,7,x,,,G\n"
    )
    run_import(path)
    assert list(Review.objects.order_by("pk").values_list("company__name", flat=True)) == ["Known"] * 3 + ["New"]
    assert [line for line, _ in rejected(path)] == [6, 7, 8]


def test_a_file_without_ids_can_be_imported_again(write: Write) -> None:
    path = write("company,text\nA,Good.\nA,Bad.\nA,Good.\nB,Good.\n")
    assert "No column gives source, external_id" in run_import(path).error
    options = ("--set", "source=google", "--make-ids")
    assert "3  imported" in run_import(path, *options).output
    assert "4  already here" in run_import(path, *options).output


UNUSABLE: dict[str, tuple[bytes, tuple[str, ...], str]] = {
    "empty": (b"", (), "is empty"),
    "blank": (b"\n \n\n", (), "only blank lines"),
    "zip": (b"PK\x03\x04rest", (), "a ZIP archive"),
    "array": (b'[{"source": "wf"}]', (), "one object per line"),
    "twins": (b"text,text\nx,y\n", (), "names a column twice: text"),
    "no columns of ours": (b"a,b\n1,2\n", (), "No column gives source, external_id, company, text"),
    "no such column": (b"a,b\n1,2\n", ("--map", "text=c"), "no column 'c'; it has: 'a', 'b'"),
    "no such field": (b"a,b\n1,2\n", ("--map", "stars=a"), "no field stars"),
    "no pair": (b"a,b\n1,2\n", ("--map", "text"), "not of the form FIELD="),
    "wrong constant": (COLUMNS.encode(), ("--set", "rating=six"), "--set rating: 'six' is not a number of stars"),
    "no delimiter": (COLUMNS.encode(), ("--delimiter", "ab"), "cannot separate cells"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_an_unusable_file_is_refused_with_one_line(write: Write, name: str) -> None:
    content, options, message = UNUSABLE[name]
    done = run_import(write(content), *options)
    assert (done.status, message in done.error) == (1, True), done
    assert "\n" not in done.error.strip()


def test_a_path_without_a_file_is_refused(tmp_path: Path) -> None:
    assert "There is no file" in run_import(tmp_path / "none.csv").error
    assert "is not a file" in run_import(tmp_path).error


def test_complete_rows_before_a_gzip_fault_are_imported(write: Write) -> None:
    whole = gzip.compress(a_table(5_000).encode())
    for cut in (whole[: len(whole) // 2], whole[:-8], whole[: len(whole) // 2] + b"\x00" * 500):
        done = run_import(write(cut))
        assert done.status == 2
        assert "is broken after" in done.error
        assert "run the same command again" in done.error
    stored = texts()
    assert len(stored) > 1_000
    assert stored == [f"They came at {number}." for number in range(1, len(stored) + 1)]
    assert run_import(write(whole)).status == 0
    assert Review.objects.count() == 5_000


def test_an_unclosed_quote_rejects_only_its_own_line(write: Write) -> None:
    path = write(a_table(3) + a_line(4, text='"never closed') + "".join(a_line(number) for number in range(5, 3_000)))
    assert run_import(path).status == 0
    assert Review.objects.count() == 2_998
    assert [line for line, _ in rejected(path)] == [5]


def test_many_unclosed_quotes_lose_no_line(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(
        COLUMNS
        + "".join(
            a_line(0, external_id=f"{number}-0", text='"never closed')
            + a_line(1, external_id=f"{number}-1")
            + a_line(2, external_id=f"{number}-2")
            + a_line(3, external_id=f"{number}-3", text='"closed"')
            for number in range(150)
        )
    )
    assert run_import(path).status == 0
    assert (Review.objects.count(), len(rejected(path))) == (450, 150)

    monkeypatch.setattr(rows, "MAX_READ_AGAIN", 2_000)
    done = run_import(path)
    assert f"{600} rows" in done.output, "each line gets a result even if it is not read again"
    assert any("is inside the quote that is opened at line" in reason for _, reason in rejected(path))


def test_too_long_lines_and_nul_characters_reject_only_their_rows(write: Write) -> None:
    long, nul, over = a_line(2, text="x" * 1_100_000), a_line(3, text="a\x00b"), a_line(4, text="y" * 20_001)
    path = write(COLUMNS + a_line(1) + long + nul + over + a_line(5))
    assert run_import(path).status == 0
    assert texts() == ["They came at 1.", "They came at 5."]
    assert rejected(path) == [
        (3, "is longer than 1,000,000 characters"),
        (4, "text: contains a NUL character, which cannot be stored"),
        (5, "text: String should have at most 20000 characters"),
    ]


def test_rejected_cells_are_not_formulas_in_a_spreadsheet(write: Write) -> None:
    path = write(COLUMNS + a_line(1, rating="=1+1", text="@SUM(A1)", external_id="-1"))
    run_import(path)
    with path.with_name("reviews.csv.rejected.csv").open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["rating"], row["text"], row["external_id"]) == ("'=1+1", "'@SUM(A1)", "'-1")


def test_rejected_rows_are_written_to_the_given_file(write: Write, tmp_path: Path) -> None:
    path, other = write(COLUMNS + a_line(1, rating=9)), tmp_path / "elsewhere.csv"
    run_import(path, "--rejects", str(other))
    assert other.exists()
    assert not path.with_name("reviews.csv.rejected.csv").exists()
    done = run_import(path, "--rejects", str(tmp_path / "none" / "x.csv"))
    assert (done.status, "cannot be written" in done.error) == (1, True)


def test_equal_faults_are_counted_together(write: Write) -> None:
    path = write(COLUMNS + "".join(a_line(number, rating=f"no{number}") for number in range(2_500)))
    output = run_import(path).output
    assert "2,500  rating: … is not a number of stars" in output
    assert len(rejected(path)) == 2_500


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
