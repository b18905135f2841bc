"""Export companies as CSV."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from audit import actions
from audit.action import Action
from audit.entries import record_export
from companies.models import Company
from kit.spreadsheets import csv_lines

_CHUNK = 1_000
_HEADER = (
    *("id", "name", "category", "status", "country", "hsone_id", "slug"),
    *("address", "postcode", "phone", "website", "created_at"),
)


def export_companies(
    companies: QuerySet[Company], *, by: User, action: Action = actions.COMPANIES_EXPORTED, **details: int
) -> Iterator[str]:
    """CSV lines in the order of `companies`. The export is recorded as `action` before the first line."""
    record_export(action, user_id=by.pk, **details)
    return company_lines(companies.select_related("category").iterator(chunk_size=_CHUNK))


def company_lines(companies: Iterable[Company]) -> Iterator[str]:
    """CSV lines. The categories of the companies must be loaded."""
    return csv_lines(_HEADER, map(_cells, companies))


def _cells(company: Company) -> list[Any]:
    category = company.category.name if company.category else ""
    return [
        *(company.pk, company.name, category, company.get_status_display(), company.get_country_display()),
        *(company.hsone_id, company.slug, company.address, company.postcode, company.phone, company.website),
        company.created_at.isoformat(),
    ]
