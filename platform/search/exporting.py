"""Export the companies that a search finds."""

from collections.abc import Iterator

from django.db import transaction

from accounts.models import User
from audit import actions
from audit.entries import record_export
from companies.exporting import company_lines
from companies.models import Company
from fulltext.terms import read_term
from fulltext.understood import understand
from search.companies import search_companies
from search.everything import PAGE_SIZE
from search.results import Asked

_CHUNK = 1_000


def export_found_companies(term: str, *, by: User) -> Iterator[str]:
    """CSV lines, in the order of the search. The export is recorded before the first line."""
    record_export(actions.COMPANIES_EXPORTED, user_id=by.pk)
    return company_lines(_found(term))


def _found(term: str) -> Iterator[Company]:
    asked: Asked | None = Asked(PAGE_SIZE)  # the search's page size, which limits names with typing mistakes
    while asked:
        with transaction.atomic():  # a search sets parameters of its transaction
            found = search_companies(asked, understand(read_term(term)))
        ids = [item.id for item in found.items]
        companies = Company.objects.select_related("category").in_bulk(ids)
        yield from (companies[pk] for pk in ids if pk in companies)
        asked = Asked(_CHUNK, found.end) if found.end else None
