"""Companies that belong to something: the members of a group, those of a tag, the companies of an account."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Literal

from django.db.models import F, QuerySet

from accounts.models import User
from api.http.lists import Directed, PageQuery, SearchWords, page_of
from api.http.schemas import Schema
from companies.models import Company
from kit.pages import NAME_ORDER, in_order
from reviews.published import Published, published_by_company
from workflows.engine.reading.lists.blindness import results_hidden_from
from workflows.reviews.subject import REVIEW

_FIELDS = {"name": "name_order", "id": "pk"}
_FIGURES = ("reviews", "rating")


class MemberChoice(Directed, SearchWords):
    """Filters and order of such a list. `q`: as in the list of companies."""

    sort: Literal["name", "id"] = "name"

    def found(self, **belonging: Any) -> QuerySet[Company]:
        return Company.objects.found_by(self.q).filter(**belonging).annotate(name_order=NAME_ORDER)

    def sorted(self, **belonging: Any) -> QuerySet[Company]:
        return in_order(self.found(**belonging), _FIELDS[self.sort], descending=self.descending)


class MemberQuery(PageQuery, MemberChoice):
    """`MemberChoice` with a cursor and a limit."""

    def page(
        self, of: str, annotations: Mapping[str, Any] = MappingProxyType({}), **belonging: Any
    ) -> tuple[list[Company], str | None]:
        """The companies of a page, and the cursor of the next. `of`: the list's name."""
        named = f"{of} {self.sort} {self.direction} {self.q}"
        found = self.found(**belonging).annotate(**annotations)
        return page_of(found, self, _FIELDS[self.sort], of=named, first=self.number)


class GroupMember(Schema):
    """`reviews`, `rating`: of its published reviews; in a tag with a rule, only of those that the rule counts, at the
    tag's `counted_at`. `added`: when it became a member.
    """

    id: int
    name: str
    address: str
    postcode: str
    reviews: int
    rating: float | None
    added: datetime


class GroupMemberList(Schema):
    items: list[GroupMember]
    next_cursor: str | None


def member_page(
    query: MemberQuery, user: User, *, members: str, through: str, counted: bool = False, **belonging: Any
) -> dict[str, Any]:
    """A page of members. `members`: the list's name. `through`: the relation to the membership. `belonging`: the filter
    for members. `counted`: whether `through` has figures of its own.
    """
    stored = {f"member_{name}": F(f"{through}__{name}") for name in ("added_at", *(_FIGURES if counted else ()))}
    companies, next_cursor = query.page(members, stored, **belonging)
    figures: dict[int, Published] = {
        company.pk: Published(company.member_reviews, company.member_rating)  # type: ignore[attr-defined]
        for company in companies
        if getattr(company, "member_reviews", None) is not None
    }
    others = [company.pk for company in companies if company.pk not in figures]
    figures |= published_by_company(others, results_hidden_from(user, REVIEW))
    items = [_member(company, figures.get(company.pk, Published())) for company in companies]
    return {"items": items, "next_cursor": next_cursor}


def _member(company: Any, published: Published) -> dict[str, Any]:
    return {
        "id": company.pk,
        "name": company.name,
        "address": company.address,
        "postcode": company.postcode,
        "reviews": published.reviews,
        "rating": published.rating,
        "added": company.member_added_at,
    }
