"""`docket import reviews`: any table becomes reviews, and what cannot is told with its line and why."""

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


def test_a_table_with_our_names_needs_no_mapping(write: Write) -> None:
    done = run_import(write(a_table(12)))
    assert (done.status, done.complaint) == (0, "")
    assert "12 rows" in done.said
    assert "12  taken in" in done.said
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


def test_a_second_run_takes_in_none(write: Write) -> None:
    path = write(a_table(30))
    run_import(path)
    before = list(Review.objects.order_by("pk").values())
    again = run_import(path)
    assert "30  here already" in again.said
    assert list(Review.objects.order_by("pk").values()) == before
    assert TaskEvent.objects.count() == 30


def test_a_changed_row_is_a_revision(write: Write) -> None:
    run_import(write(a_table(3)))
    done = run_import(write(COLUMNS + a_line(2, text="They never came.")))
    assert "1  with other words than before" in done.said
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


def test_an_unknown_table_is_imported_by_mapping_alone(write: Write) -> None:
    path = write(b"\xef\xbb\xbf" + UNKNOWN.encode())
    done = run_import(path, *MAPPED)
    assert done.status == 0
    kept = {review.external_id: review for review in Review.objects.select_related("company")}
    assert {key: (one.rating, one.company.name, one.verified) for key, one in kept.items()} == {
        "A1": (4, "Mill Lane", True),
        "A2": (4, "Mill Lane", False),
        "A3": (4, "Unattributed", False),
        "A4": (3, "Mill Lane", False),
        "A12": (None, "Mill Lane", True),
    }
    assert kept["A1"].text == 'Kind;\r\nquick, "good"'
    assert [kept[key].posted_at for key in ("A1", "A2", "A4", "A12")] == [
        datetime(2023, 12, 31, 14, 5, tzinfo=UTC),
        datetime(2024, 2, 1, tzinfo=UTC),
        datetime(2024, 3, 5, tzinfo=UTC),
        None,
    ]
    assert kept["A2"].constructive == "More chairs"
    assert rejected(path) == [
        (8, "rating: 'excellent' is no number of stars"),
        (9, "rating: '3.5' is no whole number of stars"),
        (10, "posted_at: '2024-02-31' is no date"),
        (
            11,
            "posted_at: '12/31/2024' is no date: dates are read as ISO 8601 or day/month/year; --date-format says more",
        ),
        (12, "text: text and constructive are both blank"),
        (13, "has 8 cells, the first line 7"),
        (14, "has 3 cells, the first line 7"),
    ]
    assert "day/month/year" in done.said
    assert "7  rejected" in done.said


def test_a_dry_run_tells_and_writes_nothing(write: Write) -> None:
    run_import(write(a_table(3)))
    path = write(a_table(5) + a_line(6, rating="six") + a_line(2, text="Other."))
    done = run_import(path, "--dry-run")
    assert done.status == 0
    for said in ("text           from column 'text'", "2  would be taken in", "3  here already", "1  with other words"):
        assert said in done.said, done.said
    assert "line 2: company='Company 1'" in done.said
    assert rejected(path) == [(7, "rating: 'six' is no number of stars")]
    assert (Review.objects.count(), Company.objects.count(), TaskEvent.objects.count()) == (3, 3, 3)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_the_file_shows_how_it_is_written(
    write: Write, delimiter: str, end: str, pack: Callable[[bytes], bytes]
) -> None:
    table = a_table(3).replace(",", delimiter).replace("\n", end)
    assert run_import(write(pack(table.encode()), "no-ending")).status == 0
    assert texts() == ["They came at 1.", "They came at 2.", "They came at 3."]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_the_file_shows_its_encoding(write: Write, encoding: str) -> None:
    done = run_import(write((COLUMNS + a_line(1, text="Café – très bon")).encode(encoding)))
    assert texts() == ["Café – très bon"]
    assert ("Windows-1252" in done.said) == (encoding == "cp1252")


def test_an_encoding_that_is_said_is_used(write: Write) -> None:
    path = write((COLUMNS + a_line(1, text="Добро")).encode("koi8-r"))
    assert run_import(path, "--encoding", "koi8-r").status == 0
    assert texts() == ["Добро"]
    assert "no encoding 'klingon'" in run_import(path, "--encoding", "klingon").complaint


def test_a_file_that_is_not_in_the_encoding_that_is_said_is_cut_off_there(write: Write) -> None:
    assert run_import(write(b"\xff\xfe" + a_table(2).encode()), "--encoding", "utf-8").status == 1
    done = run_import(write(a_table(2_000).encode() + b"\xff\xfe"), "--encoding", "utf-8")
    assert done.status == 2
    assert texts()[:2] == ["They came at 1.", "They came at 2."]
    assert "the file is not utf-8" in done.complaint


