"""Rejected rows can be corrected in their file and imported again, repeatedly, without changes to other rows."""

import csv
import json
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from commands.imports.rejected_rows import EMPTY
from kit.spreadsheets import marked, unmarked
from reviews.models import Review
from tests import effort
from tests.commands.imports.importing import run_import

pytestmark = pytest.mark.rule(16)

# formulas for a spreadsheet, cells that look as if they were marked, and characters that CSV must quote
ODD = (
    "- minus text",
    "=1+1",
    "+44 20",
    "@home",
    "\ttab first",
    "\rreturn first",
    "\nline first",
    "'- an apostrophe of its own",
    "''=two",
    "'tis",
    "'",
    'a; b, "c"\r\nd|e\tf',
    "  spaces  ",
    "Café – Добро 🦷",
)
FIELDS = ("source", "external_id", "company", "text", "rating")


def odd_rows(rating: Any) -> list[dict[str, Any]]:
    return [
        {"source": "wf", "external_id": f"-e{n}", "company": "=Bar", "text": text, "rating": rating}
        for n, text in enumerate(ODD)
    ]


def as_csv(rows: Sequence[Mapping[str, Any]], delimiter: str = ",") -> str:
    out = StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_ndjson(rows: Sequence[Any]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def write(path: Path, content: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(content.encode(encoding))
    return path


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def read_ndjson(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def next_file(path: Path) -> Path:
    kind = path.suffix if path.suffix == ".ndjson" else ".csv"
    return path.with_name(f"{path.name}.rejected{kind}")


def correct(path: Path, old: str, new: str, encoding: str = "utf-8") -> None:
    content = path.read_bytes().decode(encoding)
    assert old in content
    path.write_bytes(content.replace(old, new).encode(encoding))


def check_that_reviews_are_as_sent() -> None:
    stored = {review.external_id: review for review in Review.objects.select_related("company")}
    assert {key: review.text for key, review in stored.items()} == {f"-e{n}": text for n, text in enumerate(ODD)}
    assert {(review.company.name, review.rating) for review in stored.values()} == {("=Bar", 4)}


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "~"])
def test_a_table_can_be_corrected_twice(tmp_path: Path, delimiter: str) -> None:
    path = write(tmp_path / "reviews.csv", as_csv(odd_rows("bad"), delimiter))
    options = ("--delimiter", delimiter) if delimiter == "~" else ()
    assert f"{len(ODD)}  rejected" in run_import(path, *options).output
    first = next_file(path)
    correct(first, "bad", "worse")
    assert f"{len(ODD)}  rejected" in run_import(first, *options).output
    second = next_file(first)
    rows = read_csv(second)
    assert list(rows[0]) == ["docket_line", "docket_reason", "docket_row", *FIELDS]
    assert rows[0]["docket_reason"] == "rating: 'worse' is not a number of stars"
    correct(second, "worse", "4")
    done = run_import(second, *options)
    assert (done.status, f"{len(ODD)}  imported" in done.output) == (0, True), done
    check_that_reviews_are_as_sent()
    assert f"{len(ODD)}  already here" in run_import(write(path, as_csv(odd_rows(4), delimiter)), *options).output


def test_ndjson_can_be_corrected_twice(tmp_path: Path) -> None:
    path = write(tmp_path / "reviews.ndjson", as_ndjson(odd_rows("bad")))
    assert f"{len(ODD)}  rejected" in run_import(path).output
    first = next_file(path)
    assert read_ndjson(first)[0] == {
        "docket_line": 1,
        "docket_reason": "rating: 'bad' is not a number of stars",
        **odd_rows("bad")[0],
    }
    correct(first, '"rating": "bad"', '"rating": "worse"')
    assert f"{len(ODD)}  rejected" in run_import(first).output
    second = next_file(first)
    assert read_ndjson(second)[3]["docket_reason"] == "rating: 'worse' is not a number of stars"
    correct(second, '"rating": "worse"', '"rating": 4')
    assert f"{len(ODD)}  imported" in run_import(second).output
    check_that_reviews_are_as_sent()
    assert f"{len(ODD)}  already here" in run_import(write(path, as_ndjson(odd_rows(4)))).output


def test_uncorrected_rejected_rows_are_rejected_unchanged(tmp_path: Path) -> None:
    for name, content in (("a.csv", as_csv(odd_rows("bad"))), ("b.ndjson", as_ndjson(odd_rows("bad")))):
        path = write(tmp_path / name, content)
        run_import(path)
        first = next_file(path)
        run_import(first)
        if name == "a.csv":
            old, new = read_csv(first), read_csv(next_file(first))
            for row in (*old, *new):
                row.pop("docket_line")  # a row in quotes may begin on another line
            assert old == new
        else:
            assert first.read_bytes() == next_file(first).read_bytes()


def test_columns_named_like_ours_do_not_clash(tmp_path: Path) -> None:
    row = {"line": "7", "reason": "-x", "row": "y", "-odd": "z", **odd_rows("bad")[0]}
    path = write(tmp_path / "reviews.csv", as_csv([row]))
    for _ in range(3):
        assert "1  rejected" in run_import(path, "--map", "author_name=reason", "--map", "title=-odd").output
        path = next_file(path)
    correct(path, "bad", "4")
    assert "1  imported" in run_import(path, "--map", "author_name=reason", "--map", "title=-odd").output
    review = Review.objects.get()
    assert (review.text, review.author_name, review.title) == (ODD[0], "-x", "z")


RAGGED = (
    "source,external_id,company,text,rating\r\n"
    "wf,many,Bar,They came, and left,4\r\n"
    'wf,quoted,Bar,They said "no"," said "yes"",4\r\n'
    'wf,open,Bar,"- never closed,4\r\n'
    "wf,few,Bar\r\n"
)


def test_a_malformed_row_is_stored_whole_and_never_imported_in_part(tmp_path: Path) -> None:
    path = write(tmp_path / "reviews.csv", RAGGED)
    assert "4  rejected" in run_import(path).output
    first = next_file(path)
    assert [row["docket_row"] for row in read_csv(first)] == RAGGED.splitlines()[1:]
    assert "4  rejected" in run_import(first).output
    second = next_file(first)
    assert [row["docket_row"] for row in read_csv(second)] == RAGGED.splitlines()[1:]
    assert {row["docket_reason"] for row in read_csv(second)} == {EMPTY}
    assert not Review.objects.exists()


def test_a_malformed_row_is_filled_in(tmp_path: Path) -> None:
    path = write(tmp_path / "reviews.csv", "source;external_id;company;text;rating\nwf;1;Bar;Came; went;4\n")
    run_import(path)
    first = next_file(path)
    (row,) = read_csv(first)
    assert row["docket_row"] == "wf;1;Bar;Came; went;4"
    row |= {"source": "wf", "external_id": "1", "company": "Bar", "text": "Came; went", "rating": "4"}
    write(first, as_csv([row], "\t"))  # another program may save it with tabs
    assert "1  imported" in run_import(first).output
    assert Review.objects.get().text == "Came; went"


NO_JSON = '{"source": "wf", "external_id": "1", "company": "Bär", "text": "- \\ud800", '


def test_an_invalid_json_line_is_stored_unchanged(tmp_path: Path) -> None:
    lines = [NO_JSON + "half", '["wf", 1]', NO_JSON.replace(" ", "  ") + "x" * 5_000]
    path = write(tmp_path / "reviews.ndjson", as_ndjson([odd_rows(4)[0]]) + "\n".join(lines))
    assert "3  rejected" in run_import(path).output
    for _ in range(2):
        path = next_file(path)
        assert [row["docket_row"] for row in read_ndjson(path)] == lines
        assert "3  rejected" in run_import(path).output
    rows = read_ndjson(path)
    assert {row["docket_reason"] for row in rows} == {EMPTY}
    rows[1] = {**rows[1], **odd_rows(4)[1]}
    rows += [{"docket_line": 1, "docket_row": odd} for odd in ([1], {"a": 1}, 7, True, " ", "", None)]
    done = run_import(write(path, as_ndjson(rows)))
    assert ("1  imported" in done.output, "9  rejected" in done.output) == (True, True), done
    assert Review.objects.get(external_id="-e1").text == ODD[1]


def test_an_unpaired_surrogate_can_be_corrected(tmp_path: Path) -> None:
    row = {**odd_rows(4)[0], "text": "tooth \ud83e"}
    path = write(tmp_path / "reviews.ndjson", json.dumps(row) + "\n")
    assert "text: Input should be a valid string" in run_import(path).output
    first = next_file(path)
    correct(first, "\\ud83e", "\\ud83e\\uddb7")
    assert "1  imported" in run_import(first).output
    assert Review.objects.get().text == "tooth 🦷"


@pytest.mark.parametrize("name", ["reviews.csv", "reviews.ndjson"])
def test_a_line_too_long_to_store_is_rejected_again(tmp_path: Path, name: str) -> None:
    write_rows: Any = as_csv if name.endswith("csv") else as_ndjson
    path = write(tmp_path / name, write_rows([odd_rows(4)[0], {**odd_rows(4)[1], "text": "x" * 1_100_000}]))
    assert "1  rejected" in run_import(path).output
    options = ("--set", "source=wf", "--make-ids", "--set", "company=Bar", "--default", "text=None was given.")
    assert EMPTY in run_import(next_file(path), *options).output
    assert Review.objects.count() == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "koi8-r", "cp1252"])
