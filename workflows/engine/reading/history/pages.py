"""Pages of the history of all processes, newest first.

A page merges the entries of the selected types (EventType), each read from an index. So no filter reads entries that
the page does not show, at any depth. Rare words are looked up in the index of words. For frequent words, a page
examines only the newest texts; if it is short, it tells how many it has examined (decision 52).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet

from fulltext.asking import along_indexes, estimated, rows
from kit.cursors import decode_cursor, encode_cursor
from kit.errors import InvalidError
from kit.prepared import Marks, Prepared
from workflows.engine.core.flows import flows
from workflows.engine.reading.history.filters import WORDS, HistoryFilter
from workflows.models import TaskEvent

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
EXPORTED_AT_ONCE = 200  # small, because creating the objects blocks the other threads (GIL)
# For words, a page first examines the newest LOOKED_AT_FIRST texts. If these do not fill it and at most FEW texts
# contain the words, those are sorted as a whole. Otherwise it examines LOOKED_AT texts, and is short if these do not
# fill it either.
LOOKED_AT_FIRST = 160
LOOKED_AT = 1_200
FEW = 2_000  # finding and sorting 5,000 took 20 ms
TOO_MANY = 2 * FEW  # if the planner estimates more hits, they are not read: there are more than FEW
NAME = "history"

_HAVE_WORDS = f"{WORDS} @@ %(query)s::tsquery"
_NEWEST = "ORDER BY at DESC, id DESC LIMIT %(size)s"
# Reads the index `event_of_reason`. A reason is found by its title only if its decision has a text; all of them have
# one.
_HAS_REASON = "data->>'reason' = ANY(%(named)s)"
_ALL = f"SELECT event_id FROM workflows_eventtext WHERE {_HAVE_WORDS}"
_ALL_OR_REASON = f"{_ALL} UNION ALL SELECT id FROM workflows_taskevent WHERE {_HAS_REASON} AND text_digest <> ''"
# MATERIALIZED: otherwise the planner could sort along an index of all entries, which may begin far from these
_OF_SOME = """
    WITH entry AS MATERIALIZED (SELECT entry.at, entry.id FROM workflows_taskevent entry {joins} WHERE {conditions})
    SELECT at, id FROM entry
"""
_OF_ALL = "SELECT entry.at, entry.id FROM workflows_taskevent entry {joins} WHERE {conditions}"
_OF_TYPES = """
    SELECT found.at, found.id FROM workflows_eventtype type CROSS JOIN LATERAL (
        SELECT entry.at, entry.id FROM workflows_taskevent entry WHERE entry.type_id = type.id AND {conditions}
        ORDER BY entry.at DESC, entry.id DESC LIMIT %(size)s
    ) found WHERE {types}
"""
_HAS_TEXT = "entry.text_digest <> ''"
# looks each text up by its key: for an EXISTS, the planner would read all texts that contain the words
_LOOK = f"""
    WITH looked AS MATERIALIZED ({{statement}} {_NEWEST})
    SELECT at, id, coalesce((SELECT {_HAVE_WORDS} FROM workflows_eventtext WHERE event_id = looked.id), false){{named}}
    FROM looked ORDER BY at DESC, id DESC
