"""Tables are as migrations made them, whatever a test has done."""

from typing import Any

import pytest

from banned_words.models import BannedWord
from reviews.models import Reason
from tests.cleaning import empty_tables

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
