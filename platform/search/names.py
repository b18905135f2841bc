"""Pages of names: those that begin with the term, then those whose words do, then those with a typing mistake.

Names are compared folded (`docket_folded`), in a column that the database itself fills.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from search.asking import rows
from search.marks import mistaken
from search.results import EXACT_TOTAL, Asked

SHORTEST = 2  # letters of a beginning
CANDIDATES = 200  # names that resemble the term, of which those with a typing mistake are chosen
SHORTEST_MISTAKEN = 4
_BEGINS, _HAS_WORDS, _MISTAKEN = range(3)
_ORDER = 'search_name COLLATE "C"'
_FIRST = f"""
    SELECT id, search_name FROM {{table}} WHERE {{conditions}} AND {{begins}} AND ({_ORDER}, id) > (%(name)s, %(id)s)
    ORDER BY {_ORDER}, id LIMIT %(size)s + 1
"""
_WORDS = f"""
    WITH found AS MATERIALIZED (
        SELECT id, search_name FROM {{table}} WHERE {{conditions}} AND {{words}} AND NOT {{begins}}
        LIMIT {EXACT_TOTAL} + 1
    )
    SELECT id, search_name FROM found WHERE ({_ORDER}, id) > (%(name)s, %(id)s) ORDER BY {_ORDER}, id LIMIT %(size)s + 1
"""
_COUNT = (
    f"SELECT count(*) FROM (SELECT FROM {{table}} WHERE {{conditions}} AND {{words}} LIMIT {EXACT_TOTAL} + 1) found"
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
    """The folded names of a table. `conditions` choose among its rows, with their values."""

    table: str
    wanted: tuple[str, ...]
    conditions: list[str]
    values: dict[str, Any]

    def page(self, asked: Asked) -> NamePage:
        """Nothing for a single letter."""
        if not self.wanted or len("".join(self.wanted)) < SHORTEST:
            return NamePage([], 0, True, None)
        tier, name, pk = asked.after or (_BEGINS, "", 0)
        places: list[tuple[int, str, int]] = []
        for part, statement in ((_BEGINS, _FIRST), (_HAS_WORDS, _WORDS)):
            if part >= int(tier) and len(places) <= asked.size:
                after = (str(name), int(pk)) if part == int(tier) else ("", 0)
                found = self._rows(statement, name=after[0], id=after[1], size=asked.size)
                places += [(part, folded, number) for number, folded in found]
        total = self._rows(_COUNT)[0][0]
        if not total:
            mistaken = [number for number, _ in self._mistaken()]
            return NamePage(mistaken[: asked.size], min(len(mistaken), asked.size), True, None)
        shown = places[: asked.size]
        end: Sequence[str | int] | None = shown[-1] if len(places) > asked.size else None
        return NamePage([number for *_, number in shown], min(total, EXACT_TOTAL), total <= EXACT_TOTAL, end)

    def _mistaken(self) -> list[tuple[int, str]]:
        """Each word of the term begins a word of the name, also with a typing mistake; most alike first."""
        if max(map(len, self.wanted)) < SHORTEST_MISTAKEN:
            return []
        found = self._rows(_RESEMBLING, wanted=" ".join(self.wanted), candidates=CANDIDATES)
        return [(number, name) for number, name in found if all(_resembles(word, name) for word in self.wanted)]

    def _rows(self, statement: str, **values: Any) -> list[Any]:
        patterns = {f"word{number}": f"% {word}%" for number, word in enumerate(self.wanted)}
        words = " AND ".join(f"search_name LIKE %({name})s" for name in patterns)
        filled = statement.format(
            table=self.table,
            conditions=" AND ".join(["true", *self.conditions]),
            words=f"({words})",
            begins='search_name COLLATE "C" LIKE %(begins)s',
        )
        begins = " " + " ".join(self.wanted) + "%"
        return rows(filled, {**self.values, **patterns, "begins": begins, **values})


def _resembles(word: str, name: str) -> bool:
    return any(part.startswith(word) or mistaken(word, part) > 0 for part in name.split())
