"""Finds the things whose texts contain the words of a term, by the indexes of words.

The rarest word is searched first, and the other words only among its things. An excluded word must not be in any text
of a thing.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from fulltext.asking import estimated, rows
from fulltext.understood import Understood

FEW = 5_000
TOO_MANY = 2 * FEW  # expected hits above which the index is not read
THESE = "{id} = ANY(%(these)s)"
_FIRST = "SELECT id FROM ({having}) one LIMIT {most} + 1"
_EDITED = "SELECT thing.id FROM {table} thing WHERE thing.id = ANY(%(these)s) AND thing.revision > 1"

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One source of texts, in SQL. `source`: the table. `id`: the thing's id. `words`: the indexed expression.
    `which`: the condition for texts that count.
    """

    source: str
    id: str
    words: str
    which: str = "true"


@dataclass(frozen=True, slots=True)
class Texts:
    """A kind of thing and its texts.

    `are_versions`: the texts are versions of one text, and one version must contain all words. Otherwise each word may
    be in any of the texts.
    """

    table: str
    parts: tuple[Part, ...]
    are_versions: bool = False

    def having(self, query: str, among: str = "") -> str:
        """SQL for the ids of things with a text that matches. `query`: the name of the parameter with the tsquery.
        `among`: a further condition on `{id}`.
        """
        return " UNION ALL ".join(
            f"SELECT {part.id} AS id FROM {part.source} WHERE {part.words} @@ %({query})s::tsquery AND {part.which}"
            f"{' AND ' if among else ''}{among.format(id=part.id)}"
            for part in self.parts
        )

    def having_all(self, wanted: Understood, among: str = "") -> str:
        """SQL for the ids of things that contain all words and no excluded one, without a limit of hits per word."""
        required = [f"({self.having(name, among)})" for name in self.required(wanted)]
        if len(required) == 1 and not wanted.without:
            return self.having("query", among)
        excluded = f" EXCEPT ({self.having('without', among)})" if wanted.without else ""
        return " INTERSECT ".join(required) + excluded

    def required(self, wanted: Understood) -> tuple[str, ...]:
        """The names of the queries that must all match."""
        return ("query",) if self.are_versions or wanted.is_one_word else wanted.names_of_needed

    def everywhere(self, wanted: Understood) -> tuple[str, Values] | None:
        """SQL for the ids of all things that contain the words, and its values. None if they are too many, by the
        planner's estimate or by the hits of the rarest word.

        For a single query the hits are not counted; the caller must do it.
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
        """The given ids whose texts contain the words."""
        return self._narrowed(ids, self.required(wanted), wanted)

    def _narrowed(self, ids: Collection[int], names: Sequence[str], wanted: Understood) -> list[int]:
        found = list(ids)
        for name in names:
            found = self._among(found, name, wanted)
        if not wanted.without or not found:
            return found
        # a version's query excludes words within that version; edited things have further versions
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
    """SQL that selects these ids, and its values."""
    return "SELECT unnest(%(these)s::bigint[]) AS id", {"these": list(ids)}
