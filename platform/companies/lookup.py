"""Find a company by its id, or by the reference of a source. A new name creates a company."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Q

from companies.errors import CompanyNotFoundError
from companies.models import Company, CompanyStatus
from kit.text import as_name, storable

MAX_NAME_LENGTH = 300
MAX_ID = 2**63 - 1
MAKING_LOCK = 0x636F6D70  # the key of the advisory lock for creating companies


class CompanyRef(NamedTuple):
    """A source's reference to a company: exactly one field is set. `word`: an HSOne id or a name."""

    id: int | None = None
    hsone_id: str | None = None
    name: str | None = None
    word: str | None = None


class Found(NamedTuple):
    id: int
    country: int


@dataclass(frozen=True, slots=True)
class _Known:
    by_id: Mapping[int, Found]
    by_hsone_id: Mapping[str, Found]
    by_name: Mapping[str, list[Found]]
    closed: Collection[int]


def require_company(company_id: int) -> None:
    """Raises CompanyNotFoundError."""
    if not Company.objects.filter(pk=company_id).exists():
        raise CompanyNotFoundError


def read_reference(value: Any) -> CompanyRef:
    """Parse a reference: a number is an id; a text is an HSOne id or a name; an object contains one named field.
    Raises ValueError.
    """
    match value:
        case bool():
            pass
        case int():
            return CompanyRef(id=_id(value))
        case str():
            return CompanyRef(word=_name(value))
        case {"id": int(number), **others} if not others and not isinstance(number, bool):
            return CompanyRef(id=_id(number))
        case {"hsone_id": str(code), **others} if not others:
            return CompanyRef(hsone_id=_name(code))
        case {"name": str(name), **others} if not others:
            return CompanyRef(name=_name(name))
    raise ValueError("must be an id, an HSOne id or a name")


def _id(number: int) -> int:
    if not 0 < number <= MAX_ID:
        raise ValueError("is no number of a company")
    return number


def _name(text: str) -> str:
    name = as_name(storable(text))
    if not 0 < len(name) <= MAX_NAME_LENGTH:
        raise ValueError(f"must have 1 to {MAX_NAME_LENGTH} characters")
    return name


def find_or_make_companies(
    references: Collection[CompanyRef], *, also_closed: bool = False
) -> dict[CompanyRef, Found | str]:
    """The company of each reference, or the reason why there is none. A new name creates a company.

    `also_closed`: accept closed companies, for tickets, because their clients may still write.

    Runs in the caller's transaction, with two statements, or four if a company is created. Parallel callers create a
    company once.
    """
    known = _look_up(references)
    if any(_is_new(reference, known) for reference in references):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MAKING_LOCK])
        known = _look_up(references)  # includes companies created meanwhile
        new = {name_of(reference) for reference in references if _is_new(reference, known)}
        Company.objects.bulk_create(Company(name=name) for name in sorted(new))
        known = _look_up(references)
    chosen = {reference: _choose(reference, known) for reference in references}
    return chosen if also_closed else {reference: _open(found, known) for reference, found in chosen.items()}


def name_of(reference: CompanyRef) -> str:
    return reference.name or reference.word or ""


def _look_up(references: Collection[CompanyRef]) -> _Known:
    names = {name_of(reference) for reference in references} - {""}
    codes = {reference.hsone_id or reference.word or "" for reference in references} - {""}
    numbers = {reference.id for reference in references if reference.id is not None}
    wanted = Q(name__in=names) | Q(hsone_id__in=codes) | Q(pk__in=numbers)
    by_id, by_hsone_id = {}, {}
    by_name: dict[str, list[Found]] = {}
    closed = set()
    rows = Company.objects.filter(wanted).order_by("pk").values_list("pk", "country", "hsone_id", "name", "status")
    for number, country, hsone_id, name, status in rows:
        if status == CompanyStatus.CLOSED:
            closed.add(number)
        found = Found(number, country)
        by_id[number] = found
        by_name.setdefault(name, []).append(found)
        if hsone_id:
            by_hsone_id[hsone_id] = found
    return _Known(by_id, by_hsone_id, by_name, closed)


def _is_new(reference: CompanyRef, known: _Known) -> bool:
    name = name_of(reference)
    return bool(name) and name not in known.by_name and (reference.word or "") not in known.by_hsone_id


def _choose(reference: CompanyRef, known: _Known) -> Found | str:
    if reference.id is not None:
        return known.by_id.get(reference.id, CompanyNotFoundError.message)
    if reference.hsone_id is not None:
        return known.by_hsone_id.get(reference.hsone_id, "There is no company with this HSOne id.")
    if found := known.by_hsone_id.get(reference.word or ""):
        return found
    first, *others = known.by_name[name_of(reference)]
    return "Several companies have this name: send an id." if others else first


def _open(found: Found | str, known: _Known) -> Found | str:
    if isinstance(found, Found) and found.id in known.closed:
        return "This company is closed and takes no new reviews."
    return found
