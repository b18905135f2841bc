"""Pages of names: whole words come before beginnings of words, and names that begin with the term before others.

Names are compared in folded form (`docket_folded`), in a column that a trigger fills. If no name contains the words,
typing mistakes are considered: by a table of all words of the names, if there is one (`search.misspelt`); otherwise
among the names that resemble the term.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from fulltext.asking import rows
from search.marks import SHORTEST_MISTAKEN, mistaken
from search.misspelt import LIKENESS, names_meant
from search.results import EXACT_TOTAL, Asked

SHORTEST = 2  # letters of a term
CANDIDATES = 200  # names that resemble the term and are checked for typing mistakes
MISTAKES, GROUPS_OF_A_MISTAKE = 2, 4  # two exchanged letters change four trigrams
LEAST_LIKENESS = 0.33  # two exchanged letters of eight leave 0.38
_ORDER = 'search_name COLLATE "C"'
# the tiers in their order; they are disjoint, and together contain all names with the words or beginnings
_TIER = "CASE WHEN {begins_whole} THEN 0 WHEN {whole} THEN 1 WHEN {begins} THEN 2 ELSE 3 END"
# few names: one statement counts and sorts them
_FEW = f"""
    WITH found AS MATERIALIZED (
        SELECT id, search_name FROM {{table}} WHERE {{conditions}} AND {{words}} LIMIT {EXACT_TOTAL} + 1
    ),
    placed AS (
        SELECT {{tier}} AS tier, {_ORDER} AS name, id FROM found WHERE (SELECT count(*) FROM found) <= {EXACT_TOTAL}
    )
    SELECT counted.total, page.* FROM (SELECT count(*) AS total FROM found) counted LEFT JOIN (
        SELECT * FROM placed WHERE (tier, name, id) > (%(after)s, %(name)s, %(id)s)
        ORDER BY tier, name, id LIMIT %(size)s + 1
    ) page ON true ORDER BY tier, name, id
"""
# many names: tier by tier, until the page is full
_FIRST = f"""
    SELECT id, search_name FROM {{table}} WHERE {{conditions}} AND {{of_tier}} AND ({_ORDER}, id) > (%(name)s, %(id)s)
    ORDER BY {_ORDER}, id LIMIT %(size)s + 1
"""
_WORDS = f"""
    WITH found AS MATERIALIZED (
        SELECT id, search_name FROM {{table}} WHERE {{conditions}} AND {{words}} AND {{of_tier}} LIMIT {EXACT_TOTAL} + 1
    )
    SELECT id, search_name FROM found WHERE ({_ORDER}, id) > (%(name)s, %(id)s) ORDER BY {_ORDER}, id LIMIT %(size)s + 1
"""
_TIERS = (
    (_FIRST, "{begins} AND {begins_whole}"),
    (_WORDS, "{whole} AND NOT {begins_whole}"),
    (_FIRST, "{begins} AND NOT {whole}"),
    (_WORDS, "NOT {whole} AND NOT {begins}"),
)
_RESEMBLING = """
    WITH found AS MATERIALIZED (
        SELECT id, search_name, word_similarity(%(wanted)s, search_name) AS likeness
        FROM {table} WHERE {conditions} AND %(wanted)s <%% search_name
    )
    SELECT id, search_name FROM found
    ORDER BY likeness DESC, length(search_name), search_name COLLATE "C", id LIMIT %(candidates)s
