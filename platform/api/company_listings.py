"""Companies that people search and create, and the categories that they choose from."""

from typing import Annotated, Any

from django.http.response import HttpResponseBase
from ninja import Field, Path, Query, Router, Schema, Status
from pydantic import StringConstraints

from accounts.rights import Permission
from api.groups import SearchQuery
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import refusals
from api.http.files import CSV_FILE, file_response
from api.http.parsing import Payload
from api.http.texts import Storable
from companies.categories import categories_for, mark_favourite, unmark_favourite
from companies.changes import create_company
from companies.models import Company
from kit.pages import keyset_page
from search.exporting import export_companies

router = Router(tags=["Companies"])

CategoryId = Annotated[int, Path(ge=1, le=MAX_ID)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), Storable]
_creators = Staff(Permission.TOP_LEVEL_ADD, Permission.ORGANISATION)


class NewCompany(Payload):
    """`category`: its id; 0 where none is chosen."""

    name: Name
    category: Annotated[int, Field(ge=0, le=MAX_ID)]


class CreatedCompany(Schema):
    id: int


class CompanyRow(Schema):
    id: int
    name: str
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
    response={200: CompanyList, **refusals(401, 403)},
    auth=Staff(
        *(Permission.ORGANISATION, Permission.GROUPS, Permission.MODERATION),
        *(Permission.TICKETS, Permission.TESTIMONIALS),
    ),
    operation_id="listCompanies",
)
def list_companies(request: StaffRequest, query: Query[SearchQuery]) -> Any:
    """A page of the companies, by name. `q`: words of the name, an id, or the beginning of a postcode."""
    companies, next_cursor = keyset_page(
        Company.objects.found_by(query.q), "name", of=f"companies {query.q}", cursor=query.cursor, limit=query.limit
    )
    return {"items": companies, "next_cursor": next_cursor}


@router.get(
    "/companies/export",
    response={200: dict[str, Any], **refusals(401, 403)},
    auth=Staff(Permission.ORGANISATION),
    operation_id="exportCompanies",
    openapi_extra=CSV_FILE,
)
def export(request: StaffRequest, term: str = "") -> HttpResponseBase:
    """What a search for companies lists, as a file of comma-separated values, streamed; without a term all of them."""
    return file_response(export_companies(term, by=request.auth.user), "companies")


@router.post(
    "/company",
    response={201: CreatedCompany, **refusals(401, 403, 413, 415)},
    auth=_creators,
    operation_id="createCompany",
)
def create(request: StaffRequest, body: NewCompany) -> Any:
    return Status(201, {"id": create_company(body.name, body.category, by=request.auth.user).pk})


@router.get(
    "/categories",
    response={200: Categories, **refusals(401, 403)},
    auth=_creators,
    operation_id="listCategories",
)
def list_categories(request: StaffRequest) -> Any:
    """All categories, the caller's favourites first."""
    return {"categories": list(categories_for(request.auth.user))}


@router.put(
    "/categories/{category_id}/favourite",
    response={204: None, **refusals(401, 403, 404)},
    auth=_creators,
    operation_id="markFavouriteCategory",
)
def mark(request: StaffRequest, category_id: CategoryId) -> Any:
    mark_favourite(category_id, by=request.auth.user)
    return Status(204, None)


@router.delete(
    "/categories/{category_id}/favourite",
    response={204: None, **refusals(401, 403, 404)},
    auth=_creators,
    operation_id="unmarkFavouriteCategory",
)
def unmark(request: StaffRequest, category_id: CategoryId) -> Any:
    unmark_favourite(category_id, by=request.auth.user)
    return Status(204, None)
