"""Pages of texts that have words, newest first: along the index of words, or through the newest texts.

`ORDER BY id DESC LIMIT` beside `@@` lets PostgreSQL scan the key to its end for a rare word (figures.md), so the texts
with the words are collected first, materialised. Where more than FEW have them, a page looks at the newest texts
instead, and a short one says at how many: at some one by one, which fills a page of words that a third of the texts
have, then at very many by the indexes of words and of ids together.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from search.asking import estimated, rows, rows_by_two_indexes
from search.results import EXACT_TOTAL, Asked

FEW = 5_000
TOO_MANY = 2 * FEW  # of which the database knows beforehand: their hits are not read from the index in vain
LOOKED_AT = 200  # newest texts that are examined one by one
NEWEST = 50_000  # and by the indexes, if these do not fill a page

# Each hit is looked up by its id: a join would read the whole table for some thousands of hits.
_COLLECT = """
    WITH hit AS MATERIALIZED (SELECT id FROM ({collected}) one LIMIT {few} + 1),
    thing_of AS MATERIALIZED (SELECT DISTINCT id FROM hit WHERE (SELECT count(*) FROM hit) <= {few})
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
_LAST = "SELECT id FROM {table} WHERE id < %(before)s ORDER BY id DESC OFFSET %(newest)s - 1 LIMIT 1"
_AMONG = "SELECT ARRAY(SELECT DISTINCT id FROM ({among}) one)"
_OF_THESE = """
    SELECT thing_of.id FROM (SELECT id FROM unnest(%(hits)s::bigint[]) id ORDER BY id DESC) thing_of {looked_up}
    ORDER BY thing_of.id DESC LIMIT %(size)s + 1
"""
_END = 2**63 - 1

Values = dict[str, Any]
Memo = dict[Hashable, Any]


@dataclass(frozen=True, slots=True)
class Texts:
    """A kind of texts. `collected`: selects the ids that have the words of `%(query)s`; `among`: the same from
    `%(last)s` on and before `%(before)s`; `has_words`: whether `thing` has them. All are SQL.
    """

    table: str
    collected: str
    among: str
    has_words: str


@dataclass(frozen=True, slots=True)
class Page:
    ids: list[int]
    total: int
    total_is_exact: bool
    end: list[int] | None
    searched: int | None = None


def page_of_texts(
    texts: Texts,
    conditions: list[str],
    values: dict[str, Any],
    asked: Asked,
    *,
    collected: str,
    memo: dict[Hashable, Any],
) -> Page:
    """`collected` selects the ids to choose from: those with the words, or another small part; empty for all.

    `conditions` are about `thing`, their values in `values`; hits among the newest texts stay in `memo`, of this query.
    """
    values = {"before": _before(asked), "size": asked.size, **values}
    everywhere = " AND ".join(conditions) or "true"
    if collected and estimated(collected, values) <= TOO_MANY:
        looked_up = _LOOKED_UP.format(table=texts.table, conditions=everywhere)
        statement = _COLLECT.format(collected=collected, looked_up=looked_up, few=FEW, most=EXACT_TOTAL)
        ((hits, total, ids),) = rows(statement, values)
        if hits <= FEW:
            shown, more = ids[: asked.size], len(ids) > asked.size
            return Page(shown, min(total, EXACT_TOTAL), total <= EXACT_TOTAL, [shown[-1]] if more else None)
    return _newest(texts, everywhere, values, asked.size, memo)


def _newest(texts: Texts, conditions: str, values: Values, size: int, memo: Memo) -> Page:
    has_words = texts.has_words if values.get("query") else "true"
    looked = rows(
        _LOOK.format(table=texts.table, conditions=conditions, has_words=has_words), {**values, "stretch": LOOKED_AT}
    )
    found = [pk for pk, fits in looked if fits]
    if len(found) > size:
        return Page(found[:size], len(found), False, [found[size - 1]])
    if len(looked) < LOOKED_AT:
        return Page(found, len(found), values["before"] == _END, None)
    last, hits = _among_newest(texts, values, memo)
    looked_up = _LOOKED_UP.format(table=texts.table, conditions=conditions)
    found = [pk for (pk,) in rows(_OF_THESE.format(looked_up=looked_up), {**values, "hits": hits})]
    if len(found) > size:
        return Page(found[:size], len(found), False, [found[size - 1]])
    if last is None:
        return Page(found, len(found), values["before"] == _END, None)
    return Page(found, len(found), False, [last], NEWEST)


def _among_newest(texts: Texts, values: Values, memo: Memo) -> tuple[int | None, list[int]]:
    """The id of the last text that is looked at, None where no more are left, and the ids that have the words."""
    key = (texts.table, values["before"])
    if key not in memo:
        ends = rows(_LAST.format(table=texts.table), {**values, "newest": NEWEST})
        last = ends[0][0] if ends else None
        every = f"SELECT id FROM {texts.table} WHERE id >= %(last)s AND id < %(before)s"
        statement = _AMONG.format(among=texts.among if values.get("query") else every)
        memo[key] = last, rows_by_two_indexes(statement, {**values, "last": last or 0})[0][0]
    found: tuple[int | None, list[int]] = memo[key]
    return found


def _before(asked: Asked) -> int:
    return int(asked.after[0]) if asked.after else _END
