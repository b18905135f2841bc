"""Tables are as migrations made them, whatever a test has done."""

import pytest

from banned_words.models import BannedWord
from tests.cleaning import empty_tables

pytestmark = pytest.mark.usefixtures("database")


def test_what_a_test_changes_of_the_first_list_is_restored() -> None:
    before = list(BannedWord.objects.order_by("pk").values())
    BannedWord.objects.filter(pk=before[0]["id"]).update(shadow=True, term="other")
    BannedWord.objects.filter(pk=before[1]["id"]).delete()
    empty_tables()
    assert list(BannedWord.objects.order_by("pk").values()) == before