@pytest.mark.parametrize("kind", ["csv", "ndjson"])
def test_the_same_options_apply_to_the_rejected_rows(tmp_path: Path, encoding: str, kind: str) -> None:
    text = "- Café" if encoding == "cp1252" else "- Добро"
    write_rows: Any = as_csv if kind == "csv" else as_ndjson
    path = write(tmp_path / f"reviews.{kind}", write_rows([{**odd_rows("bad")[0], "text": text}]), encoding)
    options = ("--encoding", encoding) if encoding != "utf-16" else ()
    assert "1  rejected" in run_import(path, *options).output
    first = next_file(path)
    correct(first, "bad", "4", "utf-8-sig" if kind == "csv" else encoding)
    done = run_import(first, *options)
    assert "1  imported" in done.output, done
    assert Review.objects.get().text == text


def test_rejected_rows_never_overwrite_the_imported_file(tmp_path: Path) -> None:
    path = write(tmp_path / "reviews.csv", as_csv(odd_rows("bad")))
    before = path.read_bytes()
    (tmp_path / "link.csv").symlink_to(path)
    for other in (path, tmp_path / "link.csv"):
        done = run_import(path, "--rejects", str(other))
        assert (done.status, "the file that is imported" in done.error) == (1, True), done
    assert path.read_bytes() == before


