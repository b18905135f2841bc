"""Company groups and their members: list, create, change and delete them."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal

from django.db.models import Q, QuerySet
from django.http.response import HttpResponseBase
from ninja import Path, Query, Status
from pydantic import StringConstraints

from accounts.models import User
from accounts.schemas import Person
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.choices import CountryNumber, TextBoolean
from api.http.errors import Problem
from api.http.files import CSV_FILE, file_response
from api.http.lists import Directed, PageQuery, SearchWords, page_of
from api.http.parsing import Payload
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Storable, Visible
from api.organisation.companies import CompanyId
from api.organisation.members import GroupMemberList, MemberChoice, MemberQuery, member_page
from audit import actions
from audit.entries import user_of
from companies.exporting import export_companies
from groups.changes import change_group, create_group, delete_group, get_group
from groups.exporting import export_groups
from groups.members import add_member, numbers_of_members, remove_member
from groups.models import Group
from kit.finding import found_by_words
from kit.pages import NAME_ORDER, in_order
from reviews.published import Published, published_by_group, published_of_all
from workflows.engine.reading.lists.blindness import results_hidden_from
from workflows.reviews.subject import REVIEW

router = Router(tags=["Company groups"])

GroupId = Annotated[int, Path(ge=1, le=MAX_ID)]
GroupName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300), Storable, Visible]
Slug = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), Storable]


class GroupChoice(Directed, SearchWords):
    """Filters and order of the list. `q`: words of the name, an id or a slug. `created`: ordered by id."""

    sort: Literal["name", "created"] = "name"

    @property
    def field(self) -> str:
        return "pk" if self.sort == "created" else "name_order"


class GroupQuery(PageQuery, GroupChoice):
    """`GroupChoice` with a cursor and a limit."""


class NewGroup(Payload):
    """`internal` and `country` may be sent as text. `slug`: empty for a group without an RPP page, required with one.

    `rpp_page`: if omitted, the group has one if it has a slug.
    """

    name: GroupName
    slug: Slug = ""
    internal: TextBoolean = False
    country: CountryNumber = 1
    rpp_page: TextBoolean | None = None


class GroupChanges(Payload):
    """Omitted fields stay unchanged. `rpp_page`: false removes the slug."""

    name: GroupName | None = None
    slug: Slug | None = None
    internal: TextBoolean | None = None
    country: CountryNumber | None = None
    rpp_page: TextBoolean | None = None


class CreatedGroup(Schema):
    """`path`: of its page in the console; empty if its creator cannot open it."""

    id: int
    path: str


class GroupOut(Schema):
    """`companies`: number of members. `rpp_page`: whether it has an RPP page; `slug` is the end of its address."""

    id: int
    name: str
    slug: str
    rpp_page: bool
    internal: bool
    country: int
    created: datetime
    companies: int


class GroupRow(GroupOut):
    """`reviews`, `rating`: of its members' published reviews."""

    reviews: int
    rating: float | None


class GroupDetails(GroupRow):
    """`recent`: its published reviews received in the last 30 days. `made_by`: null if its log has no creator."""

    recent: int
    made_by: Person | None


class GroupList(Schema):
    """`total`: number of all groups; only on the first page."""

    items: list[GroupRow]
    next_cursor: str | None
    total: int | None


@router.get("/groups", response=GroupList, auth=Staff("groups"))
def list_groups(request: StaffRequest, query: Query[GroupQuery]) -> Any:
    """A page of the groups."""
    groups, next_cursor = page_of(
        _found(query.q), query, query.field, of=f"groups {query.sort} {query.direction} {query.q}"
    )
    numbers = numbers_of_members(groups)
    hidden = results_hidden_from(request.auth.user, REVIEW)
    published = published_by_group([group.pk for group in groups], hidden)
    items = [_row(group, numbers.get(group.pk, 0)) | asdict(published.get(group.pk, Published())) for group in groups]
    return {"items": items, "next_cursor": next_cursor, "total": None if query.cursor else Group.objects.count()}


@router.get(
    "/groups/export",
    response=dict[str, Any],
    auth=Staff("groups", asks_again=True),
    operation_id="exportGroups",
    openapi_extra=CSV_FILE,
)
@from_replica
def export(request: StaffRequest, query: Query[GroupChoice]) -> HttpResponseBase:
    """The list as a CSV file, streamed."""
    groups = in_order(_found(query.q), query.field, descending=query.descending)
    return file_response(export_groups(groups, by=request.auth.user), "groups")


