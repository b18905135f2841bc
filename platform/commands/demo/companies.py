"""The demo's companies: a few have very many reviews, most have some."""

from random import Random
from typing import NamedTuple

from commands.demo.names import KNOWN, company_name
from commands.demo.texts import COMPANIES
from companies.models import Company, Country

FLATTENED = 5.0  # how far the largest stand below a pure Zipf law: the first has 1 in 40
COUNTRIES = (*[Country.UNITED_KINGDOM] * 8, Country.IRELAND, Country.NEW_ZEALAND, Country.AUSTRALIA)


class Picked(NamedTuple):
    id: int
    country: int


class Companies:
    """Makes each company when its first review arrives."""

    def __init__(self) -> None:
        self._known: dict[int, Picked] = {}

    def pick(self, chance: Random) -> Picked:
        rank = int(FLATTENED * ((KNOWN + FLATTENED) / FLATTENED) ** chance.random() - FLATTENED)
        return self.of_rank(min(rank, KNOWN - 1))

    def of_rank(self, rank: int) -> Picked:
        if rank not in self._known:
            country = COUNTRIES[rank % len(COUNTRIES)] if rank >= len(COMPANIES) else Country.UNITED_KINGDOM
            known = Company.objects.filter(name=company_name(rank)).order_by("pk").first()
            company = known or Company.objects.create(name=company_name(rank), country=country)
            self._known[rank] = Picked(company.pk, company.country)
        return self._known[rank]
