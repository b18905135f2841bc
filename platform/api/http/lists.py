"""What the lists of the API have in common: words, direction, and a page."""

from typing import Annotated, Literal

from ninja import Field, Schema

from api.http.texts import SearchText
from kit.pages import PAGE_SIZE


class Directed(Schema):
    """Which way a list is sorted."""

    direction: Literal["asc", "desc"] = "asc"

    @property
    def descending(self) -> bool:
        return self.direction == "desc"


class PageQuery(Schema):
    cursor: Annotated[str, Field(max_length=1_000)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000)] = PAGE_SIZE


class Words(Schema):
    """The words of a list."""

    q: SearchText = ""
