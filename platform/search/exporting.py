"""The companies that a search finds as a file."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from accounts.models import User
from audit import actions
from audit.entries import record_export
from companies.models import Company
from kit.spreadsheets import csv_lines
from search.companies import search_companies
from search.everything import PAGE_SIZE
from search.results import Asked
from search.terms import read_term
from search.understood import understand

_CHUNK = 1_000
_HEADER = (
    *("id", "name", "category", "status", "country", "hsone_id", "slug"),
    *("address", "postcode", "phone", "website", "created_at"),
)


def export_companies(term: str, *, by: User) -> Iterator[str]:
    """Lines of CSV, in the order in which the search lists them; without a term all companies, by name.

    The export is recorded before the first line.
    """
    record_export(actions.COMPANIES_EXPORTED, user_id=by.pk)
    return csv_lines(_HEADER, map(_cells, _found(term) if term.strip() else _all()))


def _all() -> Iterator[Company]:
    return Company.objects.select_related("category").order_by("name", "pk").iterator(chunk_size=_CHUNK)


def _found(term: str) -> Iterator[Company]:
    asked: Asked | None = Asked(PAGE_SIZE)  # as many names with typing mistakes as the search lists
    while asked:
        with transaction.atomic():  # a search sets values of its transaction
            found = search_companies(asked, understand(read_term(term)))
        ids = [item.id for item in found.items]
        companies = Company.objects.select_related("category").in_bulk(ids)
        yield from (companies[pk] for pk in ids if pk in companies)
        asked = Asked(_CHUNK, found.end) if found.end else None


def _cells(company: Company) -> list[Any]:
    category = company.category.name if company.category else ""
    return [
        *(company.pk, company.name, category, company.get_status_display(), company.get_country_display()),
        *(company.hsone_id, company.slug, company.address, company.postcode, company.phone, company.website),
        company.created_at.isoformat(),
    ]
