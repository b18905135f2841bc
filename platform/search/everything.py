"""The search: one kind of results in pages, or the first results of each kind that the person may see.

A kind that the person may not see is not searched, so that neither the total nor the time reveals whether it has
results.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256

from accounts.models import User
from fulltext.asking import Deadline
from fulltext.terms import read_term
from fulltext.understood import Understood, understand
from kit.cursors import decode_cursor, encode_cursor
from kit.errors import InvalidError
from search.kinds import KINDS, Kind
from search.results import Asked, Found

SHOWN_OF_EACH = 5
PAGE_SIZE = 20
MAX_PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Group:
    """`in_time`: the search ended within its time limit; if not, there may be more results. `next_cursor`: None on the
    last page.
    """

    type: str
    found: Found
    in_time: bool
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Search:
    """A person's search for a term. `hidden`: ids of reviews that they may not see now. `untold`: ids of reviews whose
    status they may not know.

    `is_typed_on`: the person is still typing, so the last word may be the beginning of a word.
    """

    typed: str
    by: User
    hidden: Collection[int] = frozenset()
    untold: Collection[int] = frozenset()
    is_typed_on: bool = False

    def everywhere(self) -> list[Group]:
        """A group for each kind that the person may see, if it has results or its search took too long."""
        names = [name for name, kind in KINDS.items() if kind.is_shown_to(self.by)]
        groups = self._groups(names, Asked(SHOWN_OF_EACH, without=self.hidden, untold=self.untold))
        return [group for group in groups if group.found.items or group.found.searched or not group.in_time]

    def of(self, name: str, *, cursor: str = "", limit: int = PAGE_SIZE) -> Group:
        """Raises InvalidError for another search's cursor."""
        if not KINDS[name].is_shown_to(self.by):
            return Group(name, Found(), in_time=True, next_cursor=None)
        after = _position(decode_cursor(cursor, of=self._named(name))) if cursor else ()
        counts = not (after or self.is_typed_on)
        (group,) = self._groups([name], Asked(min(limit, MAX_PAGE_SIZE), after, self.hidden, self.untold, counts))
        return group

    def _groups(self, names: Sequence[str], asked: Asked) -> list[Group]:
        wanted = cache(lambda: understand(read_term(self.typed), is_typed_on=self.is_typed_on))
        searches = [partial(_search, KINDS[name], asked, wanted) for name in names]
        return [self._group(name, found) for name, found in zip(names, Deadline().in_time(*searches), strict=True)]

    def _group(self, name: str, found: Found | None) -> Group:
        if found is None:
            return Group(name, Found(total_is_exact=False), in_time=False, next_cursor=None)
        cursor = encode_cursor(found.end, of=self._named(name)) if found.end else None
        return Group(name, found, in_time=True, next_cursor=cursor)

    def _named(self, kind: str) -> str:
        """The name of the list, for cursors."""
        text = read_term(self.typed).text
        return f"search {kind} {sha256(text.encode()).hexdigest()[:16]}"


def _search(kind: Kind, asked: Asked, wanted: Callable[[], Understood]) -> Found:
    """Search one kind. `wanted` is cached: the first search of a call also parses the term, within its time limit."""
    return kind.search(asked, wanted())


def _position(parts: list[str | int | None]) -> list[str | int]:
    position = [part for part in parts if part is not None]
    if not position:
        raise InvalidError({"cursor": ["This cursor does not belong to this list. Start at its first page."]})
    return position
