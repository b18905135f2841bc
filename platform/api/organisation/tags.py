"""Organisation tags and the companies that have them: list, create, change and delete them."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.db.models import Count, Q, QuerySet
from django.http.response import HttpResponseBase
from ninja import Path, Query, Status
from pydantic import StringConstraints, model_validator

from api.http.auth import MAX_ID, Staff, StaffRequest
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
from companies.exporting import export_companies
from groups.models import Group
from kit.finding import found_by_words
from kit.pages import NAME_ORDER, in_order
from tags.changes import change_tag, delete_tag, get_tag
from tags.exporting import export_tags
from tags.models import RATING_ORDER, Tag, TagType
from tags.rules import Rule, groups_named_in
from workflows.tags.evaluations import add_counted_member, create_evaluated_tag, remove_counted_member

router = Router(tags=["Organisation tags"])

TagId = Annotated[int, Path(ge=1, le=MAX_ID)]
TagName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), Storable, Visible]
Description = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2_000), Storable]
Category = Literal["software", "features", "service_level", "dental", "social_media", "engagement"]
Type = Literal["system", "smart", "user"]


class Chosen(Directed, SearchWords):
    """Filters and order of the list. `q`: words of the name, or an id. Tags without a rating are the lowest."""

    category: Category | None = None
    type: Type | None = None
    sort: Literal["name", "id", "members", "reviews", "rating"] = "name"

    @property
    def field(self) -> str:
        return {"id": "pk", "name": "name_order", "rating": "rating_order"}.get(self.sort, self.sort)

    def found(self) -> QuerySet[Tag]:
        found = Tag.objects.filter(found_by_words(self.q, "name__icontains"))
        return found.annotate(name_order=NAME_ORDER, rating_order=RATING_ORDER).filter(**self.kinds())

    def kinds(self) -> dict[str, str]:
        return {name: value for name in ("category", "type") if (value := getattr(self, name))}


class TagQuery(PageQuery, Chosen):
    """`Chosen` with a cursor and a limit."""


class NewTag(Payload):
    """`rule`: required for a smart tag, refused for others."""

    name: TagName
    category: Category
    description: Description = ""
    type: Literal["user", "smart"] = "user"
    rule: Rule | None = None

    @model_validator(mode="after")
    def _smart_with_rule(self) -> "NewTag":
        if (self.type == "smart") != (self.rule is not None):
            raise ValueError("A smart tag needs a rule, and a user-defined tag has none.")
        return self


class TagChanges(Payload):
    """Omitted fields stay unchanged."""

    name: TagName | None = None
    category: Category | None = None
    description: Description | None = None


class CreatedTag(Schema):
    id: int


class TagOut(Schema):
    """`reviews`, `rating`: of published reviews, as of `counted_at`; null before the first evaluation."""

    id: int
    name: str
    category: Category
    description: str
    type: Type
    rule: Rule | None
    members: int
    reviews: int
    rating: float | None
    counted_at: datetime | None
    created: datetime


class RuleGroup(Schema):
    id: int
    name: str


class TagDetails(TagOut):
    """`rule_groups`: the groups in the rule, without deleted ones."""

    rule_groups: list[RuleGroup]


class TagList(Schema):
    """`total`, `user_defined`: numbers of all tags; only on the first page."""

    items: list[TagOut]
    next_cursor: str | None
    total: int | None
    user_defined: int | None


@router.get("/tags", response=TagList, auth=Staff("tags"))
def list_tags(request: StaffRequest, query: Query[TagQuery]) -> Any:
    """A page of the tags."""
    tags, next_cursor = page_of(
        query.found(), query, query.field, of=f"tags {query.sort} {query.direction} {query.q} {query.kinds()}"
    )
    numbers = {"total": None, "user_defined": None} if query.cursor else _numbers()
    return {"items": [_row(tag) for tag in tags], "next_cursor": next_cursor, **numbers}


@router.get(
    "/tags/export",
    response=dict[str, Any],
    auth=Staff("tags", asks_again=True),
    operation_id="exportTags",
    openapi_extra=CSV_FILE,
)
@from_replica
def export(request: StaffRequest, query: Query[Chosen]) -> HttpResponseBase:
    """The list as a CSV file, streamed."""
    tags = in_order(query.found(), query.field, descending=query.descending)
    return file_response(export_tags(tags, by=request.auth.user), "tags")


@router.post("/tag", response={201: CreatedTag}, auth=Staff("tags"), operation_id="createTag")
def create(request: StaffRequest, body: NewTag) -> Any:
    """Create a tag. Its figures, and the companies of a smart tag, are computed in the background."""
    tag = create_evaluated_tag(body.model_dump(exclude={"type", "rule"}), body.rule, by=request.auth.user)
    return Status(201, {"id": tag.pk})


@router.get("/tag/{tag_id}", response=TagDetails, auth=Staff("tags"), operation_id="getTag")
def read(request: StaffRequest, tag_id: TagId) -> Any:
    tag = get_tag(tag_id)
    numbers = groups_named_in(tag.rule)
    return {**_row(tag), "rule_groups": Group.objects.filter(pk__in=numbers).order_by("pk") if numbers else []}


@router.patch("/tag/{tag_id}", response={200: TagOut, 409: Problem}, auth=Staff("tags"), operation_id="changeTag")
def change(request: StaffRequest, tag_id: TagId, body: TagChanges) -> Any:
    """409 `tag_not_editable` for system and smart tags."""
    return _row(change_tag(tag_id, body.model_dump(exclude_none=True), by=request.auth.user))


@router.delete("/tag/{tag_id}", response={204: None, 409: Problem}, auth=Staff("tags"), operation_id="deleteTag")
def delete(request: StaffRequest, tag_id: TagId) -> Any:
    """Delete the tag. Its companies stay. 409 `system_tag` for a tag of the product."""
    delete_tag(tag_id, by=request.auth.user)
    return Status(204, None)


@router.get("/tag/{tag_id}/members", response=GroupMemberList, auth=Staff("tags"), operation_id="listTagMembers")
def list_members(request: StaffRequest, tag_id: TagId, query: Query[MemberQuery]) -> Any:
    """A page of the companies that have the tag."""
    tag = get_tag(tag_id)
    return member_page(
        query,
        request.auth.user,
        members=f"tag members {tag_id}",
        through="tag_memberships",
        counted=tag.type != TagType.USER,
        tag_memberships__tag=tag,
    )


@router.get(
    "/tag/{tag_id}/members/export",
    response=dict[str, Any],
    auth=Staff("tags", asks_again=True),
    operation_id="exportTagMembers",
    openapi_extra=CSV_FILE,
)
@from_replica
def export_members(request: StaffRequest, tag_id: TagId, query: Query[MemberChoice]) -> HttpResponseBase:
    """The list as a CSV file, streamed."""
    members = query.sorted(tag_memberships__tag=get_tag(tag_id))
    action = actions.TAG_MEMBERS_EXPORTED
    return file_response(export_companies(members, by=request.auth.user, action=action, tag=tag_id), "tag-companies")


@router.put(
    "/tag/{tag_id}/members/{company_id}",
    response={204: None, 409: Problem},
    auth=Staff("tags"),
    operation_id="addTagMember",
)
def add(request: StaffRequest, tag_id: TagId, company_id: CompanyId) -> Any:
    """409 `tag_not_editable` for system and smart tags."""
    add_counted_member(tag_id, company_id, by=request.auth.user)
    return Status(204, None)


@router.delete(
    "/tag/{tag_id}/members/{company_id}",
    response={204: None, 409: Problem},
    auth=Staff("tags"),
    operation_id="removeTagMember",
)
def remove(request: StaffRequest, tag_id: TagId, company_id: CompanyId) -> Any:
    """409 `tag_not_editable` for system and smart tags."""
    remove_counted_member(tag_id, company_id, by=request.auth.user)
    return Status(204, None)


def _numbers() -> dict[str, int]:
    found: dict[str, int] = Tag.objects.aggregate(
        total=Count("pk"), user_defined=Count("pk", filter=Q(type=TagType.USER))
    )
    return found


def _row(tag: Tag) -> dict[str, Any]:
    return {
        "id": tag.pk,
        "name": tag.name,
        "category": tag.category,
        "description": tag.description,
        "type": tag.type,
        "rule": tag.rule,
        "members": tag.members,
        "reviews": tag.reviews,
        "rating": tag.rating,
        "counted_at": tag.counted_at,
        "created": tag.created_at,
    }
