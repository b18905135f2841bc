"""Pages of queues by keyset: every page costs the same.

If an index leads to the few items that match the filters, these are sorted. Otherwise the list reads its queue in order
until the page is full. It reads only the index of that order, so that a filter with few matches costs little more.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet, SmallIntegerField, Value
from django.db.models.functions import Now

from accounts.models import User
from kit.cursors import decode_cursor, encode_cursor
from kit.errors import ForbiddenError, InvalidError
from kit.keyset import Beyond
from kit.prepared import Marks, Prepared, along_the_order
from workflows.engine.core.conditions import awake, mine, not_barred
from workflows.engine.core.flows import queues
from workflows.engine.core.subject_registry import facets, having, subject_rows
from workflows.engine.core.subjects import About
from workflows.engine.core.turns import TURNS, Turn, in_turn
from workflows.engine.reading.lists.rows import COLUMNS, Row
from workflows.engine.reading.lists.views import VIEWS, get_list
from workflows.engine.reading.lists.words import find_open, having_words
from workflows.models import OPEN, Task

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
NEXT_UP = 10
COUNTED = 1_000  # matches of filters are counted up to this number

ORDER = ("priority", "rank_at", "id")
NARROWING = ("company", "q", "snoozed", "person", "overdue")
INDEXED = {"company", "snoozed", "person"}  # filters with an index that leads to few items, which are then sorted
POSITION = ("priority", "rank_at", "id")  # parameters of statements: the page begins after this position


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of a list, combined with AND. `facets`: names of facets, each with the wanted value."""

    company: int | None = None
    q: str = ""
    snoozed: bool = False
    person: int | None = None
    overdue: bool = False
    facets: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Tasks with the rows of their subjects, and the position of the next page.

    `next_up`: the ids of the tasks that `next` would serve first if the queue held only the items of this list. Given
    only on the first page of a queue, and not in a search for words. `matches`: how many items the list has, COUNTED +
    1 for more. Given only on the first page of a list with filters.
    """

    items: list[tuple[Row, Mapping[str, Any]]]
    next_cursor: str | None
    next_up: Sequence[int] = ()
    matches: int | None = None


class _Shape(NamedTuple):
    """The shape of a list's statement, without values: one statement is prepared for each shape.

    `permitted`: the queues of a view; empty for a queue. `facets`: names, each with the part of the value that is in
    the text of the statement (`Facet.fixed`). `words`: statements for items that contain the words; empty if these are
    few and the values hold their ids.
    """

    view: str
    permitted: tuple[str, ...]
    narrowed_by: frozenset[str]
    facets: tuple[tuple[str, Any], ...]
    is_continued: bool
    size: int
    words: tuple[tuple[str, str, str], ...] = ()

    @property
    def is_read_in_order(self) -> bool:
        """Whether the queue is read in order, because no index leads to few items."""
        if self.view or self.narrowed_by & INDEXED:
            return False
        return bool(self.words) or ("q" not in self.narrowed_by and bool(self.facets or self.narrowed_by))


def queue_page(name: str, filters: Filters, *, by: User, cursor: str = "", limit: int = PAGE_SIZE) -> Page:
    """One page of a queue, or of a view over all queues. Raises UnknownQueueError, ForbiddenError, InvalidError."""
    return page_in(name, filters, by.pk, cursor, limit, place=_place(name, by))


def require_list(name: str, user: User) -> None:
    """Raises UnknownQueueError, ForbiddenError."""
    _place(name, user)


Place = tuple[str, tuple[str, ...]]  # a view and its queues; ("", ()) for a queue


def page_in(name: str, filters: Filters, person: int, cursor: str, limit: int, *, place: Place = ("", ())) -> Page:
    """A page for the person with this id; the caller has checked the permission. Raises InvalidError."""
    values, shape = _statement(name, filters, place, person, cursor=cursor, size=min(limit, MAX_PAGE_SIZE))
    size = shape.size - 1
    if filters.q:
        found = find_open(filters.q, shape.permitted or (name,))
        values, shape = {**values, **found.values}, shape._replace(words=found.parts)
    rows, matches = _read_in_order(values, shape) if shape.is_read_in_order else _read(values, shape)
    page = with_subjects(rows[:size])
    next_up = _next_up(values, shape) if rows else ()
    if len(rows) <= size:
        return Page(page, None, next_up=next_up, matches=matches)
    last = rows[size - 1]
    after = cursor_at((last.priority, last.rank_at, last.pk), name)
    return Page(page, after, next_up=next_up, matches=matches)


def _read(values: Mapping[str, Any], shape: _Shape) -> tuple[list[Row], int | None]:
    """The rows of a page, and `Page.matches`; one more statement if the list has more than one page."""
    rows = [Row(*row) for row in _PAGES.rows(values, shape)]
    if shape.is_continued or not (shape.narrowed_by or shape.facets):
        return rows, None
    return rows, len(rows) if len(rows) < shape.size else len(_COUNTED.rows(values, shape))


def _read_in_order(values: Mapping[str, Any], shape: _Shape) -> tuple[list[Row], int | None]:
    """Like `_read`: first ids, from the index alone (for the first page as many as are counted), then the rows."""
    most = shape.size if shape.is_continued else max(shape.size, COUNTED + 1)
    with along_the_order():
        ids = [pk for (pk,) in _IN_ORDER.rows(values, shape, most)]
    rows = [Row(*row) for row in _ROWS.rows({"found": ids[: shape.size]})] if ids else []
    return rows, None if shape.is_continued else min(len(ids), COUNTED + 1)


def next_up_in(queue: str, filters: Filters, person: int) -> Sequence[int]:
    """`Page.next_up` of a queue's first page for the person with this id; one statement."""
    return _next_up(*_statement(queue, filters, ("", ()), person))


