"""The figures of the team: items, ages, speed. One statement per figure, for any number of people."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Aggregate, Count, DurationField, F, FloatField, Func, Min, Q, QuerySet, Sum, Value
from django.db.models.expressions import CombinedExpression, ExpressionWrapper
from django.db.models.functions import Extract, Now, TruncDate
from viewflow.workflow.status import STATUS

from accounts.models import User
from accounts.rights import AccessLevel
from kit.desk_day import at_desk, beginning_of_today, desk_today
from kit.prepared import Marks, Prepared
from kit.shared import Shared
from workflows.engine.core.conditions import awake, leased, taken_first
from workflows.engine.core.flows import flows, queues, steps
from workflows.models import OPEN, Task, TaskSkip

Row = Mapping[str, Any]

LATELY = timedelta(days=7)
DAYS = 14  # of a trend: two weeks, to compare each weekday with the one before


@dataclass(slots=True)
class Load:
    """The items of a person in one queue."""

    items: int = 0
    overdue: int = 0


@dataclass(slots=True)
class Member:
    """A member of staff and their work. `assigned`: assigned to them, but not held by them.

    `taken_today`, `taken_lately`: decisions of items that they had taken; their other decisions were made in batches.
    `by_day`: decisions of items that they had taken, for each of the last DAYS days in the desk's time zone, today
    last; filled only by `team` and `team_and_admins`.
    """

    user: User
    held: int = 0
    assigned: int = 0
    overdue: int = 0
    oldest_at: datetime | None = None
    age_seconds: float = 0
    queues: dict[str, Load] = field(default_factory=lambda: defaultdict(Load))
    decided_today: int = 0
    decided_lately: int = 0
    taken_today: int = 0
    taken_lately: int = 0
    rejected_lately: int = 0
    median_seconds: float | None = None
    skipped_today: int = 0
    by_day: list[int] = field(default_factory=lambda: [0] * DAYS)

    @property
    def items(self) -> int:
        return self.held + self.assigned

    @property
    def average_age_seconds(self) -> float | None:
        return self.age_seconds / self.items if self.items else None

    @property
    def rejected_share(self) -> float | None:
        """The share of the items that they had taken: batches are left out, because a batch is one decision about many
        items.
        """
        return self.rejected_lately / self.taken_lately if self.taken_lately else None


def team(*, age: int = 0) -> list[Member]:
    """All staff accounts with access to a queue that are not admins (product.md), ordered by name.

    `age`: how old the figures may be, in seconds, at most 5.
    """
    return [member for member in team_and_admins(age=age) if member.user.access_level != AccessLevel.ADMIN]


def team_and_admins(*, age: int = 0) -> list[Member]:
    """Like `team`, with the admins who have access to a queue."""
    return _TEAM.get("", age, _read_all)


def _read_all() -> list[Member]:
    permissions = sorted({queue.permission for queue in queues().values()})
    people = User.objects.filter(is_active=True, cms_access__overlap=permissions)
    members = _of_many(people.order_by("first_name", "last_name", "pk"))
    _count_days(members)
    return members


_TEAM: Shared[list[Member]] = Shared(seconds=5)


def _count_days(members: Iterable[Member]) -> None:
    """Fill `by_day`; one statement."""
    today, by_id = desk_today(), {member.user.pk: member for member in members}
    since = beginning_of_today() - timedelta(days=DAYS - 1)
    rows = (
        Task.objects.filter(taken_first(), owner__in=by_id, status=STATUS.DONE, finished__gte=since)
        .exclude(outcome__in=_undone())
        .values_list("owner", TruncDate("finished", tzinfo=at_desk(since).tzinfo))
        .annotate(number=Count(Value(1)))
        .order_by()
    )
    for owner, day, number in rows:
        if (at := DAYS - 1 - (today - day).days) >= 0:
            by_id[owner].by_day[at] += number


def figures_of(user: User) -> Member:
    """The same figures of one person, without `by_day`. Prepared statements: each console polls this every 30 s."""
    values = {"person": user.pk, "today": beginning_of_today()}

    def read(name: str) -> Iterator[Row]:
        _, columns = _READS[name]
        return (dict(zip(columns, row, strict=True)) for row in _OF_ONE.rows(values, name))

    return _with_work([user], read)[0]


def _of_many(people: Collection[User]) -> list[Member]:
    ids, today = [person.pk for person in people], beginning_of_today()

    def read(name: str) -> Iterable[Row]:
        build, columns = _READS[name]
        return build(ids, today).values(*columns)

    return _with_work(people, read)


def _with_work(people: Collection[User], read: Callable[[str], Iterable[Row]]) -> list[Member]:
    members = {person.pk: Member(person) for person in people}
    for row in read("held"):
        _add(members[row["owner"]], row, "held")
    for row in read("assigned"):
        _add(members[row["assignee"]], row, "assigned")
    for row in read("decided"):
        member = members[row["owner"]]
        member.decided_today, member.decided_lately = row["today"], row["all"]
        member.taken_today, member.taken_lately = row["taken_today"], row["taken"]
        member.rejected_lately, member.median_seconds = row["rejected"], row["median"]
    for row in read("skipped"):
        members[row["user"]].skipped_today = row["number"]
    return list(members.values())


def _add(member: Member, row: Row, how: str) -> None:
    setattr(member, how, getattr(member, how) + row["items"])
    member.overdue += row["overdue"]
    member.oldest_at = min(filter(None, (member.oldest_at, row["oldest"])))
    member.age_seconds += float(row["age"])
    load = member.queues[row["queue"]]
    load.items += row["items"]
    load.overdue += row["overdue"]


def _held(people: Collection[int], _today: datetime) -> QuerySet[Any]:
    return _by_queue(Task.objects.filter(leased(), owner__in=people), "owner")


def _assigned(people: Collection[int], _today: datetime) -> QuerySet[Any]:
    """Assigned items. An item that the person also holds counts only as held."""
    waiting = Task.objects.filter(assignee__in=people).exclude(leased(), owner=F("assignee"))
    return _by_queue(waiting, "assignee")


def _by_queue(tasks: QuerySet[Task], role: str) -> QuerySet[Any]:
    age: Any = Extract(ExpressionWrapper(Now() - F("created"), DurationField()), "epoch")
    rows: QuerySet[Any] = (
        tasks.filter(awake(), status__in=OPEN)
        .exclude(queue="")
        .values(role, "queue")
        .annotate(
            items=Count(Value(1)),
            overdue=Count(Value(1), filter=Q(due_at__lt=Now())),
            oldest=Min("created"),
            age=Sum(age),
        )
        .order_by(role, "queue")
    )
    return rows


class _Median(Aggregate):
    function = "percentile_cont"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


def _decided(people: Collection[int], today: datetime) -> QuerySet[Any]:
    """Decisions of the last days, without recalls."""
    span: Any = CombinedExpression(F("finished"), "-", F("assigned"), DurationField())
    # a float: `extract` returns numeric, which is several times slower to sort
    took = Func(Value("epoch"), span, function="date_part", output_field=FloatField())
    taken = taken_first()
    # count(1) instead of count(id), so that an index-only scan suffices
    rows: QuerySet[Any] = (
        Task.objects.filter(owner__in=people, status=STATUS.DONE, finished__gte=Now() - LATELY)
        .exclude(outcome__in=_undone())
        .values("owner")
        .annotate(
            all=Count(Value(1)),
            today=Count(Value(1), filter=Q(finished__gte=today)),
            taken=Count(Value(1), filter=taken),
            taken_today=Count(Value(1), filter=taken & Q(finished__gte=today)),
            rejected=Count(Value(1), filter=taken & Q(outcome__in={flow.rejects for flow in flows()} - {""})),
            median=_Median(took, filter=taken),
        )
        .order_by("owner")
    )
    return rows


def _undone() -> set[str]:
    return {step.undo for flow in flows() for step in steps(flow) if step.undo}


def _skipped(people: Collection[int], today: datetime) -> QuerySet[Any]:
    skips = TaskSkip.objects.filter(user__in=people, at__gte=today)
    rows: QuerySet[Any] = skips.values("user").annotate(number=Count("pk")).order_by("user")
    return rows


_LOAD = ("queue", "items", "overdue", "oldest", "age")
# each statement with its columns
_READS: Mapping[str, tuple[Callable[[Collection[int], datetime], QuerySet[Any]], tuple[str, ...]]] = {
    "held": (_held, ("owner", *_LOAD)),
    "assigned": (_assigned, ("assignee", *_LOAD)),
    "decided": (_decided, ("owner", "today", "all", "taken", "taken_today", "rejected", "median")),
    "skipped": (_skipped, ("user", "number")),
}


def _of_one(marks: Marks, name: str) -> QuerySet[Any, Any]:
    build, columns = _READS[name]
    return build([marks.number("person")], marks.moment("today")).values_list(*columns)


_OF_ONE = Prepared(_of_one)