"""


@dataclass(frozen=True, slots=True)
class NamePage:
    ids: list[int]
    total: int
    total_is_exact: bool
    end: Sequence[str | int] | None


@dataclass(frozen=True, slots=True)
class Names:
    """Searches the folded names of a table. `conditions`: SQL that restricts its rows; `values`: their parameters.

    `words`: the table with the distinct words of all names; empty if there is none.
    """

    table: str
    wanted: tuple[str, ...]
    conditions: list[str]
    values: dict[str, Any]
    words: str = ""

    def page(self, asked: Asked) -> NamePage:
        """One page. Empty for a term of a single letter."""
        if not self.wanted or len("".join(self.wanted)) < SHORTEST:
            return NamePage([], 0, True, None)
        after, name, pk = asked.after or (-1, "", 0)
        found = self._rows(_FEW, after=after, name=name, id=pk, size=asked.size)
        total = found[0][0]
        if not total:
            mistaken = self._mistaken(asked.size)
            return NamePage(mistaken, len(mistaken), True, None)
        if total > EXACT_TOTAL:
            return self._page_of(self._by_tiers(asked), asked, EXACT_TOTAL, is_exact=False)
        places = [(tier, folded, number) for _, tier, folded, number in found if number is not None]
        return self._page_of(places, asked, total, is_exact=True)

    def _by_tiers(self, asked: Asked) -> list[tuple[int, str, int]]:
        after, name, pk = asked.after or (0, "", 0)
        places: list[tuple[int, str, int]] = []
        for tier, (statement, of_tier) in enumerate(_TIERS):
            if tier >= int(after) and len(places) <= asked.size:
                start = (name, pk) if name and tier == int(after) else self._start(statement)
                found = self._rows(statement, of_tier, name=start[0], id=start[1], size=asked.size)
                places += [(tier, folded, number) for number, folded in found]
        return places

    @staticmethod
    def _page_of(places: list[tuple[int, str, int]], asked: Asked, total: int, *, is_exact: bool) -> NamePage:
        shown = places[: asked.size]
        end: Sequence[str | int] | None = shown[-1] if len(places) > asked.size else None
        return NamePage([number for *_, number in shown], total, is_exact, end)

    def _start(self, statement: str) -> tuple[str, int]:
        """The position before a tier's first name. It sets where the index scan begins, which LIKE alone does not."""
        return (self._begins, 0) if statement == _FIRST else ("", 0)

    @property
    def _begins(self) -> str:
        return " " + " ".join(self.wanted)

    def _mistaken(self, most: int) -> list[int]:
        """Ids of names in which each word of the term begins a word, also with a typing mistake; most similar first."""
        if max(map(len, self.wanted)) < SHORTEST_MISTAKEN:
            return []
        if self.words:
            return names_meant(self.wanted, self.words, partial(self._rows, wanted=" ".join(self.wanted), size=most))
        rows(LIKENESS, {"least": str(self._least_likeness())})
        found = self._rows(_RESEMBLING, wanted=" ".join(self.wanted), candidates=CANDIDATES)
        alike = (number for number, name in found if all(_resembles(word, name) for word in self.wanted))
        return list(islice(alike, most))

    def _least_likeness(self) -> float:
        """The share of the term's trigrams that two mistakes leave. Each unfinished word lacks one more."""
        groups = sum(len(word) + 1 for word in self.wanted)
        lost = MISTAKES * GROUPS_OF_A_MISTAKE + len(self.wanted)
        return max(LEAST_LIKENESS, 1 - lost / groups)

    def _rows(self, statement: str, of_tier: str = "", **values: Any) -> list[Any]:
        patterns = {f"word{number}": f"% {word}%" for number, word in enumerate(self.wanted)}
        wholes = {f"whole{number}": f"% {word} %" for number, word in enumerate(self.wanted)}
        parts = {
            "begins": 'search_name COLLATE "C" LIKE %(begins)s',
            "begins_whole": "(search_name || ' ') LIKE %(begins_whole)s",
            "whole": "(" + " AND ".join(f"(search_name || ' ') LIKE %({name})s" for name in wholes) + ")",
        }
        filled = statement.format(
            table=self.table,
            conditions=" AND ".join(["true", *self.conditions]),
            words="(" + " AND ".join(f"search_name LIKE %({name})s" for name in patterns) + ")",
            of_tier=of_tier.format(**parts),
            tier=_TIER.format(**parts),
        )
        begins = {"begins": f"{self._begins}%", "begins_whole": f"{self._begins} %"}
        return rows(filled, {**self.values, **patterns, **wholes, **begins, **values})


def _resembles(word: str, name: str) -> bool:
    return any(part.startswith(word) or mistaken(word, part) > 0 for part in name.split())
