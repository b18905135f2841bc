"""The companies that an account belongs to, and their groups."""

from typing import Any, Literal

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from ninja import Query, Status

from accounts.exporting import export_accounts
from accounts.lists import found_by, get_account
from accounts.models import User
from accounts.rights import AccessLevel
from api.accounts.schemas import AccountId
from api.http.auth import Staff, StaffRequest
from api.http.files import CSV_FILE, file_response
from api.http.lists import Directed, PageQuery, page_of
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.organisation.companies import CompanyId
from api.organisation.members import MemberChoice, MemberQuery
from audit import actions
from companies.exporting import export_companies
from groups.associations import accounts_of, associate, dissociate, groups_of
from kit.pages import in_order

router = Router(tags=["User accounts"])


class AssociatedGroup(Schema):
    id: int
    name: str


class AssociatedCompany(Schema):
    id: int
    name: str
    postcode: str
    groups: list[AssociatedGroup]


class AccountName(Schema):
    full: str


class CompanyAccountChoice(Directed):
    """How the list is sorted."""

    sort: Literal["name", "email"] = "name"

    @property
    def field(self) -> str:
        return f"{self.sort}_order"


class CompanyAccountQuery(PageQuery, CompanyAccountChoice):
    """The same, and a page."""


class CompanyAccount(Schema):
    id: int
    name: AccountName
    email: str
    access_level: AccessLevel


class CompanyAccountList(Schema):
    items: list[CompanyAccount]
    next_cursor: str | None


class AssociationList(Schema):
    items: list[AssociatedCompany]
    next_cursor: str | None


@router.get(
    "/user/{user_id}/associations", response=AssociationList, auth=Staff("users"), operation_id="listUserAssociations"
)
def list_associations(request: StaffRequest, user_id: AccountId, query: Query[MemberQuery]) -> Any:
    """A page of the account's companies."""
    companies, next_cursor = query.page(f"associations {user_id}", associations__user=get_account(user_id))
    groups = groups_of(companies)
    items = [
        {
            "id": company.pk,
            "name": company.name,
            "postcode": company.postcode,
            "groups": [{"id": number, "name": name} for number, name in groups.get(company.pk, ())],
        }
        for company in companies
    ]
    return {"items": items, "next_cursor": next_cursor}


@router.get(
    "/user/{user_id}/associations/export",
    response=dict[str, Any],
    auth=Staff("users", asks_again=True),
    operation_id="exportUserAssociations",
    openapi_extra=CSV_FILE,
)
@from_replica
def export(request: StaffRequest, user_id: AccountId, query: Query[MemberChoice]) -> HttpResponseBase:
    """The list as a file of comma-separated values, streamed."""
    companies = query.sorted(associations__user=get_account(user_id))
    action = actions.ASSOCIATIONS_EXPORTED
    lines = export_companies(companies, by=request.auth.user, action=action, account=user_id)
    return file_response(lines, "account-companies")


@router.put(
    "/user/{user_id}/associations/{company_id}",
    response={204: None},
    auth=Staff("users"),
    operation_id="addUserAssociation",
)
def add(request: StaffRequest, user_id: AccountId, company_id: CompanyId) -> Any:
    associate(user_id, company_id, by=request.auth.user)
    return Status(204, None)


@router.delete(
    "/user/{user_id}/associations/{company_id}",
    response={204: None},
    auth=Staff("users"),
    operation_id="removeUserAssociation",
)
def remove(request: StaffRequest, user_id: AccountId, company_id: CompanyId) -> Any:
    dissociate(user_id, company_id, by=request.auth.user)
    return Status(204, None)


@router.get("/company/{company_id}/accounts", response=CompanyAccountList, auth=Staff("users"))
def list_company_accounts(request: StaffRequest, company_id: CompanyId, query: Query[CompanyAccountQuery]) -> Any:
    """A page of the accounts that belong to the company."""
    accounts, next_cursor = page_of(
        _accounts(company_id), query, query.field, of=f"accounts of {company_id} {query.sort} {query.direction}"
    )
    items = [
        {"id": user.pk, "name": {"full": user.full_name}, "email": user.email, "access_level": user.access_level}
        for user in accounts
    ]
    return {"items": items, "next_cursor": next_cursor}


@router.get(
    "/company/{company_id}/accounts/export",
    response=dict[str, Any],
    auth=Staff("users", asks_again=True),
    openapi_extra=CSV_FILE,
)
@from_replica
def export_company_accounts(
    request: StaffRequest, company_id: CompanyId, query: Query[CompanyAccountChoice]
) -> HttpResponseBase:
    """The list as a file of comma-separated values, streamed."""
    accounts = in_order(_accounts(company_id), query.field, descending=query.descending)
    action = actions.COMPANY_ACCOUNTS_EXPORTED
    lines = export_accounts(accounts, by=request.auth.user, action=action, company=company_id)
    return file_response(lines, "company-accounts")


def _accounts(company_id: int) -> QuerySet[User]:
    return found_by("").filter(pk__in=accounts_of(company_id))
