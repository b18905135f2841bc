"""Companies to search and create, and the categories to choose from."""

from typing import Annotated, Any, Literal

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from ninja import Field, Path, Query, Status
from pydantic import StringConstraints

from accounts.rights import Permission
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.choices import CountryNumber, RowId
from api.http.files import CSV_FILE, file_response
from api.http.lists import Directed, PageQuery, SearchWords, page_of
from api.http.parsing import Payload
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Storable
from companies.categories import categories_for, mark_favourite, unmark_favourite
from companies.changes import create_company
from companies.exporting import export_companies
from companies.models import Company
from kit.pages import NAME_ORDER, in_order
from search.exporting import export_found_companies

router = Router(tags=["Companies"])

CategoryId = Annotated[int, Path(ge=1, le=MAX_ID)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), Storable]
_FIELDS = {"name": "name_order", "id": "pk"}
_creators = Staff(Permission.TOP_LEVEL_ADD, Permission.ORGANISATION)


class NewCompany(Payload):
    """`category`: its id; 0 if none is chosen."""

    name: Name
    category: Annotated[int, Field(ge=0, le=MAX_ID)]


class CreatedCompany(Schema):
    """`path`: of its page in the console; empty if its creator cannot open it."""

    id: int
    path: str


class CompanyChoice(Directed, SearchWords):
    """Filters and order of the list. `q`: words of the name, an id (its company comes first), or the beginning of a
    postcode.
    """

    status: Literal["open", "closed"] | None = None
    country: CountryNumber | None = None
    category: RowId | None = None
    sort: Literal["name", "id"] = "name"

    @property
    def filters(self) -> dict[str, Any]:
        return {name: value for name in ("status", "country", "category") if (value := getattr(self, name)) is not None}

    def found(self) -> QuerySet[Company]:
        return Company.objects.found_by(self.q).filter(**self.filters).annotate(name_order=NAME_ORDER)


class CompanyQuery(PageQuery, CompanyChoice):
    """`CompanyChoice` with a cursor and a limit."""


class CompanyRow(Schema):
    """`category`: its name; null if a source created the company and nobody chose one yet."""

    id: int
    name: str
    category: str | None
    country: int
    postcode: str
    hsone_id: str | None
    status: str


class CompanyList(Schema):
    items: list[CompanyRow]
    next_cursor: str | None


class CategoryOut(Schema):
    id: int
    name: str
    favourite: bool


class Categories(Schema):
    categories: list[CategoryOut]


@router.get(
    "/companies",
    response=CompanyList,
    auth=Staff(
        *(Permission.ORGANISATION, Permission.GROUPS, Permission.MODERATION),
        *(Permission.TICKETS, Permission.TESTIMONIALS),
    ),
)
def list_companies(request: StaffRequest, query: Query[CompanyQuery]) -> Any:
    """A page of the companies."""
    companies, next_cursor = page_of(
        query.found().select_related("category"),
        query,
        _FIELDS[query.sort],
        of=f"companies {query.sort} {query.direction} {query.q} {query.filters}",
        first=query.number,
    )
    return {"items": [_row(company) for company in companies], "next_cursor": next_cursor}


@router.get(
    "/companies/export",
    response=dict[str, Any],
    auth=Staff(Permission.ORGANISATION, asks_again=True),
    operation_id="exportCompanies",
    openapi_extra=CSV_FILE,
)
@from_replica
def export(request: StaffRequest, query: Query[CompanyChoice], term: str = "") -> HttpResponseBase:
    """The list as a CSV file, streamed. With a `term`: the results of a search for companies."""
    by = request.auth.user
    if term.strip():
        return file_response(export_found_companies(term, by=by), "companies")
    companies = in_order(query.found(), _FIELDS[query.sort], descending=query.descending)
    return file_response(export_companies(companies, by=by), "companies")


@router.post("/company", response={201: CreatedCompany}, auth=_creators, operation_id="createCompany")
def create(request: StaffRequest, body: NewCompany) -> Any:
    by = request.auth.user
    company = create_company(body.name, body.category, by=by)
    may_open = by.may(Permission.MODERATION) or by.may(Permission.ORGANISATION)
    return Status(201, {"id": company.pk, "path": f"/company/{company.pk}" if may_open else ""})


@router.get("/categories", response=Categories, auth=_creators)
def list_categories(request: StaffRequest) -> Any:
    """All categories, the caller's favourites first."""
    return {"categories": list(categories_for(request.auth.user))}


@router.put(
    "/categories/{category_id}/favourite", response={204: None}, auth=_creators, operation_id="markFavouriteCategory"
)
def mark(request: StaffRequest, category_id: CategoryId) -> Any:
    mark_favourite(category_id, by=request.auth.user)
    return Status(204, None)


@router.delete(
    "/categories/{category_id}/favourite", response={204: None}, auth=_creators, operation_id="unmarkFavouriteCategory"
)
def unmark(request: StaffRequest, category_id: CategoryId) -> Any:
    unmark_favourite(category_id, by=request.auth.user)
    return Status(204, None)


def _row(company: Company) -> dict[str, Any]:
    return {
        "id": company.pk,
        "name": company.name,
        "category": company.category.name if company.category else None,
        "country": company.country,
        "postcode": company.postcode,
        "hsone_id": company.hsone_id,
        "status": company.status,
    }