def test_one_json_object_to_a_line(write: Write) -> None:
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
    kept = Review.objects.order_by("pk")
    assert [(one.external_id, one.rating, one.author_name) for one in kept] == [
        ("1", 4, ""),
        ("2", 4, "Ada"),
        ("3", 5, ""),
    ]
    assert [line for line, _ in rejected(path)] == [4, 5, 6, 7, 9]


def test_a_company_may_be_named_by_id_or_hsone_id(write: Write) -> None:
    known = Company.objects.create(name="Known", hsone_id="HS-1")
    path = write(
        "source,external_id,company id,hsone_id,company,text\n"
        f"wf,1,{known.pk},,,A\nwf,2,,HS-1,,B\nwf,3,,,HS-1,C\nwf,4,,,New,D\nwf,5,999,,,E\nwf,6,,,,F\nwf,7,x,,,G\n"
    )
    run_import(path)
    assert list(Review.objects.order_by("pk").values_list("company__name", flat=True)) == ["Known"] * 3 + ["New"]
    assert [line for line, _ in rejected(path)] == [6, 7, 8]


def test_a_file_without_ids_can_be_imported_again(write: Write) -> None:
    path = write("company,text\nA,Good.\nA,Bad.\nA,Good.\nB,Good.\n")
    assert "No column gives source, external_id" in run_import(path).complaint
    options = ("--set", "source=google", "--make-ids")
    assert "3  taken in" in run_import(path, *options).said
    assert "4  here already" in run_import(path, *options).said


