"""`docket import reviews`: tables become reviews; rejected rows are listed with line and reason."""

from datetime import UTC, datetime

from companies.models import Company
from reviews.models import Review, Revision
from tests.commands.imports.importing import (
    COLUMNS,
    Write,
    a_line,
    a_table,
    rejected,
    run_import,
)
from tests.consistency import inconsistencies
from workflows.models import Task, TaskEvent


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
    assert list(inconsistencies()) == []


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
    "A8;Mill Lane;5;31/31/2024;Well.;;\r\n"
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
            "posted_at: '31/31/2024' is not a date: dates are read as ISO 8601 or day/month/year; set --date-format",
        ),
        (12, "text: text and constructive are both blank"),
        (13, "has 8 cells, the first line 7"),
        (14, "has 3 cells, the first line 7"),
    ]
    assert "day/month/year" in done.output
    assert "7  rejected" in done.output


def test_a_dry_run_predicts_the_result_and_writes_nothing(write: Write) -> None:
    run_import(write(a_table(3)))
    rows = (a_line(1), a_line(2, text="Other."), a_line(3), a_line(4), a_line(5), a_line(6, rating="six"))
    path = write(COLUMNS + "".join(rows))
    done = run_import(path, "--dry-run")
    assert done.status == 0
    for line in (
        "text           from column 'text'",
        "2  would be imported",
        "2  already here",
        "1  with a changed text",
    ):
        assert line in done.output, done.output
    assert "line 2: company='Company 1'" in done.output
    assert rejected(path) == [(7, "rating: 'six' is not a number of stars")]
    assert (Review.objects.count(), Company.objects.count(), TaskEvent.objects.count()) == (3, 3, 3)


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
