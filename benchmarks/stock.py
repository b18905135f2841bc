"""The data that some rows need besides reviews: companies, accounts, tickets, and entries of the blacklist.

The product's own function saves tickets as whole threads. All other rows are written as the product would write them,
but with few statements and without audit entries, because no person acted.
"""

import time
from collections.abc import Callable, Mapping
from itertools import islice
from random import Random

from django.db import connections, transaction
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from blacklist.digests import digest_of, newest_version
from blacklist.forms import hint_of
from blacklist.models import BlacklistEntry
from commands.demo.companies import COUNTRIES
from commands.demo.tickets import make_many_tickets
from commands.demo.words import DOMAIN, WORDS, pick
from companies.models import Company
from kit.copying import Rows
from reviews.models import Review
from workflows.models import Task

COMPANIES, ACCOUNTS, TICKETS, ENTRIES = 100_000, 10_000, 100_000, 1_000_000
SEED = 3
LEAST = 40
AT_ONCE = 5_000
ENTRIES_AT_ONCE = 50_000
LARGE = 20_000
PLACE, TRADE = "places", "trades"
_ENLARGED = """
    WITH largest AS (SELECT company_id FROM reviews_review GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1),
    moved AS (UPDATE reviews_review SET company_id = (SELECT company_id FROM largest)
        WHERE id IN (SELECT id FROM reviews_review ORDER BY id DESC LIMIT %(number)s) RETURNING id),
    processes AS (UPDATE workflows_process SET company_id = (SELECT company_id FROM largest)
        WHERE flow_class <> 'ticket_resolution' AND flow_class <> 'testimonial_transcription'
            AND subject_id IN (SELECT id FROM moved) RETURNING id)
    UPDATE workflows_task SET company_id = (SELECT company_id FROM largest)
    WHERE process_id IN (SELECT id FROM processes)
"""


def load_stock(names: set[str], *, share: float) -> str:
    """Load this share of each of these kinds. Returns a sentence with the seconds."""
    told = []
    for name, (load, number) in STOCK.items():
        if name in names:
            began, wanted = time.monotonic(), max(int(number * share), LEAST)
            load(wanted)
            told.append(f"{wanted:,} {name} in {time.monotonic() - began:.0f} s")
    return ", ".join(told)


def listed_value(number: int) -> str:
    """The value of the blacklist entry with this number: an address, or a British mobile number."""
    return f"07850{number:06}" if number % 2 else f"listed.person{number}@{DOMAIN}"


def other_value(number: int) -> str:
    """A value that is not on the blacklist."""
    return f"07850{number - number % 2:06}" if number % 4 < 2 else f"other.person{number}@{DOMAIN}"  # noqa: PLR2004


def _load_companies(number: int) -> None:
    """Add companies without reviews until there are `number` companies."""
    missing, chance = number - Company.objects.count(), Random(SEED)
    wanted = (_company(rank, chance) for rank in range(missing))
    while part := list(islice(wanted, AT_ONCE)):
        Company.objects.bulk_create(part)
    _analyse(Company)


def _company(rank: int, chance: Random) -> Company:
    owner, trade, place = pick(chance, WORDS["last_names"]), pick(chance, WORDS[TRADE]), pick(chance, WORDS[PLACE])
    return Company(
        name=f"{owner} {trade} of {place}",
        hsone_id=f"HS{rank:07}",
        phone=f"020 7946 {rank % 10_000:04}",
        postcode=f"ZZ{rank % 90 + 10} {rank % 10}ZZ",
        country=COUNTRIES[rank % len(COUNTRIES)],
    )


def _load_accounts(number: int) -> None:
    """Accounts of clients' people, who have no access to the desk."""
    chance = Random(SEED)
    wanted = (_account(place, chance) for place in range(number))
    while part := list(islice(wanted, AT_ONCE)):
        User.objects.bulk_create(part)
    _analyse(User)


def _account(place: int, chance: Random) -> User:
    first, last = pick(chance, WORDS["first_names"]), pick(chance, WORDS["last_names"])
    person = User(email=f"{first}.{last}.{place}@{DOMAIN}".lower(), first_name=first, last_name=last)
    person.set_unusable_password()
    return person


def _load_tickets(number: int) -> None:
    make_many_tickets(number, seed=SEED)


def _load_large_company(number: int) -> None:
    """Move the newest `number` reviews of other companies, with their items, to the company with the most reviews."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(_ENLARGED, {"number": number})
    _analyse(Review)
    _analyse(Task)


def _load_entries(number: int) -> None:
    now, version = timezone.now(), newest_version()
    for start in range(0, number, ENTRIES_AT_ONCE):
        rows = Rows(BlacklistEntry(digest=b"", key_version=version, hint="", added_at=now), without=("id",))
        for place in range(start, min(start + ENTRIES_AT_ONCE, number)):
            value = listed_value(place)
            form = value if "@" in value else f"+44{value[1:]}"
            rows.add(digest=digest_of(form), hint=hint_of(form))
        with transaction.atomic():
            rows.write()
    _analyse(BlacklistEntry)


def _analyse(model: type[Model]) -> None:
    """Update the planner's statistics, as the tables' owner."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")


# tickets are loaded after their companies
STOCK: Mapping[str, tuple[Callable[[int], None], int]] = {
    "companies": (_load_companies, COMPANIES),
    "accounts": (_load_accounts, ACCOUNTS),
    "a large company": (_load_large_company, LARGE),
    "tickets": (_load_tickets, TICKETS),
    "entries of the blacklist": (_load_entries, ENTRIES),
}
