"""Import companies and categories: new ones are stored; existing ones stay unchanged, with the edits of people."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import connection, transaction
from django.db.models import Q

from audit import actions
from audit.entries import record_audit
from companies.changes import MIN_NAME_LENGTH
from companies.lookup import MAKING_LOCK, MAX_NAME_LENGTH
from companies.models import Category, Company, CompanyStatus, Country
from kit.slugs import slug_of
from kit.text import as_name, storable

WHOLE_LIST = 0  # the subject id of audit entries about all companies
_LENGTHS = {"address": 500, "postcode": 16, "phone": 40, "website": 500, "hsone_id": 64}
_COUNTRIES = {
    **{str(country.value): country for country in Country},
    **{country.label.lower(): country for country in Country},
    "republic of ireland": Country.IRELAND,
}
_STATUSES = {
    "": CompanyStatus.OPEN,
    "a": CompanyStatus.OPEN,
    "active": CompanyStatus.OPEN,
    "open": CompanyStatus.OPEN,
    "c": CompanyStatus.CLOSED,
    "closed": CompanyStatus.CLOSED,
}
_is_web_page = URLValidator(schemes=["http", "https"])


def newest_company() -> int:
    """The id of the newest company; 0 if there is none."""
    return Company.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def names_alike(after: int) -> list[str]:
    """Names that occur in several spellings, if at least one belongs to a company newer than the id `after`. Spellings
    differ in case, spaces, commas and full stops.
    """
    new = {_plain(name) for name in Company.objects.filter(pk__gt=after).values_list("name", flat=True)}
    alike: dict[str, list[str]] = {}
    for name in Company.objects.order_by("pk").values_list("name", flat=True).iterator() if new else ():
        if (plain := _plain(name)) in new:
            alike.setdefault(plain, []).append(name)
    return [name for names in alike.values() if len(names) > 1 for name in names]


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[.,]", " ", name).casefold().split())


@dataclass(frozen=True, slots=True)
class ImportedCompany:
    """A company of a file. If `hsone_id` is empty, name and postcode identify it."""

    name: str
    hsone_id: str = ""
    address: str = ""
    postcode: str = ""
    phone: str = ""
    website: str = ""
    country: int = Country.UNITED_KINGDOM
    status: str = CompanyStatus.OPEN

    @property
    def identity(self) -> tuple[str, str]:
        return (self.hsone_id, "") if self.hsone_id else (self.name, self.postcode)


def read_company(cells: dict[str, str]) -> ImportedCompany:
    """The company of a row. `cells`: texts by field. Raises ValueError with the name of the field."""
    name = as_name(storable(cells.get("name", "")))
    if not MIN_NAME_LENGTH <= len(name) <= MAX_NAME_LENGTH:
        raise ValueError(f"name: must have {MIN_NAME_LENGTH} to {MAX_NAME_LENGTH} characters")
    texts = {field: as_name(storable(cells.get(field, ""))) for field in _LENGTHS}
    for field, longest in _LENGTHS.items():
        if len(texts[field]) > longest:
            raise ValueError(f"{field}: is longer than {longest} characters")
    try:
        if texts["website"]:
            _is_web_page(texts["website"])
    except ValidationError:
        raise ValueError("website: is no address of a web page") from None
    country = _COUNTRIES.get(cells.get("country", "").strip().lower() or str(Country.UNITED_KINGDOM.value))
    if country is None:
        raise ValueError("country: is none of the four")
    status = _STATUSES.get(cells.get("status", "").strip().lower())
    if status is None:
        raise ValueError("status: is neither open (A) nor closed (C)")
    return ImportedCompany(name=name, country=country, status=status, **texts)


def import_companies(companies: Sequence[ImportedCompany], category_id: int | None) -> int:
    """Store the companies that do not exist; returns their number. Parallel imports store a company once."""
    wanted: dict[tuple[str, str], ImportedCompany] = {}
    for company in companies:
        wanted.setdefault(company.identity, company)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MAKING_LOCK])
        codes = [company.hsone_id for company in wanted.values() if company.hsone_id]
        names = [company.name for company in wanted.values() if not company.hsone_id]
        stored = Company.objects.filter(Q(hsone_id__in=codes) | Q(name__in=names))
        for code, name, postcode in stored.values_list("hsone_id", "name", "postcode"):
            wanted.pop((code or "", ""), None)
            wanted.pop((name, postcode), None)
        rows = [_row(company, category_id) for company in wanted.values()]
        if rows:
            Company.objects.bulk_create(rows)
            counted = {"number": len(rows), "first": rows[0].pk}
            record_audit(actions.COMPANIES_IMPORTED, WHOLE_LIST, user_id=None, **counted)
    return len(rows)


def read_category(code: str, name: str) -> tuple[int, str]:
    """The number and name of a category. Raises ValueError."""
    name = as_name(storable(name))
    if not code.strip().isdecimal() or not 0 < int(code) < 2**31:
        raise ValueError("code: is no number")
    if not 0 < len(name) <= MAX_NAME_LENGTH:
        raise ValueError(f"name: must have 1 to {MAX_NAME_LENGTH} characters")
    return int(code), name


def import_categories(categories: Sequence[tuple[int, str]]) -> int:
    """Store the categories whose number does not exist; returns how many were stored."""
    wanted: dict[int, str] = {}
    for number, name in categories:
        wanted.setdefault(number, name)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MAKING_LOCK])
        for number in Category.objects.filter(pk__in=wanted).values_list("pk", flat=True):
            del wanted[number]
        if wanted:
            Category.objects.bulk_create(Category(pk=number, name=name) for number, name in wanted.items())
            record_audit(actions.CATEGORIES_IMPORTED, WHOLE_LIST, user_id=None, number=len(wanted))
    return len(wanted)


def category_named(text: str) -> int:
    """The number of a category, given by number or name. Raises ValueError."""
    wanted = Q(pk=int(text)) if text.isdecimal() else Q(name__iexact=text.strip())
    found = Category.objects.filter(wanted).order_by("pk").first()
    if found is None:
        raise ValueError(f"There is no category {text!r}.")
    return found.pk


def _row(company: ImportedCompany, category_id: int | None) -> Company:
    return Company(
        name=company.name,
        slug=slug_of(company.name),
        category_id=category_id,
        hsone_id=company.hsone_id or None,
        address=company.address,
        postcode=company.postcode,
        phone=company.phone,
        website=company.website,
        country=company.country,
        status=company.status,
    )
