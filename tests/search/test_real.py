"""A table of terms over real companies and reviews: what must be found first (search.md)."""

import csv
import gzip
from pathlib import Path

import pytest

from companies.models import Company
from reviews.models import Review
from tests.commands.imports.importing import NHS, NHS_OPTIONS, run_import
from tests.factories import an_admin
from tests.search.desk import groups
from tests.search.real_terms import COMPANIES, HSONE, REVIEWS
from tests.shared_data import SHARED_DATA
from tests.staff import Staff

PRACTICES, BRANDS = SHARED_DATA / "companies" / "dental_practices.csv", SHARED_DATA / "companies" / "brands.csv"
IMPORTED = 2_000  # reviews
IS_HERE = NHS.exists() and PRACTICES.exists() and BRANDS.exists()
pytestmark = [
    pytest.mark.skipif(not IS_HERE, reason=f"the real reviews and companies are not here: {SHARED_DATA}"),
]


def the_companies() -> None:
    with PRACTICES.open(encoding="utf-8", newline="") as file:
        practices = [
            Company(name=row["name"], postcode=row["postcode"], hsone_id=row["org_code"])
            for row in csv.DictReader(file)
        ]
    with BRANDS.open(encoding="utf-8", newline="") as file:
        brands = [Company(name=name) for name in dict.fromkeys(row["name"] for row in csv.DictReader(file))]
    Company.objects.bulk_create(practices + brands, batch_size=2_000)


def the_first_reviews(folder: Path) -> None:
    path = folder / "nhs.csv.gz"
    with gzip.open(NHS, "rb") as file:
        path.write_bytes(gzip.compress(b"".join(next(file) for _ in range(IMPORTED + 1))))
    assert run_import(path, *NHS_OPTIONS).status == 0


def wrongly_first(terms: list[tuple[str, str]], kind: str, texts: dict[int, str] | None = None) -> list[object]:
    """Terms whose first result is another; an empty text stands for no result."""
    staff = Staff(an_admin("Zed Admin"))
    wrong: list[object] = []
    for term, first in terms:
        items = groups(staff, term, kind)[kind]["items"]
        found = [texts[item["id"]] if texts else item["title"] for item in items[:3]]
        is_right = found[:1] == [first] if texts else bool(found) and found[0].startswith(first)
        if not (is_right if first else not found):
            wrong.append((term[:40], first, found))
    return wrong


def test_companies_are_found_first_by_names_mistakes_postcodes_and_ids() -> None:
    the_companies()
    wrong = wrongly_first(COMPANIES, "companies") + wrongly_first(HSONE, "hsone")
    assert not wrong, "\n".join(map(str, wrong))


def test_reviews_are_found_first_by_words_phrases_and_ids(tmp_path: Path) -> None:
    the_first_reviews(tmp_path)
    ids = dict(Review.objects.values_list("pk", "external_id"))
    wrong = wrongly_first(REVIEWS, "third-party-reviews", ids)
    assert not wrong, "\n".join(map(str, wrong))


def test_the_table_is_long() -> None:
    assert len({term for term, _ in COMPANIES + HSONE + REVIEWS}) >= 200