@router.post(
    "/group",
    response={201: CreatedGroup, 409: Problem},
    auth=Staff("top_level_add", "groups"),
    operation_id="createGroup",
)
def create(request: StaffRequest, body: NewGroup) -> Any:
    """409 `slug_taken` when another group has the slug."""
    values = body.model_dump(exclude={"rpp_page"})
    group = create_group(values, rpp_page=body.rpp_page, by=request.auth.user)
    return Status(201, {"id": group.pk, "path": f"/groups/{group.pk}" if request.auth.user.may("groups") else ""})


@router.get("/group/{group_id}", response=GroupDetails, auth=Staff("groups"), operation_id="getGroup")
def read(request: StaffRequest, group_id: GroupId) -> Any:
    group = get_group(group_id)
    members = group.memberships.values("company_id")
    published = published_of_all(members, results_hidden_from(request.auth.user, REVIEW))
    return {**_answer(group), **asdict(published), "made_by": _maker(group_id)}


@router.patch(
    "/group/{group_id}", response={200: GroupOut, 409: Problem}, auth=Staff("groups"), operation_id="changeGroup"
)
def change(request: StaffRequest, group_id: GroupId, body: GroupChanges) -> Any:
    """409 `slug_taken` when another group has the slug."""
    values = body.model_dump(exclude_none=True, exclude={"rpp_page"})
    return _answer(change_group(group_id, values, rpp_page=body.rpp_page, by=request.auth.user))


@router.delete("/group/{group_id}", response={204: None}, auth=Staff("groups"), operation_id="deleteGroup")
def delete(request: StaffRequest, group_id: GroupId) -> Any:
    """Delete the group. Its companies stay."""
    delete_group(group_id, by=request.auth.user)
    return Status(204, None)


@router.get(
    "/group/{group_id}/members", response=GroupMemberList, auth=Staff("groups"), operation_id="listGroupMembers"
)
def list_members(request: StaffRequest, group_id: GroupId, query: Query[MemberQuery]) -> Any:
    """A page of the group's companies."""
    group = get_group(group_id)
    return member_page(
        query, request.auth.user, members=f"members {group_id}", through="memberships", memberships__group=group
    )


@router.get(
    "/group/{group_id}/members/export",
    response=dict[str, Any],
    auth=Staff("groups", asks_again=True),
    operation_id="exportGroupMembers",
    openapi_extra=CSV_FILE,
)
@from_replica
def export_members(request: StaffRequest, group_id: GroupId, query: Query[MemberChoice]) -> HttpResponseBase:
    """The list as a CSV file, streamed."""
    members = query.sorted(memberships__group=get_group(group_id))
    action = actions.GROUP_MEMBERS_EXPORTED
    return file_response(export_companies(members, by=request.auth.user, action=action, group=group_id), "members")


@router.put(
    "/group/{group_id}/members/{company_id}", response={204: None}, auth=Staff("groups"), operation_id="addGroupMember"
)
def add(request: StaffRequest, group_id: GroupId, company_id: CompanyId) -> Any:
    add_member(group_id, company_id, by=request.auth.user)
    return Status(204, None)


@router.delete(
    "/group/{group_id}/members/{company_id}",
    response={204: None},
    auth=Staff("groups"),
    operation_id="removeGroupMember",
)
def remove(request: StaffRequest, group_id: GroupId, company_id: CompanyId) -> Any:
    remove_member(group_id, company_id, by=request.auth.user)
    return Status(204, None)


def _found(words: str) -> QuerySet[Group]:
    groups = Group.objects.annotate(name_order=NAME_ORDER)
    return groups.filter(found_by_words(words, "name__icontains") | Q(slug=words)) if words else groups


def _maker(group_id: int) -> dict[str, Any] | None:
    """The person who created the group, by its audit log; None if the log has none."""
    user_id = user_of(actions.GROUP_CREATED, group_id)
    return None if user_id is None else {"id": user_id, "name": User.objects.names_of([user_id])[user_id]}


def _answer(group: Group) -> dict[str, Any]:
    return _row(group, group.memberships.count())


def _row(group: Group, companies: int) -> dict[str, Any]:
    return {
        "id": group.pk,
        "name": group.name,
        "slug": group.slug,
        "rpp_page": group.slug != "",
        "internal": group.internal,
        "country": group.country,
        "created": group.created_at,
        "companies": companies,
    }
