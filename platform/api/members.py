"""Companies that belong to something: the members of a group, those of a tag, the companies of an account."""

from typing import Any, Literal

from django.db.models import QuerySet
from ninja import Schema

from api.http.lists import Directed, PageQuery, Words, page_of
from companies.models import Company
from kit.pages import in_order

_FIELDS = {"name": "name", "id": "pk"}


class MemberChoice(Directed, Words):
    """What narrows and sorts such a list. `q`: as in the list of companies."""

    sort: Literal["name", "id"] = "name"

    def found(self, **belonging: Any) -> QuerySet[Company]:
        return Company.objects.found_by(self.q).filter(**belonging)

    def sorted(self, **belonging: Any) -> QuerySet[Company]:
        return in_order(self.found(**belonging), _FIELDS[self.sort], descending=self.descending)


class MemberQuery(PageQuery, MemberChoice):
    """The same, and a page."""

    def page(self, of: str, **belonging: Any) -> tuple[list[Company], str | None]:
        """The companies of a page, and the cursor of the next. `of`: the list's name."""
        named = f"{of} {self.sort} {self.direction} {self.q}"
        return page_of(self.found(**belonging), self, _FIELDS[self.sort], of=named, first=self.number)


class GroupMember(Schema):
    id: int
    name: str
    postcode: str


class GroupMemberList(Schema):
    items: list[GroupMember]
    next_cursor: str | None


def member_page(query: MemberQuery, *, members: str, **belonging: Any) -> dict[str, Any]:
    """The answer for a page of members. `members`: the list's name; `belonging`: what makes a company one."""
    companies, next_cursor = query.page(members, **belonging)
    items = [{"id": company.pk, "name": company.name, "postcode": company.postcode} for company in companies]
    return {"items": items, "next_cursor": next_cursor}
