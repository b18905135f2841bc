"""Pages of queues by keyset: every page costs the same."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, QuerySet, SmallIntegerField, Value
from django.db.models.expressions import RawSQL
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
from workflows.engine.reading.lists.words import Looked, tasks_with, those_with
from workflows.models import OPEN, Task

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
# For words of very many texts a page looks at so many items in list order, until it is full; the next goes on there.
LOOKED_AT = (200, 2_800)
NEXT_UP = 10
COUNTED = 1_000  # matches of filters are counted up to here

ORDER = ("priority", "rank_at", "id")
NARROWING = ("company", "q", "snoozed", "person", "overdue")
INDEXED = {"company", "snoozed", "person"}  # an index leads to the few items of each, which are then sorted
POSITION = ("priority", "rank_at", "id")  # parameter names of statements: the position after which a page begins


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

    `searched`: number of items examined for words of very many texts, if that ended the page (short or empty).
    `next_up`: the ids of the first tasks that `next` would serve, if the queue held only the items of this list; on the
    first page of a queue, and not in a search for words. `matches`: on the first page of a list with filters, how many
    items it has, COUNTED + 1 for more; None where that would take a search for words.
    """

    items: list[tuple[Row, Mapping[str, Any]]]
    next_cursor: str | None
    searched: int | None = None
    next_up: Sequence[int] = ()
    matches: int | None = None


class _Shape(NamedTuple):
    """The shape of a list's statement, without values: one statement is prepared per shape.

    `permitted`: the queues of a view; empty for a queue. `facets`: names, with what of the value is not a mark.
    """

    view: str
    permitted: tuple[str, ...]
    narrowed_by: frozenset[str]
    facets: tuple[tuple[str, Any], ...]
    is_continued: bool
    size: int


def queue_page(name: str, filters: Filters, *, by: User, cursor: str = "", limit: int = PAGE_SIZE) -> Page:
    """One page of a queue, or of a view over all queues. Raises UnknownQueueError, ForbiddenError, InvalidError."""
    return page_in(name, filters, by.pk, cursor, limit, place=_place(name, by))


def require_list(name: str, user: User) -> None:
    """Raises UnknownQueueError, ForbiddenError."""
    _place(name, user)


Place = tuple[str, tuple[str, ...]]  # a view and its queues; ("", ()) for a queue


def page_in(name: str, filters: Filters, person: int, cursor: str, limit: int, *, place: Place = ("", ())) -> Page:
    """A page for the person of this id; the caller has asked for the permission. Raises InvalidError."""
    values, shape = _statement(name, filters, place, person, cursor=cursor, size=min(limit, MAX_PAGE_SIZE))
    size = shape.size - 1
    end: Sequence[Any] | None = None
    searched = 0
    if filters.q:
        values["found"], end, searched = _found(filters.q, values, shape)
    rows = [Row(*row) for row in _PAGES.rows(values, shape)]
    page = with_subjects(rows[:size])
    if len(rows) > size:
        last = rows[size - 1]
        after = cursor_at((last.priority, last.rank_at, last.pk), name)
        return Page(page, after, next_up=_next_up(values, shape), matches=_matches(values, shape, len(rows)))
    if end:
        return Page(page, cursor_at(end, name), searched)
    next_up = _next_up(values, shape) if rows else ()
    return Page(page, None, next_up=next_up, matches=_matches(values, shape, len(rows)))


def _matches(values: Mapping[str, Any], shape: _Shape, found: int) -> int | None:
    """`Page.matches`; a statement where the page has not all."""
    if shape.is_continued or not (shape.narrowed_by or shape.facets):
        return None
    if found < shape.size:
        return found
    return None if "q" in shape.narrowed_by else len(_COUNTED.rows(values, shape))


def _found(typed: str, values: Mapping[str, Any], shape: _Shape) -> tuple[list[int], Sequence[Any] | None, int]:
    """The items with the words: all, or those among the next ones with the end of the search and how many it read."""
    of = shape.permitted if shape.view else (values["queue"],)
    everywhere = tasks_with(typed, of)
    if everywhere is not None:
        return everywhere, None, 0
    found: set[int] = set()
    searched = 0
    position: dict[str, Any] = {}
    for number in LOOKED_AT:
        part = shape._replace(is_continued=shape.is_continued or bool(position))
        with nullcontext() if shape.view or shape.narrowed_by & INDEXED else along_the_order():
            looked = [Looked(*row) for row in _LOOKED.rows({**values, **position}, part, number)]
        found |= those_with(typed, looked, of)
        searched += len(looked)
        if len(looked) < number:
            return list(found), None, searched
        last = looked[-1]
        position = dict(zip(POSITION, (last.priority, last.rank_at, last.pk), strict=True))
        if len(found) >= shape.size:
            break
    return list(found), (last.priority, last.rank_at, last.pk), searched


