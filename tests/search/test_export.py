"""The companies that a search lists as a file, in its order."""

import csv
from typing import Any

import pytest

from audit.models import Kind
from companies.models import Category, Company
from tests.audit_log import told
from tests.factories import a_company, an_account
from tests.search.desk import a_desk
from tests.search.test_found import TERMS
from tests.staff import Staff

OF_COMPANIES = [(term, expected) for term, type_, expected in TERMS if type_ == "companies"]


@pytest.fixture
def staff() -> Staff:
    """Who may read companies and not search."""
    return Staff(an_account(access=["organisation"]))


def exported(staff: Staff, **query: str) -> list[dict[str, str]]:
    answer: Any = staff.client.get("/api/companies/export", query)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert answer["Content-Disposition"].startswith('attachment; filename="companies-')
    return list(csv.DictReader(b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()))


def test_the_file_has_what_the_search_lists_in_its_order(staff: Staff) -> None:
    a_desk()
    for term, expected in OF_COMPANIES:
        assert [row["name"] for row in exported(staff, term=term)] == expected, term


def test_further_pages_follow_and_nothing_stands_twice(staff: Staff) -> None:
    ids = [a_company(f"Smile {number:03}").pk for number in range(65)]
    ids += [a_company(f"The Smile {number:03}").pk for number in range(30)]
    a_company("Other")
    assert [int(row["id"]) for row in exported(staff, term="smile")] == ids


def test_without_a_term_all_companies_stand_there_by_name_without_formulas(staff: Staff) -> None:
    category = Category.objects.create(name="Dentists")
    Company.objects.create(
        name="=Smiles", category=category, hsone_id="HS1", postcode="DN1 2AB", phone="+44 20 7946 0958", status="closed"
    )
    a_company("A practice")
    first, second = exported(staff)
    assert (first["name"], second["name"]) == ("'=Smiles", "A practice")
    facts = ("category", "status", "country", "hsone_id", "postcode", "phone")
    assert [first[name] for name in facts] == [
        *("Dentists", "Closed", "United Kingdom", "HS1", "DN1 2AB", "'+44 20 7946 0958")
    ]
    assert second["category"] == ""


def test_each_export_is_recorded(staff: Staff) -> None:
    exported(staff)
    exported(staff, term="smile")
    assert staff.user
    assert told("user_id", kind=Kind.EXPORT) == [(staff.user.pk, "Exported companies as CSV.")] * 2
