"""Pages of texts that have words, newest first: along the index of words, or through the newest texts.

`ORDER BY id DESC LIMIT` beside `@@` lets PostgreSQL scan the key to its end for a rare word (figures.md), so the texts
with the words are collected first, materialised. Where more than FEW have them, a page looks at the newest texts
instead, and a short one says at how many. The index of words knows in which stretch of
ids a text stands, and so reads no others.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from search.asking import estimated, rows
from search.results import EXACT_TOTAL, Asked

FEW = 5_000
TOO_MANY = 2 * FEW  # of which the database knows beforehand: their hits are not read from the index in vain
STRETCHES = (500, 5_000, 50_000)  # newest texts that are looked at: more where fewer do not fill a page
COUNTED = 200  # hits among the newest texts
SPREAD = 4  # ids for each text that is looked at; where ids have larger gaps, fewer texts are

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
# `among` reads `span`
_AMONG = """
    WITH newest AS (
        SELECT id FROM {table} WHERE id < %(before)s
            AND id > (SELECT max(id) FROM {table} WHERE id < %(before)s) - {spread} * %(stretch)s
        ORDER BY id DESC LIMIT %(stretch)s
    ),
    span AS MATERIALIZED (SELECT min(id) AS last, max(id) AS top, count(*) AS number FROM newest)
    SELECT coalesce(last, 0), number, EXISTS (SELECT FROM {table} WHERE id < last),
        ARRAY(SELECT DISTINCT id FROM ({among}) one)
    FROM span
"""
_OF_THESE = """
    SELECT thing_of.id FROM (SELECT id FROM unnest(%(hits)s::bigint[]) id ORDER BY id DESC) thing_of {looked_up}
    ORDER BY thing_of.id DESC LIMIT %(most)s
"""
_END = 2**63 - 1

Values = dict[str, Any]
Memo = dict[Hashable, Any]


@dataclass(frozen=True, slots=True)
class Texts:
    """A kind of texts. `collected`: selects the ids that have the words of `%(query)s`; `among`: the same in `span`,
    by `in_span`; `has_words`: whether `thing` has them. All are SQL.
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


def in_span(column: str) -> str:
    """Whether this id stands in `span`. Without `+ 0` the planner would read the index of ids as well, or alone."""
    return (
        f"docket_stretch({column}) && ARRAY(SELECT generate_series((docket_stretch(last))[1], (docket_stretch(top))[1])"
        f" FROM span) AND {column} + 0 BETWEEN (SELECT last FROM span) AND (SELECT top FROM span)"
    )


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The newest texts: the oldest of them (0: there are none), their number, whether there are older ones, and which
    have the words.
    """

    last: int
    number: int
    has_older: bool
    hits: list[int]


def _newest(texts: Texts, conditions: str, values: Values, size: int, memo: Memo) -> Page:
    looked_up = _LOOKED_UP.format(table=texts.table, conditions=conditions)
    for stretch in STRETCHES:
        newest = _among_newest(texts, values, stretch, memo)
        most = max(size + 1, COUNTED)
        of_these = rows(_OF_THESE.format(looked_up=looked_up), {**values, "hits": newest.hits, "most": most})
        found = [pk for (pk,) in of_these]
        if len(found) > size:
            return Page(found[:size], len(found), False, [found[size - 1]])
        if not newest.has_older:
            return Page(found, len(found), values["before"] == _END, None)
    return Page(found, len(found), False, [newest.last], newest.number)


def _among_newest(texts: Texts, values: Values, stretch: int, memo: Memo) -> _Stretch:
    key = (texts.table, values["before"], stretch)
    if key not in memo:
        every = f"SELECT id FROM {texts.table} WHERE id BETWEEN (SELECT last FROM span) AND (SELECT top FROM span)"
        among = texts.among if values.get("query") else every
        statement = _AMONG.format(table=texts.table, among=among, spread=SPREAD)
        memo[key] = _Stretch(*rows(statement, {**values, "stretch": stretch})[0])
    found: _Stretch = memo[key]
    return found


def _before(asked: Asked) -> int:
    return int(asked.after[0]) if asked.after else _END