def _statement(
    name: str, filters: Filters, place: Place, person: int, *, cursor: str = "", size: int = PAGE_SIZE
) -> tuple[dict[str, Any], _Shape]:
    """The values and the shape of a list's statement. It reads one row more than the page has."""
    if name in VIEWS and VIEWS[name].asleep:
        filters = replace(filters, snoozed=True)
    narrowed_by = frozenset(key for key in NARROWING if getattr(filters, key))
    fixed = tuple((facet, facets()[facet].fixed(value)) for facet, value in filters.facets)
    shape = _Shape(*place, narrowed_by, fixed, bool(cursor), size=size + 1)
    values = {"me": person, "queue": name, **{key: getattr(filters, key) for key in NARROWING}}
    values |= {f"facet_{facet}": value for facet, value in filters.facets}
    if cursor:
        values |= dict(zip(POSITION, _position(cursor, name), strict=True))
    return values, shape


def _next_up(values: Mapping[str, Any], shape: _Shape) -> Sequence[int]:
    if shape.view or shape.is_continued or {"q", "snoozed"} & shape.narrowed_by:
        return ()
    if not shape.is_read_in_order:
        return _first(_NEXT_UP.rows(values, shape, TURNS))
    with along_the_order():
        fresh = _NEXT_UP.rows(values, shape, ("fresh",))
    return _first([*fresh, *_NEXT_UP.rows(values, shape, ("mine", "skipped"))])


def _first(served: Sequence[Any]) -> Sequence[int]:
    return [task_id for *_, task_id in sorted(served)][:NEXT_UP]


def with_subjects(tasks: Collection[Row]) -> list[tuple[Row, Mapping[str, Any]]]:
    """The tasks with the rows of their subjects; one statement for each kind."""
    rows = subject_rows((task.kind, About(task.process_id, task.subject_id)) for task in tasks)
    return [(task, rows[task.process_id]) for task in tasks]


def tasks_in(name: str, user: User) -> QuerySet[Task]:
    """The open tasks of a queue or a view, snoozed or not. Raises UnknownQueueError, ForbiddenError."""
    return _open(user, *_place(name, user), lambda _: name)


def _open(user: User, view: str, permitted: tuple[str, ...], text: Callable[[str], Any]) -> QuerySet[Task]:
    tasks: QuerySet[Task] = Task.objects.filter(not_barred(user), status__in=OPEN).exclude(queue="")
    if view:
        return tasks.filter(VIEWS[view].holds(user), queue__in=permitted)
    return tasks.filter(queue=text("queue"))


def _place(name: str, user: User) -> Place:
    """(view, its queues); ("", ()) for a queue. Raises UnknownQueueError, ForbiddenError."""
    if not user.may(get_list(name).permission):
        raise ForbiddenError
    if name not in VIEWS:
        return "", ()
    return name, tuple(queue.name for queue in queues().values() if user.may(queue.permission))


