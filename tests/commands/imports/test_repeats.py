"""An id stands once in a file: a second row with it is refused unless it is equal, and overwrites nothing."""

from pathlib import Path

import pytest

from reviews.models import Review
from tests.commands.imports.importing import COLUMNS, Write, a_line, rejected, run_import
from tests.shared_data import SHARED_DATA

SAME_ID = SHARED_DATA / "cases" / "sci.csv"


def stored() -> list[tuple[str, str]]:
    return list(Review.objects.order_by("pk").values_list("external_id", "text"))


def test_a_second_row_with_an_id_of_the_file_is_refused_in_whichever_chunk_it_stands(write: Write) -> None:
    rows = [a_line(1, text="Lovely."), *(a_line(number) for number in range(2, 1_100))]
    rows += [a_line(1, text="They broke my tooth."), a_line(1, text="Lovely.")]
    path = write(COLUMNS + "".join(rows))
    dry, done = run_import(path, "--dry-run"), run_import(path)
    for output in (dry.output, done.output):
        assert "1  rejected" in output
        assert "changed text" not in output
    assert rejected(path) == [(1_101, "external_id: stands in this file already (line 2), with another content")]
    assert stored()[0] == ("row-1", "Lovely.")


def test_a_repeated_id_stays_refused_until_it_is_corrected(write: Write) -> None:
    path = write(COLUMNS + a_line(1, text="Lovely.") + a_line(1, text="They broke my tooth."))
    run_import(path)
    again = Path(f"{path}.rejected.csv")
    assert "1  rejected" in run_import(again).output
    assert stored() == [("row-1", "Lovely.")]
    again.write_text(again.read_text("utf-8-sig").replace("row-1", "row-2"))
    assert "1  imported" in run_import(again).output
    assert stored() == [("row-1", "Lovely."), ("row-2", "They broke my tooth.")]


def test_another_author_of_a_file_is_foretold_and_refused(write: Write) -> None:
    header = COLUMNS.replace("verified", "author_email")
    run_import(write(header + a_line(1, verified="ann@example.com")))
    path = write(header + a_line(1, verified="ben@example.com"))
    for options in (("--dry-run",), ()):
        assert "1  rejected" in run_import(path, *options).output
        ((_, reason),) = rejected(path)
        assert reason.startswith("author_email: ")


@pytest.mark.skipif(not SAME_ID.exists(), reason=f"the case is not here: {SAME_ID}")
def test_ids_that_a_spreadsheet_has_rounded_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "sci.csv"
    path.write_bytes(SAME_ID.read_bytes())
    assert "2  rejected" in run_import(path).output
    assert stored() == [("1.23457E+11", "Lovely people.")]
    assert {reason for _, reason in rejected(path)} == {
        "external_id: stands in this file already (line 2), with another author"
    }
