"""What the lists of the API have in common: words, direction, and a page."""

from typing import Annotated, Literal, Protocol, TypeVar

from django.db.models import Model, QuerySet
from ninja import Field

from api.http.schemas import Schema
from api.http.texts import SearchText
from kit.finding import number_in
from kit.pages import PAGE_SIZE, keyset_page

T = TypeVar("T", bound=Model)


class Directed(Schema):
    """Which way a list is sorted."""

    direction: Literal["asc", "desc"] = "asc"

    @property
    def descending(self) -> bool:
        return self.direction == "desc"


class PageQuery(Schema):
    cursor: Annotated[str, Field(max_length=1_000)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000)] = PAGE_SIZE


class SearchWords(Schema):
    """Search words that filter a list."""

    q: SearchText = ""

    @property
    def number(self) -> int | None:
        """The id, if the words are a number."""
        return number_in(self.q)


class _Page(Protocol):
    cursor: str
    limit: int

    @property
    def descending(self) -> bool: ...


def page_of(
    rows: QuerySet[T], query: _Page, field: str, *, of: str, first: int | None = None
) -> tuple[list[T], str | None]:
    """The page that the query asks for, and the cursor of the next one (`keyset_page`)."""
    return keyset_page(
        rows, field, of=of, cursor=query.cursor, limit=query.limit, descending=query.descending, first=first
    )
