"""The demo's companies: few have very many reviews, and most have some."""

from collections.abc import Collection
from random import Random

from django.db import connection, transaction

from commands.demo.words import COMPANIES, WORDS, company_name
from companies.lookup import MAKING_LOCK
from companies.models import Company, Country

FLATTENED = 5.0  # reduces the largest companies compared with Zipf's law: the first has 1 in 40 reviews
COUNTRIES = (*[Country.UNITED_KINGDOM] * 8, Country.IRELAND, Country.NEW_ZEALAND, Country.AUSTRALIA)


def a_rank(chance: Random) -> int:
    """A company's rank by size, from 0."""
    rank = int(FLATTENED * ((COMPANIES + FLATTENED) / FLATTENED) ** chance.random() - FLATTENED)
    return min(rank, COMPANIES - 1)


def companies_of(ranks: Collection[int]) -> dict[int, Company]:
    """By rank: the companies. Missing ones are created."""
    names = {company_name(rank): rank for rank in ranks}
    found = Company.objects.filter(name__in=names).order_by("-pk")  # of several with one name, the oldest is used
    if len({company.name for company in found}) < len(names):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '10min'")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MAKING_LOCK])
            missing = names.keys() - {company.name for company in found.all()}
            Company.objects.bulk_create(Company(name=name, country=_country(names[name])) for name in sorted(missing))
    return {names[company.name]: company for company in found.all()}


def _country(rank: int) -> int:
    return COUNTRIES[rank % len(COUNTRIES)] if rank >= len(WORDS["companies"]) else Country.UNITED_KINGDOM
