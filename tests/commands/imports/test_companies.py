"""`docket import companies` and `docket import categories`: every row is accounted for."""

import csv
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from audit.actions import sentence_of
from audit.models import AuditEntry, Kind
from companies.models import Category, Company, CompanyStatus
from tests.shared_data import SHARED_DATA

SHARED = SHARED_DATA / "companies"


def imported(kind: str, path: Path, capsys: Any, *options: str) -> list[str]:
    call_command("docket_import", kind, str(path), *options)
    lines: list[str] = capsys.readouterr().out.splitlines()
    return lines


def counts(lines: list[str]) -> tuple[int, int, int, int]:
    """Rows, imported, there already, rejected."""
    rows, new, known, rejected = (int(line.split()[0].replace(",", "")) for line in lines[:4])
    return rows, new, known, rejected


def test_every_row_is_imported_there_already_or_rejected(tmp_path: Path, capsys: Any) -> None:
    Company.objects.create(name="Changed by people", hsone_id="V2")
    path = tmp_path / "practices.csv"
    path.write_text(
        "org_code,name,address1,address2,postcode,status,telephone,website,country\n"
        "V1, TAN  DENTAL ,1 High Street,Crawley,RH11 7HL,A,01293 000000,,\n"
        "V2,NEW NAME,,,,A,,,\n"
        "V3,CLOSED ONE,,,,C,,https://closed.example,Ireland\n"
        "V1,TWICE,,,,A,,,\n"
        ",NO CODE,,,AB1 2CD,A,,,\n"
        ",NO CODE,,,AB1 2CD,A,,,\n"
        "V4,X,,,,A,,,\n"
        "V5,BAD STATUS,,,,Z,,,\n"
        "V6,BAD PAGE,,,,A,,javascript:alert(1),\n"
        "V7,BAD COUNTRY,,,,A,,,France\n"
        f"V8,LONG POSTCODE,,,{'A' * 17},A,,,\n"
        "V9,TOO,MANY,CELLS,A,B,C,D,E,F,G\n"
    )
    lines = imported("companies", path, capsys, "--category", "dental practice")
    assert counts(lines) == (12, 3, 3, 6)
    assert Company.objects.count() == 4
    tan = Company.objects.get(hsone_id="V1")
    assert (tan.name, tan.slug, tan.address) == ("TAN DENTAL", "tan-dental", "1 High Street, Crawley")
    assert (tan.postcode, tan.phone, tan.category) == ("RH11 7HL", "01293 000000", Category.objects.get(pk=1))
    closed = Company.objects.get(hsone_id="V3")
    assert (closed.status, closed.country, closed.website) == (CompanyStatus.CLOSED, 2, "https://closed.example")
    assert Company.objects.get(hsone_id="V2").name == "Changed by people"
    text = (tmp_path / "practices.csv.rejected.csv").read_text(encoding="utf-8-sig")
    rejected = list(csv.DictReader(text.splitlines()))
    assert [row["docket_line"] for row in rejected] == ["8", "9", "10", "11", "12", "13"]
    entry = AuditEntry.objects.get(kind=Kind.COMPANY, subject_id=0)
    assert sentence_of(entry) == f"Imported 3 companies, from number {tan.pk} on."
    assert counts(imported("companies", path, capsys)) == (12, 0, 6, 6)


def test_what_cannot_be_read_is_named(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("title,code\nTan Dental,1\n")
    with pytest.raises(CommandError, match=r"No column is named name. Set --map name=COLUMN"):
        imported("companies", path, capsys)
    with pytest.raises(CommandError, match="Unknown field: colour"):
        imported("companies", path, capsys, "--map", "colour=title")
    with pytest.raises(CommandError, match="There is no column nothing"):
        imported("companies", path, capsys, "--map", "name=nothing")
    with pytest.raises(CommandError, match="There is no category 'Shoes'"):
        imported("companies", path, capsys, "--map", "name=title", "--category", "Shoes")
    assert counts(imported("companies", path, capsys, "--map", "name=title")) == (1, 1, 0, 0)


def test_categories_have_their_codes_as_ids(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "codes.csv"
    path.write_text("code,description\n01110,Growing of cereals\n1,Taken\n86230,Dental practices\nX,No number\n")
    before = Category.objects.count()
    try:
        assert counts(imported("categories", path, capsys)) == (4, 2, 1, 1)
        assert Category.objects.get(pk=1110).name == "Growing of cereals"
        assert Category.objects.get(pk=1).name == "Dental practice"
        assert counts(imported("categories", path, capsys)) == (4, 0, 3, 1)
    finally:
        Category.objects.filter(pk__in=[1110, 86230]).delete()
    assert Category.objects.count() == before


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"the real companies are not here: {SHARED}")
def test_the_real_files_are_taken_in_whole(tmp_path: Path, capsys: Any) -> None:
    before = set(Category.objects.values_list("pk", flat=True))
    try:
        rejects = ("--rejects", str(tmp_path / "rejected.csv"))
        assert counts(imported("companies", SHARED / "dental_practices.csv", capsys, *rejects)) == (9_908, 9_908, 0, 0)
        assert Company.objects.filter(status=CompanyStatus.CLOSED).count() == 364
        assert counts(imported("categories", SHARED / "sic_codes.csv", capsys, *rejects)) == (731, 731, 0, 0)
        assert counts(imported("companies", SHARED / "dental_practices.csv", capsys, *rejects)) == (9_908, 0, 9_908, 0)
    finally:
        Category.objects.exclude(pk__in=before).delete()
