"""Tables are as migrations made them, whatever a test has done."""

from typing import Any

import pytest
from django.db import connection

from banned_words.models import BannedWord
from companies.models import Company
from reviews.models import Reason
from tests.cleaning import LARGE, empty_tables

pytestmark = pytest.mark.usefixtures("database")


@pytest.mark.parametrize(
    ("model", "change"), [(BannedWord, {"shadow": True, "term": "other"}), (Reason, {"title": "x"})]
)
def test_what_a_test_changes_of_the_first_rows_is_restored(model: Any, change: dict[str, Any]) -> None:
    before = list(model.objects.order_by("pk").values())
    model.objects.filter(pk=before[0]["id"]).update(**change)
    model.objects.filter(pk=before[1]["id"]).delete()
    empty_tables()
    assert list(model.objects.order_by("pk").values()) == before


def test_a_large_table_is_emptied_into_a_new_file() -> None:
    before = file_of_companies()
    Company.objects.bulk_create([Company(name="x" * 100, address="x" * 500) for _ in range(LARGE // 500)])
    empty_tables()
    assert not Company.objects.exists()
    assert file_of_companies() != before


def file_of_companies() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_relation_filepath('companies_company')")
        return str(cursor.fetchone()[0])
