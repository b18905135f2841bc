"""The requests and results of a search, for each kind."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

EXACT_TOTAL = 1_000  # totals are exact up to this number


class Highlight(NamedTuple):
    """The matches in a text. `marks`: start and end (exclusive) of each, in characters."""

    field: str
    text: str
    marks: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Item:
    """`path`: the path of its page in the console; empty if the caller cannot open it."""

    id: int
    title: str
    subtitle: str
    path: str
    highlights: Sequence[Highlight] = ()
    status: str | None = None
    rating: int | None = None
    source: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A page of one kind. `end`: the position after which the next page begins; None on the last page.

    `searched`: how many of the newest texts were examined, if that limit ended the page early (short or empty).
    """

    items: Sequence[Item] = ()
    total: int = 0
    total_is_exact: bool = True
    end: Sequence[str | int] | None = None
    searched: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """`after`: the position where the previous page ended. `without`: ids of reviews that the caller may not see now.
    `untold`: ids of reviews whose status they may not know.

    `counts`: count the results of very frequent words up to EXACT_TOTAL, and not only as far as the page needs.
    """

    size: int
    after: Sequence[str | int] = ()
    without: Collection[int] = field(default_factory=frozenset)
    untold: Collection[int] = field(default_factory=frozenset)
    counts: bool = False
