"""Which files an import reads: formats, encodings, compression; all others are refused with one line."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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

pytestmark = pytest.mark.slow


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


UNUSABLE: dict[str, tuple[bytes, tuple[str, ...], str]] = {
    "empty": (b"", (), "is empty"),
    "blank": (b"\n \n\n", (), "only blank lines"),
    "zip": (b"PK\x03\x04rest", (), "a ZIP archive"),
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