"""
_OR_REASON = f" OR EXISTS (SELECT FROM workflows_taskevent entry WHERE entry.id = looked.id AND entry.{_HAS_REASON})"
_JOIN_TYPE = " JOIN workflows_eventtype type ON type.id = entry.type_id"
Position = tuple[datetime, int]


class Looked(NamedTuple):
    """An entry with a text that was examined for the words."""

    at: datetime
    pk: int
    has_words: bool

    @property
    def place(self) -> Position:
        return self.at, self.pk


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """`searched`: the number of texts examined, if that limit ended the page early (short or empty)."""

    items: list[TaskEvent]
    next_cursor: str | None
    searched: int | None


def history_page(chosen: HistoryFilter, *, cursor: str = "", limit: int = PAGE_SIZE) -> HistoryPage:
    """A page of entries with their processes and texts; shorter by those in `chosen.without`.

    Raises InvalidError for another list's cursor.
    """
    return _page(chosen, _read(cursor) if cursor else None, min(limit, MAX_PAGE_SIZE))


def all_entries(chosen: HistoryFilter) -> Iterator[Sequence[TaskEvent]]:
    """All selected entries in parts, newest first. Each part is read when the caller asks for it."""
    page = _page(chosen, None, EXPORTED_AT_ONCE)
    yield page.items
    while page.next_cursor:
        page = _page(chosen, _read(page.next_cursor), EXPORTED_AT_ONCE)
        yield page.items


def _page(chosen: HistoryFilter, start: Position | None, size: int) -> HistoryPage:
    found, end, searched = _places(_Search(chosen, start), size)
    rows = {entry.pk: entry for entry in _WHOLE.instances({"entries": [pk for _, pk in found]})}
    # filtered here and not in the statement, because the indexes do not include the process
    items = [rows[pk] for _, pk in found if rows[pk].process_id not in chosen.without]
    return HistoryPage(items, encode_cursor([end[0].isoformat(), end[1]], of=NAME) if end else None, searched)


def _whole(marks: Marks) -> QuerySet[TaskEvent]:
    return TaskEvent.objects.filter(pk__in=marks.numbers("entries")).select_related("process", "text")


_WHOLE = Prepared(_whole)


def _places(search: "_Search", size: int) -> tuple[list[Position], Position | None, int | None]:
    """The positions of a page's entries; the position where the next page begins, None for the last page; and the
    number of texts examined, if that limit ended the page.
    """
    if search.is_for_words:
        looked: list[Looked] = []
        for number in (LOOKED_AT_FIRST, LOOKED_AT):
            looked += search.look(number - len(looked), after=looked[-1] if looked else None)
            found = [text.place for text in looked if text.has_words][:size]
            if len(found) == size:
                return found, found[-1], None
            if len(looked) < number:
                return found, None, None
            if not search.has_many_hits:
                break
        else:
            return found, looked[-1].place, len(looked)
    found = search.positions(size + 1)
    return found[:size], found[size - 1] if len(found) > size else None, None


class _Search:
    """The statements that find the positions of a page's entries."""

    def __init__(self, chosen: HistoryFilter, start: Position | None) -> None:
        self.chosen = chosen
        self.values: dict[str, Any] = {"query": chosen.query if chosen.q else "", "named": list(chosen.named)}
        self._entry = list(self._of_entry(start))
        self._types = list(self._of_types())
        self._about = list(self._about_some())
        # for one process or subject, all its entries are read
        self.is_for_words = bool(chosen.q) and not self._about
        self._hits: list[int] | None = None

    @property
    def has_many_hits(self) -> bool:
        if self._hits is None:
            with along_indexes():
                hits = _ALL_OR_REASON if self.chosen.named else _ALL
                if estimated(hits, self.values) > TOO_MANY:
                    return True
                self._hits = [pk for (pk,) in rows(f"{hits} LIMIT %(few)s", {**self.values, "few": FEW + 1})]
        return len(self._hits) > FEW

    def positions(self, size: int) -> list[Position]:
        """The positions of the newest entries that match."""
        values = {**self.values, "size": size, "hits": self._hits}
        joins, conditions = "", [*self._entry, *self._about]
        if self._hits is not None:
            conditions.append("entry.id = ANY(%(hits)s)")
        elif self.chosen.q:
            joins = "JOIN workflows_eventtext text ON text.event_id = entry.id"
            conditions.append(f"({_HAVE_WORDS} OR entry.{_HAS_REASON})" if self.chosen.named else _HAVE_WORDS)
        if self._about or self._hits is not None:
            if self._types:
                joins += _JOIN_TYPE
            statement = _OF_SOME.format(joins=joins, conditions=_all(*conditions, *self._types))
        else:
            statement = self._newest(conditions, self._types)
        return [(at, pk) for at, pk in _fetch(f"{statement} {_NEWEST}", values)]

    def look(self, number: int, *, after: Looked | None) -> list[Looked]:
        """The newest entries with a text, from the one that follows `after` in the list."""
        conditions, values = list(self._entry), {**self.values, "size": number}
        if after:
            conditions.append("(entry.at, entry.id) < (%(after)s, %(after_id)s)")
            values.update(after=after.at, after_id=after.pk)
        if self._types or self.chosen.person is not None:
            newest = self._newest(conditions, ["type.has_text", *self._types])
        else:
            newest = self._newest([_HAS_TEXT, *conditions], [])
        named = _OR_REASON if self.chosen.named else ""
        return [Looked(*row) for row in _fetch(_LOOK.format(statement=newest, named=named), values)]

    def _newest(self, conditions: Sequence[str], types: Sequence[str]) -> str:
        """A statement that reads the entries from an index: that of their reason, of their types, or of all entries."""
        if self.chosen.reason:
            return _OF_ALL.format(joins=_JOIN_TYPE if types else "", conditions=_all(*conditions, *types))
        if types or self.chosen.person is not None:
            return _OF_TYPES.format(conditions=_all(*conditions), types=_all(*types))
        return _OF_ALL.format(joins="", conditions=_all(*conditions))

    def _of_entry(self, start: Position | None) -> Iterator[str]:
        chosen = self.chosen
        if start:
            yield "(entry.at, entry.id) < (%(before)s, %(before_id)s)"
            self.values.update(before=start[0], before_id=start[1])
        if chosen.person is not None:
            yield self._is("entry.actor_id", chosen.person, "person")
        if chosen.reason:
            yield self._is("entry.data->>'reason'", chosen.reason, "reason")
        if chosen.since:
            yield "entry.at >= %(since)s"
        if chosen.until:
            yield "entry.at < %(until)s"
        self.values.update(since=chosen.since, until=chosen.until)

    def _of_types(self) -> Iterator[str]:
        chosen = self.chosen
        for name in ("kind", "action", "outcome"):
            if value := getattr(chosen, name):
                yield self._is(f"type.{name}", value, name)
        if chosen.queue:
            kinds, nodes = zip(*chosen.places, strict=True) if chosen.places else ((), ())
            yield "(type.kind, type.node) IN (SELECT * FROM unnest(%(kinds)s::text[], %(nodes)s::text[]))"
            self.values.update(kinds=list(kinds), nodes=list(nodes))

    def _about_some(self) -> Iterator[str]:
        if self.chosen.process is not None:
            yield self._is("entry.process_id", self.chosen.process, "process")
        if self.chosen.subject:
            thing, subject_id = self.chosen.subject_parts
            yield (
                "entry.process_id IN (SELECT id FROM workflows_process"
                " WHERE flow_class = ANY(%(about)s) AND subject_id = %(subject)s)"
            )
            kinds = [flow.kind for flow in flows() if flow.subject.thing == thing]
            self.values.update(about=kinds, subject=subject_id)

    def _is(self, column: str, value: Any, name: str) -> str:
        self.values[name] = value
        return f"{column} = %({name})s"


def _all(*conditions: str) -> str:
    return " AND ".join(conditions) or "true"


def _fetch(statement: str, values: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[Any] = cursor.fetchall()
        return rows


def _read(cursor: str) -> Position:
    try:
        at, pk = decode_cursor(cursor, of=NAME)
        return datetime.fromisoformat(str(at)), int(str(pk))
    except ValueError as error:
        raise InvalidError(
            {"cursor": ["This cursor does not belong to this list. Start at its first page."]}
        ) from error
