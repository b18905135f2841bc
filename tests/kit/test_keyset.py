"""Rows in parts by their keys."""

import pytest

from companies.models import Company
from kit.keyset import each_by_key
from tests.factories import a_company

pytestmark = pytest.mark.usefixtures("database")


@pytest.mark.parametrize("size", [1, 2, 5, 9])
def test_all_rows_come_in_the_order_of_their_keys_whatever_is_written_between(size: int) -> None:
    keys = sorted(a_company(f"Oxbow {number}").pk for number in range(5))
    values = Company.objects.order_by("name").values_list("pk", "name")
    assert [key for key, _ in each_by_key(values, size)] == keys
    for company in each_by_key(Company.objects.all(), size):
        company.delete()
    assert not Company.objects.exists()
