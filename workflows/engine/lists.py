"""Pages of queues, by keyset: the thousandth page costs what the first does."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet, Value
from django.db.models.expressions import Func
from django.db.models.fields import BooleanField
from django.db.models.functions import Now
from viewflow.workflow.status import STATUS

from accounts.models import User
from kit.cursors import decode_cursor, encode_cursor
from kit.errors import ForbiddenError, InvalidError
from workflows.engine.errors import UnknownQueueError
from workflows.engine.flows import flows, queues
from workflows.engine.work import awake, not_barred
from workflows.models import OPEN, Task

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list may be narrowed by; all that are given hold together."""

    company: int | None = None
    rating: int | None = None
    q: str = ""
    flagged: bool | None = None
    snoozed: bool = False
    person: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Tasks with the summaries of their subjects, the database's time, and where the next page begins."""

    items: list[tuple[Task, Mapping[str, Any]]]
    next_cursor: str | None


def queue_page(name: str, filters: Filters, *, by: User, cursor: str = "", limit: int = PAGE_SIZE) -> Page:
    """One page of a queue, or of a view over all queues. Raises UnknownQueueError, ForbiddenError, InvalidError."""
    if name in VIEWS and VIEWS[name].asleep:
        filters = replace(filters, snoozed=True)
    tasks = _narrow(_tasks_of(name, by), filters)
    if cursor:
        tasks = tasks.filter(_After(_position(cursor, name)))
    size = min(limit, MAX_PAGE_SIZE)
    rows = list(
        tasks.select_related("process", "owner", "assignee")
        .annotate(db_now=Now())
        .order_by("priority", "rank_at", "id")[: size + 1]
    )
    page = rows[:size]
    next_cursor = cursor_of(page[-1], name) if len(rows) > size else None
    return Page(_with_summaries(page), next_cursor)


def _with_summaries(tasks: Collection[Task]) -> list[tuple[Task, Mapping[str, Any]]]:
    summaries: dict[tuple[str, int], Mapping[str, Any]] = {}
    for flow in flows():
        ids = [task.process.subject_id for task in tasks if task.process.kind == flow.kind]
        if ids:
            summaries.update({(flow.kind, pk): summary for pk, summary in flow.subject.summaries(ids).items()})
    return [(task, summaries[task.process.kind, task.process.subject_id]) for task in tasks]


def _tasks_of(name: str, user: User) -> QuerySet[Task]:
    everything = queues()
    open_tasks = Task.objects.filter(not_barred(user), status__in=OPEN).exclude(queue="")
    if name in everything:
        if not user.may(everything[name].permission):
            raise ForbiddenError
        return open_tasks.filter(queue=name)
    if name not in VIEWS:
        raise UnknownQueueError
    view = VIEWS[name]
    if not user.may(view.permission):
        raise ForbiddenError
    permitted = [queue.name for queue in everything.values() if user.may(queue.permission)]
    return open_tasks.filter(view.holds(user), queue__in=permitted)


def mine(user: User) -> Q:
    """Assigned to me, or held by me."""
    return Q(assignee=user) | (_leased() & Q(owner=user))


def others(user: User) -> Q:
    """Assigned to somebody else, or held by somebody else."""
    return (Q(assignee__isnull=False) & ~Q(assignee=user)) | (_leased() & ~Q(owner=user))


def _leased() -> Q:
    """Held by somebody. The status says no more than the lease; it is what the indexes of leases are kept for."""
    return Q(status=STATUS.ASSIGNED, lease_until__gt=Now())


def anybodys(_user: User) -> Q:
    """Whoever has it, and what nobody has."""
    return Q()


class View(NamedTuple):
    """A list over all queues. `asleep`: of what is put off, in place of what waits."""

    permission: str
    holds: Callable[[User], Q]
    asleep: bool = False


VIEWS = {
    "assigned_to_me": View("moderation", mine),
    "assigned_to_others": View("assigned_to_others", others),
    "set_aside": View("moderation", anybodys, asleep=True),
}


def _narrow(tasks: QuerySet[Task], filters: Filters) -> QuerySet[Task]:
    tasks = tasks.filter(~awake() if filters.snoozed else awake())
    if filters.company is not None:
        tasks = tasks.filter(company_id=filters.company)
    if filters.rating is not None:
        tasks = tasks.filter(rating=filters.rating)
    if filters.person is not None:
        tasks = tasks.filter(Q(assignee=filters.person) | (_leased() & Q(owner=filters.person)))
    if filters.flagged is not None:
        tasks = tasks.filter(flagged__gt=0) if filters.flagged else tasks.filter(flagged=0)
    if filters.q:
        holds = Q()
        for flow in flows():
            holds |= Q(process__flow_class=flow, process__subject_id__in=flow.subject.matching(filters.q))
        tasks = tasks.filter(holds)
    return tasks


def cursor_of(task: Task, name: str) -> str:
    """Where the page behind this task begins, in the list of this name."""
    return encode_cursor([task.priority, task.rank_at.isoformat(), task.pk], of=name)


def _position(cursor: str, name: str) -> tuple[int, datetime, int]:
    try:
        priority, rank_at, task_id = decode_cursor(cursor, of=name)
        return int(str(priority)), datetime.fromisoformat(str(rank_at)), int(str(task_id))
    except ValueError as error:
        raise InvalidError(
            {"cursor": ["This cursor does not belong to this list. Start at its first page."]}
        ) from error


class _After(Func):
    """(priority, rank_at, id) > (…): a row comparison, which the index answers; OR-ed conditions it would not."""

    output_field = BooleanField()
    conditional = True
    template = "(%(expressions)s)"

    def __init__(self, position: tuple[int, datetime, int]) -> None:
        super().__init__(F("priority"), F("rank_at"), F("id"), *map(Value, position))

    def as_sql(self, compiler: Any, connection: Any, **_context: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        parts, params = [], []
        for expression in self.get_source_expressions():
            sql, values = compiler.compile(expression)
            parts.append(sql)
            params.extend(values)
        return f"({', '.join(parts[:3])}) > ({', '.join(parts[3:])})", params