def _tasks(marks: Marks, shape: _Shape) -> QuerySet[Task, Any]:
    tasks = _listed(marks, shape)
    if shape.view:
        # Select ids from tasks alone: with joins, PostgreSQL expects few held items and sorts all rows with their
        # processes.
        return Task.objects.filter(pk__in=tasks.values("pk")[: shape.size]).order_by(*ORDER).values_list(*COLUMNS)
    return tasks.values_list(*COLUMNS)[: shape.size]


def _listed(marks: Marks, shape: _Shape) -> QuerySet[Task, Any]:
    """Items in list order."""
    me = User(pk=marks.number("me"))
    tasks = _narrow(_open(me, shape.view, shape.permitted, marks.text), shape, marks).order_by(*ORDER)
    return tasks.filter(Beyond(_mark_position(marks))) if shape.is_continued else tasks


def _ids_in_order(marks: Marks, shape: _Shape, most: int) -> QuerySet[Task, Any]:
    return _listed(marks, shape).values_list("pk")[:most]


def _rows_of(marks: Marks) -> QuerySet[Task, Any]:
    return Task.objects.filter(pk__in=marks.numbers("found")).order_by(*ORDER).values_list(*COLUMNS)


def _counted(marks: Marks, shape: _Shape) -> QuerySet[Task, Any]:
    """Ids of at most COUNTED + 1 items of the list in any order, so that an index-only scan suffices."""
    return _listed(marks, shape).order_by().values_list("pk")[: COUNTED + 1]


def _mark_position(marks: Marks) -> dict[str, Any]:
    priority, rank_at, task_id = POSITION
    values = (marks.number(priority), marks.moment(rank_at), marks.number(task_id))
    return dict(zip(ORDER, values, strict=True))


def _in_turns(marks: Marks, shape: _Shape, turns: tuple[Turn, ...]) -> QuerySet[Task, Any]:
    """The first tasks of each of these turns, as (turn, order in the turn, id)."""
    user = User(pk=marks.number("me"))
    first, *others = (
        _narrow(in_turn(marks.text("queue"), user, turn), shape, marks)
        .annotate(turn=Value(TURNS.index(turn)), **_order_in(turn))
        .values_list("turn", "major", "minor", "pk")[:NEXT_UP]
        for turn in turns
    )
    return first.union(*others, all=True) if others else first


def _order_in(turn: Turn) -> dict[str, Any]:
    if turn == "skipped":
        return {"major": Value(0, output_field=SmallIntegerField()), "minor": F("skipped_at")}
    return {"major": F("priority"), "minor": F("rank_at")}


_PAGES, _NEXT_UP, _COUNTED = (Prepared(build) for build in (_tasks, _in_turns, _counted))
_IN_ORDER, _ROWS = Prepared(_ids_in_order), Prepared(_rows_of)


def _narrow(tasks: QuerySet[Task], shape: _Shape, marks: Marks) -> QuerySet[Task]:
    tasks = tasks.filter(~awake() if "snoozed" in shape.narrowed_by else awake())
    if "company" in shape.narrowed_by:
        tasks = tasks.filter(company_id=marks.number("company"))
    if "person" in shape.narrowed_by:
        tasks = tasks.filter(mine(User(pk=marks.number("person"))))
    if "overdue" in shape.narrowed_by:
        tasks = tasks.filter(due_at__lt=Now())
    if "q" in shape.narrowed_by:
        tasks = tasks.filter(having_words(shape.words, marks) if shape.words else Q(pk__in=marks.numbers("found")))
    for name, fixed in shape.facets:
        facet = facets()[name]
        tasks = tasks.filter(having(facet, facet.mark(marks, f"facet_{name}") if fixed is None else fixed))
    return tasks


def cursor_at(position: Sequence[Any], name: str) -> str:
    """The cursor of the page after a position: priority, rank and id of a task."""
    priority, rank_at, task_id = position
    return encode_cursor([priority, rank_at.isoformat(), task_id], of=name)


def _position(cursor: str, name: str) -> tuple[int, datetime, int]:
    try:
        priority, rank_at, task_id = decode_cursor(cursor, of=name)
        return int(str(priority)), datetime.fromisoformat(str(rank_at)), int(str(task_id))
    except ValueError as error:
        raise InvalidError(
            {"cursor": ["This cursor does not belong to this list. Start at its first page."]}
        ) from error
