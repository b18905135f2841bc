"""Rows that an import rejects, and the file that lists them."""

import csv
from pathlib import Path

import pytest

from commands.imports import rows
from reviews.models import Review
from tests.commands.imports.importing import (
    COLUMNS,
    Write,
    a_line,
    a_table,
    rejected,
    run_import,
    texts,
)


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
