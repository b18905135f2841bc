"""Files of spreadsheets: what they say about themselves is read, what is in doubt is asked, what is ours comes back."""

import csv
import io
from pathlib import Path

import pytest
from django.core.management import call_command

from companies.exporting import company_lines
from companies.models import Company
from kit.spreadsheets import csv_lines, unmarked
from reviews.models import Review
from tests.commands.imports.importing import Write, run_import, texts
from tests.commands.imports.test_corrections import ODD
from tests.shared_data import SHARED_DATA

CASES = SHARED_DATA / "cases"
DATED = "source,external_id,company,text,posted_at\n"
needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason=f"the cases are not here: {CASES}")


def opened(file: bytes) -> list[list[str]]:
    """As a spreadsheet opens it: in UTF-8 because of its mark, else in the encoding of its machine."""
    text = file.decode("utf-8-sig" if file.startswith(b"\xef\xbb\xbf") else "cp1252", "replace")
    return list(csv.reader(io.StringIO(text, newline="")))


def test_what_we_write_is_opened_and_comes_back_unharmed() -> None:
    rows = [[text, number, None] for number, text in enumerate([*ODD, "a;=1+1", "zwölf", "'", ""])]
    (_, *read) = opened("".join(csv_lines(["text", "number", "nothing"], rows)).encode())
    assert [[unmarked(text), int(number), nothing or None] for text, number, nothing in read] == rows


@pytest.mark.parametrize("text", ["a;=1+1", "a\t=1+1", "a|b", 'a"b', "a,b"])
def test_what_separates_cells_somewhere_is_quoted(text: str) -> None:
    (_, line) = csv_lines(["text"], [[text]])
    assert (line[0], line[-3:]) == ('"', '"\r\n')


def test_our_companies_come_back_as_they_were(tmp_path: Path) -> None:
    names = ["=Dental; Ltd", "Zahnärzte | Köln", 'O\'Neil, "Sons"', "- Minus"]
    Company.objects.bulk_create(Company(name=name, phone="+44 20 7946 0018") for name in names)
    path = tmp_path / "companies.csv"
    path.write_text("".join(company_lines(Company.objects.select_related("category"))), encoding="utf-8", newline="")
    Company.objects.all().delete()
    call_command("docket_import", "companies", str(path))
    assert set(Company.objects.values_list("name", "phone")) == {(name, "+44 20 7946 0018") for name in names}


@pytest.mark.parametrize("first", ["sep=;\r\n", '"sep=;"\n', "\ufeffsep=;\r\n", "SEP=;\n"])
def test_a_file_that_names_its_delimiter_is_read_by_it(write: Write, first: str) -> None:
    body = "source;external_id;company;text\nwf;1;Mill Lane;a, b, c, d, e, f\n"
    assert "1  imported" in run_import(write(first + body)).output
    assert texts() == ["a, b, c, d, e, f"]


@pytest.mark.parametrize("options", [(), ("--dry-run",)])
def test_dates_of_two_orders_are_asked_about_before_anything_is_imported(write: Write, options: tuple[str]) -> None:
    rows = [
        f"wf,{number},Mill Lane,Fine.,{day}\n" for number, day in enumerate(["05/06/2025"] * 1_500 + ["12/25/2024"])
    ]
    path = write(DATED + "".join(rows))
    done = run_import(path, *options)
    assert (done.status, Review.objects.exists()) == (1, False)
    assert "'12/25/2024'" in done.error
    assert "--date-format" in done.error
    assert "1501  imported" in run_import(path, "--date-format", "%m/%d/%Y").output.replace(",", "")


@pytest.mark.parametrize("first", ["value,added\n"])
def test_dates_of_the_blacklist_are_asked_about_too(tmp_path: Path, first: str) -> None:
    path = tmp_path / "list.csv"
    path.write_text(f"{first}a@example.com,05/06/2025\nb@example.com,12/25/2024\n")
    with pytest.raises(Exception, match="12/25/2024"):
        call_command("docket_import", "blacklist", str(path))


def test_companies_that_may_be_the_same_are_named(write: Write) -> None:
    names = ["Mill Lane Dental", "MILL LANE DENTAL", "Mill  Lane Dental.", "Oak"]
    rows = "".join(f"wf,{number},{name},Fine.,\n" for number, name in enumerate(names))
    output = run_import(write(DATED + rows)).output
    assert "3 companies differ only in case, spaces or full stops" in output
    assert "'Oak'" not in output


@needs_cases
def test_the_cases_of_dates_and_companies_are_read(tmp_path: Path) -> None:
    for name in ("dates.csv", "case.csv"):
        (tmp_path / name).write_bytes((CASES / name).read_bytes())
    dates, alike = (run_import(tmp_path / name).output for name in ("dates.csv", "case.csv"))
    assert "2  rejected" in dates
    assert "companies differ only in case" in alike