FUZZED = settings(
    deadline=None,
    database=None,
    derandomize=True,
    max_examples=effort.RANDOM_INPUTS.size,
    suppress_health_check=list(HealthCheck),
)
CELLS = st.text(alphabet=st.sampled_from("'=+-@\t\r\n\"a;,\x00é "), max_size=12)
LINES = st.lists(st.lists(CELLS | st.sampled_from(["wf", "4"]), max_size=8).map(",".join), max_size=9).map("\n".join)


@FUZZED
@given(LINES)
def test_uncorrected_rows_of_random_tables_are_rejected_unchanged(tmp_path: Path, lines: str) -> None:
    first = tmp_path / "any.csv.rejected.csv"
    second = next_file(first)
    first.unlink(missing_ok=True)
    second.unlink(missing_ok=True)
    run_import(write(tmp_path / "any.csv", ",".join(FIELDS) + "\n" + lines))
    count = Review.objects.count()
    if not first.exists():
        return
    assert run_import(first).status == 0
    assert Review.objects.count() == count
    assert [list(row.values())[2:] for row in read_csv(first)] == [list(row.values())[2:] for row in read_csv(second)]


@FUZZED
@given(CELLS)
def test_a_formula_mark_is_removed_exactly(cell: str) -> None:
    assert unmarked(marked(cell)) == cell
    assert not marked(cell).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_deeply_nested_json_is_rejected_at_any_depth(tmp_path: Path) -> None:
    content = "".join(f'{{"a": {"[" * depth}{"]" * depth}}}\n' for depth in range(900, 1_010))
    path = write(tmp_path / "deep.ndjson", content)
    for _ in range(3):
        done = run_import(path)
        assert (done.status, "110  rejected" in done.output) == (0, True), done
        path = next_file(path)
