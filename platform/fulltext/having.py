"""Which things have the words of a term, in one of their texts or in several, by the indexes of words.

Each wanted word leads to the things that have it; the rarest of them is looked for first, and the others among its
things alone. What is excluded stands in none of a thing's texts.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from fulltext.asking import estimated, rows
from fulltext.understood import Understood

FEW = 5_000
TOO_MANY = 2 * FEW  # of which the database knows beforehand: their hits are not read from the index in vain
THESE = "{id} = ANY(%(these)s)"
_FIRST = "SELECT id FROM ({having}) one LIMIT {most} + 1"
_EDITED = "SELECT thing.id FROM {table} thing WHERE thing.id = ANY(%(these)s) AND thing.revision > 1"

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """Texts of things, in SQL: their table, the thing's id, the words as an index has them, and which texts count."""

    source: str
    id: str
    words: str
    which: str = "true"


@dataclass(frozen=True, slots=True)
class Texts:
    """A kind of things and their texts.

    `are_versions`: the texts are versions of one, and the words stand together in a version; otherwise each word stands
    in any of the texts.
    """

    table: str
    parts: tuple[Part, ...]
    are_versions: bool = False

    def having(self, query: str, among: str = "") -> str:
        """Selects the ids of things with a text that has the query of this name; `among`: a condition about `{id}`."""
        return " UNION ALL ".join(
            f"SELECT {part.id} AS id FROM {part.source} WHERE {part.words} @@ %({query})s::tsquery AND {part.which}"
            f"{' AND ' if among else ''}{among.format(id=part.id)}"
            for part in self.parts
        )

    def having_all(self, wanted: Understood, among: str = "") -> str:
        """The same for all words, however many things have each of them."""
        required = [f"({self.having(name, among)})" for name in self.required(wanted)]
        if len(required) == 1 and not wanted.without:
            return self.having("query", among)
        excluded = f" EXCEPT ({self.having('without', among)})" if wanted.without else ""
        return " INTERSECT ".join(required) + excluded

    def required(self, wanted: Understood) -> tuple[str, ...]:
        """The names of the queries that must each be found."""
        return ("query",) if self.are_versions or wanted.is_one_word else wanted.names_of_needed

    def everywhere(self, wanted: Understood) -> tuple[str, Values] | None:
        """Selects all ids that have the words, with its values; None where these are too many, which is not looked up.

        One query is left to the caller to be counted.
        """
        required = self.required(wanted)
        sizes = sorted((estimated(self.having(name), wanted.values), name) for name in required)
        if sizes[0][0] > TOO_MANY:
            return None
        if len(required) == 1 and not wanted.without:
            return self.having("query"), wanted.values
        rarest, *others = (name for _, name in sizes)
        first = rows(_FIRST.format(having=self.having(rarest), most=TOO_MANY), wanted.values)
        if len(first) > TOO_MANY:
            return None
        return these(self._narrowed({pk for (pk,) in first}, others, wanted))

    def among(self, ids: Collection[int], wanted: Understood) -> list[int]:
        """Those of the things that have the words."""
        return self._narrowed(ids, self.required(wanted), wanted)

    def _narrowed(self, ids: Collection[int], names: Sequence[str], wanted: Understood) -> list[int]:
        found = list(ids)
        for name in names:
            found = self._among(found, name, wanted)
        if not wanted.without or not found:
            return found
        # a version that has the words has nothing that is excluded
        others = (
            [pk for (pk,) in rows(_EDITED.format(table=self.table), {"these": found})] if self.are_versions else found
        )
        excluded = set(self._among(others, "without", wanted))
        return [pk for pk in found if pk not in excluded]

    def _among(self, ids: list[int], name: str, wanted: Understood) -> list[int]:
        if not ids:
            return []
        statement = f"SELECT DISTINCT id FROM ({self.having(name, THESE)}) one"
        return [pk for (pk,) in rows(statement, {**wanted.values, "these": ids})]


def these(ids: Sequence[int]) -> tuple[str, Values]:
    """Selects these ids."""
    return "SELECT unnest(%(these)s::bigint[]) AS id", {"these": list(ids)}
