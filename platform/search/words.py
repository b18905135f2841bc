"""Pages of texts that have words, newest first: along the index of words, or through the newest texts.

`ORDER BY id DESC LIMIT` beside `@@` lets PostgreSQL scan the key to its end for a rare word (figures.md), so the texts
with the words are collected first, materialised. Where more than FEW have them, a page looks at the newest texts
instead, and a short one says at how many.
"""

from dataclasses import dataclass
from typing import Any

from search.asking import rows
from search.results import EXACT_TOTAL, Asked

FEW = 5_000
STRETCHES = (200, 800, 2_000)  # newest texts that are examined, until a page is full

# Each hit is looked up by its id: a join would read the whole table for some thousands of hits.
_COLLECT = """
    WITH hit AS MATERIALIZED (SELECT id FROM ({collected}) one LIMIT {few} + 1),
    thing_of AS MATERIALIZED (SELECT DISTINCT id FROM hit)
    SELECT (SELECT count(*) FROM hit),
        (SELECT count(*) FROM (SELECT FROM thing_of {looked_up} LIMIT {most} + 1) counted),
        ARRAY(
            SELECT thing_of.id
            FROM (SELECT id FROM thing_of WHERE id < %(before)s ORDER BY id DESC) thing_of {looked_up}
            ORDER BY thing_of.id DESC LIMIT %(size)s + 1)
"""
_LOOKED_UP = """
    CROSS JOIN LATERAL (SELECT FROM {table} thing WHERE thing.id = thing_of.id AND {conditions} LIMIT 1) one_thing
"""
_LOOK = """
    WITH looked AS MATERIALIZED (SELECT * FROM {table} WHERE id < %(before)s ORDER BY id DESC LIMIT %(stretch)s)
    SELECT thing.id, {conditions} AND ({has_words}) FROM looked thing ORDER BY thing.id DESC
"""
_END = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Texts:
    """A kind of texts. `collected`: selects the ids that have the words of `%(query)s`; `has_words`: whether
    `thing` has them. Both are SQL.
    """

    table: str
    collected: str
    has_words: str


@dataclass(frozen=True, slots=True)
class Page:
    ids: list[int]
    total: int
    total_is_exact: bool
    end: list[int] | None
    searched: int | None = None


def page_of_texts(texts: Texts, conditions: list[str], values: dict[str, Any], asked: Asked, *, collected: str) -> Page:
    """`collected` selects the ids to choose from: those with the words, or another small part; empty for all.

    `conditions` are about `thing`, their values in `values`.
    """
    values = {"before": _before(asked), "size": asked.size, **values}
    everywhere = " AND ".join(conditions) or "true"
    if collected:
        looked_up = _LOOKED_UP.format(table=texts.table, conditions=everywhere)
        statement = _COLLECT.format(collected=collected, looked_up=looked_up, few=FEW, most=EXACT_TOTAL)
        ((hits, total, ids),) = rows(statement, values)
        if hits <= FEW:
            shown, more = ids[: asked.size], len(ids) > asked.size
            return Page(shown, min(total, EXACT_TOTAL), total <= EXACT_TOTAL, [shown[-1]] if more else None)
    return _newest(texts, everywhere, values, asked.size)


def _newest(texts: Texts, conditions: str, values: dict[str, Any], size: int) -> Page:
    has_words = texts.has_words if values.get("query") else "true"
    found: list[int] = []
    searched, before = 0, values["before"]
    for stretch in STRETCHES:
        statement = _LOOK.format(table=texts.table, conditions=conditions, has_words=has_words)
        looked = rows(statement, {**values, "before": before, "stretch": stretch})
        found += [pk for pk, fits in looked if fits]
        searched += len(looked)
        is_last = len(looked) < stretch
        if is_last or len(found) > size:
            break
        before = looked[-1][0]
    shown = found[:size]
    if len(found) > size:
        return Page(shown, len(found), False, [shown[-1]])
    if is_last:
        return Page(shown, len(found), values["before"] == _END, None)
    return Page(shown, len(found), False, [before], searched)


def _before(asked: Asked) -> int:
    return int(asked.after[0]) if asked.after else _END
