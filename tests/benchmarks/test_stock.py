"""What the benchmark loads beside reviews is what the product itself would have written."""

import pytest

from accounts.models import User
from benchmarks.stock import LEAST, listed_value, load_stock, other_value
from blacklist.changes import add_entry, check
from blacklist.models import BlacklistEntry
from companies.models import Company
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator
from tests.staff import Staff
from tickets.models import Message, Ticket

pytestmark = pytest.mark.usefixtures("database")


def test_entries_of_the_blacklist_are_those_that_people_would_add() -> None:
    load_stock({"entries of the blacklist"}, share=0)
    assert BlacklistEntry.objects.count() == LEAST
    columns = ("digest", "key_version", "raw", "raw_key", "hint", "notes")
    for number in range(LEAST):
        assert check(other_value(number)) == []
        (loaded,) = check(listed_value(number))
        BlacklistEntry.objects.filter(pk=loaded.pk).delete()
        added = add_entry(listed_value(number), by=a_head_moderator() if number == 0 else User.objects.get())
        added.refresh_from_db()
        assert [getattr(added, name) for name in columns] == [getattr(loaded, name) for name in columns]


def test_tickets_companies_and_accounts_agree_with_history_and_are_found() -> None:
    said = load_stock({"companies", "accounts", "tickets"}, share=0)
    assert [part.partition(" in ")[0] for part in said.split(", ")] == [
        f"{LEAST} companies",
        f"{LEAST} accounts",
        f"{LEAST} tickets",
    ]
    assert Company.objects.count() == User.objects.count() == Ticket.objects.count() == LEAST
    assert Message.objects.count() > 6 * LEAST
    assert list(inconsistencies()) == []
    staff = Staff(a_head_moderator())
    last, name = Ticket.objects.latest("pk"), Company.objects.earliest("pk").name
    for term, kind in ((last.client_email, "tickets"), (name, "companies")):
        assert staff.get(f"/search?type={kind}&term={term}").json()["items"], term
    account = User.objects.filter(access_level="NO_DASHBOARD").earliest("pk")
    page = staff.get(f"/search?type=accounts&term={account.email}").json()
    assert [item["id"] for item in page["items"]] == [account.pk]
