"""Pages of texts that contain words, newest first: by the index of words, or through the newest texts.

With `ORDER BY id DESC LIMIT` and `@@` together, PostgreSQL scans the whole key for a rare word (figures.md). So the
texts with the words are collected first, materialised. If more than FEW contain them, but filters of the term leave few
texts, these are all checked. Otherwise a page examines only the newest texts, and a short page reports how many. The
index of words also contains the stretch of ids of each text, so that no other texts are read.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from fulltext.asking import rows
from fulltext.having import FEW, Texts, Values, these
from fulltext.understood import Understood
from search.narrowing import Choice
from search.results import EXACT_TOTAL, Asked

STRETCHES = (500, 5_000, 50_000)  # newest texts to examine; the next size is tried if the page is not full
COUNTED = 200  # hits to count in the stretch that fills a page, without `Asked.counts`
SPREAD = 4  # ids per text to examine; with larger gaps between the ids, fewer texts are examined

# Each hit is looked up by its id, because a join would read the whole table for some thousands of hits.
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
_PART = f"SELECT thing.id FROM {{table}} thing WHERE {{conditions}} LIMIT {FEW} + 1"
# OFFSET 0 prevents a scan by id: the oldest or newest of these may be far from its start
_BOUNDS = """
    SELECT coalesce(min(id), 0), coalesce(max(id), 0)
    FROM (SELECT thing.id FROM {table} thing WHERE {conditions} OFFSET 0) dated
"""
_END = 2**63 - 1
# `+ 0` prevents the use of the index of ids, in addition to the index of words or instead of it.
_SPAN = (
    "docket_stretch({id}) && ARRAY(SELECT generate_series((docket_stretch(last))[1], (docket_stretch(top))[1])"
    " FROM span) AND {id} + 0 BETWEEN (SELECT last FROM span) AND (SELECT top FROM span)"
)


@dataclass(frozen=True, slots=True)
class Page:
    ids: list[int]
    total: int
    total_is_exact: bool
    end: list[int] | None
    searched: int | None = None


def page_of_texts(texts: Texts, choice: Choice, asked: Asked, wanted: Understood) -> Page:
    """One page of the texts that meet the filters and contain the words. Without words, all that meet the filters."""
    values = {**choice.values, **wanted.values, "before": _before(asked), "size": asked.size}
    conditions = " AND ".join(choice.conditions) or "true"
    looked_up = _LOOKED_UP.format(table=texts.table, conditions=conditions)
    for collected, more in _collected(texts, choice, wanted):
        statement = _COLLECT.format(collected=collected, looked_up=looked_up, few=FEW, most=EXACT_TOTAL)
        ((hits, total, ids),) = rows(statement, {**values, **more})
        if hits <= FEW:
            shown, has_more = ids[: asked.size], len(ids) > asked.size
            return Page(shown, min(total, EXACT_TOTAL), total <= EXACT_TOTAL, [shown[-1]] if has_more else None)
    return _Newest(texts, choice, wanted, looked_up, asked).page(values)


def _collected(texts: Texts, choice: Choice, wanted: Understood) -> Iterator[tuple[str, Values]]:
    """Queries for a small set with all results: the texts with the words, or the texts that meet indexed filters."""
    if wanted.query and (found := texts.everywhere(wanted)):
        yield found
    if choice.indexed:
        part = _PART.format(table=texts.table, conditions=" AND ".join(choice.indexed))
        ids = [pk for (pk,) in rows(part, choice.values)]
        if len(ids) <= FEW:
            yield these(texts.among(ids, wanted) if wanted.query else ids)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A stretch of the newest texts. `last`: the oldest id in it (0 if it is empty). `number`: its size. `has_older`:
    whether older texts exist. `hits`: ids of the texts that contain the words.
    """

    last: int
    number: int
    has_older: bool
    hits: list[int]


@dataclass(frozen=True, slots=True)
class _Newest:
    """Searches the newest texts; with a filter by date, the newest of that period."""

    texts: Texts
    choice: Choice
    wanted: Understood
    looked_up: str
    asked: Asked

    def page(self, values: Values) -> Page:
        is_first = values["before"] == _END
        oldest, newest = self._bounds()
        values = {**values, "before": min(values["before"], newest + 1)}
        size, wanted = self.asked.size, max(self.asked.size, EXACT_TOTAL if self.asked.counts else COUNTED)
        for stretch in STRETCHES:
            looked_at = self._stretch(values, stretch)
            statement = _OF_THESE.format(looked_up=self.looked_up)
            found = [pk for (pk,) in rows(statement, {**values, "hits": looked_at.hits, "most": wanted + 1})]
            is_end = not looked_at.has_older or looked_at.last <= oldest
            if is_end or len(found) > (wanted if self.asked.counts else size):
                break
        is_exact = is_first and is_end and len(found) <= wanted
        total = min(len(found), EXACT_TOTAL)
        if len(found) > size:
            return Page(found[:size], total, is_exact, [found[size - 1]])
        if is_end:
            return Page(found, total, is_exact, None)
        return Page(found, total, False, [looked_at.last], looked_at.number)

    def _bounds(self) -> tuple[int, int]:
        """The lowest and highest id of the period."""
        if not self.choice.dated:
            return 0, _END - 1
        key = (self.texts.table, "period")
        if key not in self.wanted.newest:
            statement = _BOUNDS.format(table=self.texts.table, conditions=" AND ".join(self.choice.dated))
            self.wanted.newest[key] = rows(statement, self.choice.values)[0]
        oldest, newest = self.wanted.newest[key]
        return oldest, newest

    def _stretch(self, values: Values, stretch: int) -> _Stretch:
        """Cached in `wanted`, for the other kind of results in the same table."""
        texts, memo = self.texts, self.wanted.newest
        key = (texts.table, values["before"], stretch)
        if key not in memo:
            every = f"SELECT id FROM {texts.table} WHERE id BETWEEN (SELECT last FROM span) AND (SELECT top FROM span)"
            among = texts.having_all(self.wanted, _SPAN) if self.wanted.query else every
            statement = _AMONG.format(table=texts.table, among=among, spread=SPREAD)
            memo[key] = _Stretch(*rows(statement, {**values, "stretch": stretch})[0])
        found: _Stretch = memo[key]
        return found


def _before(asked: Asked) -> int:
    return int(asked.after[0]) if asked.after else _END