def next_up_in(queue: str, filters: Filters, person: int) -> Sequence[int]:
    """`Page.next_up` of a queue's first page for the person of this id; one statement."""
    return _next_up(*_statement(queue, filters, ("", ()), person))


def _statement(
    name: str, filters: Filters, place: Place, person: int, *, cursor: str = "", size: int = PAGE_SIZE
) -> tuple[dict[str, Any], _Shape]:
    """The values and the shape of a list's statement, which reads one row more than the page has."""
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
    return [task_id for *_, task_id in sorted(_NEXT_UP.rows(values, shape))][:NEXT_UP]


def with_subjects(tasks: Collection[Row]) -> list[tuple[Row, Mapping[str, Any]]]:
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
    if "q" in shape.narrowed_by:
        tasks = tasks.filter(pk__in=RawSQL("SELECT unnest(%s::bigint[])", [marks.text("found")]))
    if shape.view:
        # Chosen from tasks alone: beside joins PostgreSQL expects few taken items, and sorts all with their processes.
        return Task.objects.filter(pk__in=tasks.values("pk")[: shape.size]).order_by(*ORDER).values_list(*COLUMNS)
    return tasks.values_list(*COLUMNS)[: shape.size]


def _looked(marks: Marks, shape: _Shape, items: int) -> QuerySet[Task, Any]:
    """The next items in list order, without the words."""
    return _listed(marks, shape).values_list("pk", "process__flow_class", "process__subject_id", *ORDER[:2])[:items]


def _listed(marks: Marks, shape: _Shape) -> QuerySet[Task, Any]:
    """Items in list order, without the text search."""
    me = User(pk=marks.number("me"))
    tasks = _narrow(_open(me, shape.view, shape.permitted, marks.text), shape, marks).order_by(*ORDER)
    return tasks.filter(Beyond(_mark_position(marks))) if shape.is_continued else tasks


def _counted(marks: Marks, shape: _Shape) -> QuerySet[Task, Any]:
    """Any items of the list, of which an index alone can tell: they are counted."""
    return _listed(marks, shape).order_by().values_list("pk")[: COUNTED + 1]


def _mark_position(marks: Marks) -> dict[str, Any]:
    priority, rank_at, task_id = POSITION
    values = (marks.number(priority), marks.moment(rank_at), marks.number(task_id))
    return dict(zip(ORDER, values, strict=True))


def _in_turns(marks: Marks, shape: _Shape) -> QuerySet[Task, Any]:
    """The first tasks of each turn, as (turn, order in the turn, id)."""
    user = User(pk=marks.number("me"))
    first, *others = (
        _narrow(in_turn(marks.text("queue"), user, turn), shape, marks)
        .annotate(turn=Value(number), **_order_in(turn))
        .values_list("turn", "major", "minor", "pk")[:NEXT_UP]
        for number, turn in enumerate(TURNS)
    )
    return first.union(*others, all=True)


def _order_in(turn: Turn) -> dict[str, Any]:
    if turn == "skipped":
        return {"major": Value(0, output_field=SmallIntegerField()), "minor": F("skipped_at")}
    return {"major": F("priority"), "minor": F("rank_at")}


_PAGES, _LOOKED, _NEXT_UP, _COUNTED = (Prepared(build) for build in (_tasks, _looked, _in_turns, _counted))


def _narrow(tasks: QuerySet[Task], shape: _Shape, marks: Marks) -> QuerySet[Task]:
    tasks = tasks.filter(~awake() if "snoozed" in shape.narrowed_by else awake())
    if "company" in shape.narrowed_by:
        tasks = tasks.filter(company_id=marks.number("company"))
    if "person" in shape.narrowed_by:
        tasks = tasks.filter(mine(User(pk=marks.number("person"))))
    if "overdue" in shape.narrowed_by:
        tasks = tasks.filter(due_at__lt=Now())
    for name, fixed in shape.facets:
        facet = facets()[name]
        tasks = tasks.filter(having(facet, facet.mark(marks, f"facet_{name}") if fixed is None else fixed))
    return tasks


def cursor_at(position: Sequence[Any], name: str) -> str:
    """The cursor of the page of this list after a position: priority, rank and id of a task."""
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