UNUSABLE: dict[str, tuple[bytes, tuple[str, ...], str]] = {
    "empty": (b"", (), "is empty"),
    "blank": (b"\n \n\n", (), "no line with anything in it"),
    "zip": (b"PK\x03\x04rest", (), "a ZIP archive"),
    "array": (b'[{"source": "wf"}]', (), "one object to a line"),
    "twins": (b"text,text\nx,y\n", (), "names a column twice: text"),
    "no columns of ours": (b"a,b\n1,2\n", (), "No column gives source, external_id, company, text"),
    "no such column": (b"a,b\n1,2\n", ("--map", "text=c"), "no column 'c'; it has: 'a', 'b'"),
    "no such field": (b"a,b\n1,2\n", ("--map", "stars=a"), "no field stars"),
    "no pair": (b"a,b\n1,2\n", ("--map", "text"), "not of the form FIELD="),
    "wrong constant": (COLUMNS.encode(), ("--set", "rating=six"), "--set rating: 'six' is no number of stars"),
    "no delimiter": (COLUMNS.encode(), ("--delimiter", "ab"), "cannot stand between cells"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_what_cannot_be_imported_is_told_in_one_line(write: Write, name: str) -> None:
    content, options, said = UNUSABLE[name]
    done = run_import(write(content), *options)
    assert (done.status, said in done.complaint) == (1, True), done
    assert "\n" not in done.complaint.strip()


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    assert "There is no file" in run_import(tmp_path / "none.csv").complaint
    assert "is no file" in run_import(tmp_path).complaint


def test_what_was_whole_before_a_broken_gzip_is_taken_in(write: Write) -> None:
    whole = gzip.compress(a_table(5_000).encode())
    for cut in (whole[: len(whole) // 2], whole[:-8], whole[: len(whole) // 2] + b"\x00" * 500):
        done = run_import(write(cut))
        assert done.status == 2
        assert "is broken after" in done.complaint
        assert "run the same command again" in done.complaint
    kept = texts()
    assert len(kept) > 1_000
    assert kept == [f"They came at {number}." for number in range(1, len(kept) + 1)]
    assert run_import(write(whole)).status == 0
    assert Review.objects.count() == 5_000


def test_an_open_quote_costs_its_own_line_alone(write: Write) -> None:
    path = write(a_table(3) + a_line(4, text='"never closed') + "".join(a_line(number) for number in range(5, 3_000)))
    assert run_import(path).status == 0
    assert Review.objects.count() == 2_998
    assert [line for line, _ in rejected(path)] == [5]


def test_no_line_is_lost_to_open_quotes_however_many(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert f"{600} rows" in done.said, "each line is told, where they cannot be read again"
    assert any("stands within the quote that is opened at line" in reason for _, reason in rejected(path))


def test_lines_that_are_too_long_and_characters_that_cannot_be_kept_cost_their_rows_alone(write: Write) -> None:
    long, nul, over = a_line(2, text="x" * 1_100_000), a_line(3, text="a\x00b"), a_line(4, text="y" * 20_001)
    path = write(COLUMNS + a_line(1) + long + nul + over + a_line(5))
    assert run_import(path).status == 0
    assert texts() == ["They came at 1.", "They came at 5."]
    assert rejected(path) == [
        (3, "is longer than 1,000,000 characters"),
        (4, "text: contains a NUL character, which cannot be stored"),
        (5, "text: String should have at most 20000 characters"),
    ]


def test_rejected_cells_are_no_formulas_for_a_spreadsheet(write: Write) -> None:
    path = write(COLUMNS + a_line(1, rating="=1+1", text="@SUM(A1)", external_id="-1"))
    run_import(path)
    with path.with_name("reviews.csv.rejected.csv").open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["rating"], row["text"], row["external_id"]) == ("'=1+1", "'@SUM(A1)", "'-1")


def test_rejected_rows_go_where_they_are_told_to(write: Write, tmp_path: Path) -> None:
    path, other = write(COLUMNS + a_line(1, rating=9)), tmp_path / "elsewhere.csv"
    run_import(path, "--rejects", str(other))
    assert other.exists()
    assert not path.with_name("reviews.csv.rejected.csv").exists()
    done = run_import(path, "--rejects", str(tmp_path / "none" / "x.csv"))
    assert (done.status, "cannot be written" in done.complaint) == (1, True)


def test_a_million_faults_have_few_kinds(write: Write) -> None:
    path = write(COLUMNS + "".join(a_line(number, rating=f"no{number}") for number in range(2_500)))
    said = run_import(path).said
    assert "2,500  rating: … is no number of stars" in said
    assert len(rejected(path)) == 2_500


def test_an_import_that_is_killed_goes_on_where_it_was(write: Write) -> None:
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
    assert f"{between:,}  here already" in done.said
    assert texts() == [f"They came at {number}." for number in range(1, 6_001)]
    assert Process.objects.count() == TaskEvent.objects.count() == Task.objects.filter(queue="pending").count() == 6_000


def test_an_import_that_is_interrupted_says_how_to_go_on(write: Write) -> None:
    path = write(a_table(20_000))
    command = [sys.executable, "platform/manage.py", "docket_import", "reviews", str(path)]
    child = subprocess.Popen(
        command, cwd=ROOT, env=child_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until(lambda: Review.objects.count() >= 1_000, 300)
    child.send_signal(signal.SIGINT)
    said, complaint = child.communicate(timeout=300)
    assert child.returncode == 130, complaint
    assert "Interrupted. What was taken in stays" in complaint
    assert "Traceback" not in complaint
    assert f"{Review.objects.count():,}  taken in" in said


@needs_nhs_file
@pytest.mark.skipif(
    "DOCKET_FULL_IMPORT" not in os.environ, reason="DOCKET_FULL_IMPORT=1 imports all 99,392 real reviews"
)
def test_all_of_the_real_reviews_are_taken_in() -> None:
    rejects = ("--rejects", os.devnull)
    done = run_import(NHS, *NHS_OPTIONS, *rejects)
    assert done.status == 0
    for said in ("99,392 rows", "99,385  taken in", "7  rejected", "1,364  of them with content that was here already"):
        assert said in done.said, done.said
    assert "99,385  here already" in run_import(NHS, *NHS_OPTIONS, *rejects).said
    assert Review.objects.count() == Process.objects.count() == TaskEvent.objects.count() == 99_385
    assert Process.objects.filter(data__screening__copies__gt=0).count() == 1_364


@needs_nhs_file
def test_the_first_of_the_real_reviews_are_taken_in_to_the_letter(write: Write) -> None:
    with gzip.open(NHS, "rb") as file:
        path = write(gzip.compress(b"".join(next(file) for _ in range(2_001))), "nhs.csv.gz")
    assert run_import(path, *NHS_OPTIONS).status == 0
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        rows = {row["review_id"]: row for row in csv.DictReader(file)}
    kept = Review.objects.select_related("company").order_by("pk")
    words = {one.external_id: (one.text, one.constructive) for one in kept}
    blank = {key for key, row in rows.items() if not row["text"].strip() and not row["constructive"].strip()}
    assert words == {key: (row["text"], row["constructive"]) for key, row in rows.items() if key not in blank}
    for one in kept:
        row = rows[one.external_id]
        assert one.company.name == (" ".join(row["team"].split()) or "Unattributed")
        assert one.posted_at
        assert one.posted_at.date().isoformat() == row["date"]
        assert one.received_at.year >= 2020
    contents = [(one.company_id, one.posted_at, one.text, one.constructive) for one in kept]
    flagged = Process.objects.filter(data__screening__copies__gt=0).count()
    assert flagged == len(contents) - len(set(contents))
    assert f"{len(kept):,}  here already" in run_import(path, *NHS_OPTIONS).said
