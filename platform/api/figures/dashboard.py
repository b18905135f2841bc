"""The figures of the dashboard in one call: what a person sees follows their permissions."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import Any, Literal

from django.conf import settings
from django.db.models import Count, Min
from django.db.models.functions import Now
from ninja import Status

from accounts.lists import put_outcomes_away
from accounts.models import User
from api.figures.team import MemberOut, member_rows
from api.http.ages import accepted_age
from api.http.auth import AnyQueueStaff, StaffRequest
from api.http.routing import Router
from api.http.schemas import Schema
from api.tasks.rows import TaskRow, rows_of
from kit.desk_day import desk_today
from workflows.engine.core.declarations import Queue
from workflows.engine.core.flows import flows, get_queue, steps
from workflows.engine.reading.figures.ages import Ages, Decided, ages_by, decided_by, overdue_and_due_first
from workflows.engine.reading.figures.days import Day, days
from workflows.engine.reading.figures.forecast import Emptied, Profile, When, staffing, when_empty
from workflows.engine.reading.figures.health import Part, health
from workflows.engine.reading.figures.queues import figures_for
from workflows.engine.reading.figures.team import Member, team
from workflows.engine.reading.lists.desk import listed_queues, queues_that_fire
from workflows.facets import RATING
from workflows.models import BatchState, BulkBatch
from workflows.second_looks.sampling import agreement_by_month

router = Router(tags=["Dashboard"])

SHOWN, AHEAD = 14, 5  # days
MODERATORS, HEADS, ADMINS = "moderation", "head_moderator", "history"


class DayOut(Schema):
    """`arrived`: items that entered the queues in which the caller decides for the first time; returns do not count.
    `decided`: decisions that people made one by one in these queues. `batched`: items of these queues that were
    decided in batches; `decided` leaves them out. Decisions that were undone or rolled back do not count.
    """

    day: date
    arrived: int
    decided: int
    batched: int


class RangeOut(Schema):
    """An expected number. On 80 % of days it is between `low` and `high`."""

    value: float
    low: float
    high: float


class ExpectedOut(Schema):
    day: date
    arrived: RangeOut
    decided: RangeOut


class EmptiedOut(Schema):
    """When a queue is empty, at the rate of the people on duty. `soonest` to `latest`: 80 %; null beyond four weeks.

    `when`: `later`: the queue shrinks, but takes more than four weeks; `never`: it grows or stays, by `growth` items a
    day; `unknown`: there are fewer than fourteen days of history; `parked`: its items are held there on purpose.
    `days`: over how many days the rate was measured; 0 without one.
    """

    when: When
    day: date | None
    soonest: date | None
    latest: date | None
    growth: float
    days: int


class QueueDaysOut(Schema):
    """`open`: number of open items at the end of each of `days`; the last number is for now. `emptied`: null if the
    caller may not see it, or if the items of the queue move on by their clock."""

    queue: str
    open: list[int]
    emptied: EmptiedOut | None


class AgesOut(Schema):
    """`ages`: number of items under 4 hours, 4 to 12, 12 to 24, and over 24 hours old. `rating`: null without stars."""

    rating: int | None
    open: int
    ages: list[int]
    median_seconds: float


class StarsOut(Schema):
    queue: str
    ages: list[AgesOut]


class DecidedAgesOut(Schema):
    """How old items with this rating were when they were decided, in the last seven days."""

    rating: int
    count: int
    median_seconds: float


class WaitingOut(Schema):
    """Work for head moderators: batches that need a second person. `since`: when the oldest was requested."""

    what: Literal["batches"]
    number: int
    since: datetime | None


class AgreementMonth(Schema):
    """`month`: its first day. `low`, `high`: the 95 % interval of the share that agreed."""

    month: date
    checked: int
    agreed: int
    low: float
    high: float


class HealthOut(Schema):
    """The state of one part of the product. `is_good`: null if it has never run.

    `worker`: `number` of pending jobs; `at`: since when jobs are late, else when the last one was done. `mail`:
    good if a mail server is configured; `at`: its last job. `jobs`: `number` of jobs that were set aside after their
    last attempt. `verification`: `number` of faults in the last one that ended, `at` its end.
    """

    what: Part
    is_good: bool | None
    at: datetime | None = None
    number: int | None = None


class OutcomeMeaning(Schema):
    """`about`: what the outcome does, in a sentence or two. `undo_seconds`: it can be undone for at least so long."""

    name: str
    label: str
    hotkey: str
    undo_seconds: int
    about: str


class DashboardOut(Schema):
    """`expected`: today and the next five days; empty with too little history. `stars` to `agreement`: for head
    moderators, with `due_first` of the queues that only they have. `health`: for admins. `decided`: of the first queue,
    for people who are no head moderators. `morning`: the outcomes of the first queue, for moderators who have not put
    it away. Null for all others.
    """

    days: list[DayOut]
    expected: list[ExpectedOut]
    queues: list[QueueDaysOut]
    stars: StarsOut | None
    overdue: list[TaskRow] | None
    due_first: list[TaskRow] | None
    waiting: list[WaitingOut] | None
    team: list[MemberOut] | None
    agreement: list[AgreementMonth] | None
    health: list[HealthOut] | None
    decided: list[DecidedAgesOut] | None
    morning: list[OutcomeMeaning] | None


@router.get(
    "/dashboard", response=DashboardOut, auth=AnyQueueStaff(counts_as_activity=False), operation_id="getDashboard"
)
def read_dashboard(request: StaffRequest) -> Any:
    """The figures of the queues in which the caller works. They may be as old as `Cache-Control: max-age` allows."""
    user, age = request.auth.user, accepted_age(request)
    all_days, listed = days(age=age), [each.queue for each in listed_queues() if not each.is_view]
    permitted = [queue.name for queue in listed if user.may(queue.permission)]
    deciding = [name for name in permitted if name not in queues_that_fire()]
    # the first queue in the menu; queues of reviews come first
    main = min(deciding, key=lambda name: _menu_place(get_queue(name)), default="")
    # without the days before the very first item
    known = [day for number, day in enumerate(all_days) if any(earlier.moves for earlier in all_days[: number + 1])]
    past, shown = known[:-1], all_days[-SHOWN:]
    opened = figures_for(user, age=age)
    of_heads = [name for name in deciding if get_queue(name).permission == HEADS]
    members = team(age=age) if user.may(HEADS) else None
    share = 1.0 if members is None else _staffing(members, past)
    overdue, due_first = (None, None) if members is None else _longest(deciding, of_heads, user)
    return {
        "days": [_day(day, deciding) for day in shown],
        "expected": _expected(past, deciding, share),
        "queues": [
            _queue(name, opened[name].open if name in opened else 0, all_days, past, None if members is None else share)
            for name in permitted
        ],
        "stars": {"queue": main, "ages": list(_by_stars(ages_by(RATING, main, age=age)))}
        if members is not None
        else None,
        "decided": list(_by_stars(decided_by(RATING, main, age=age))) if members is None and main else None,
        "overdue": overdue,
        "due_first": due_first,
        "waiting": _waiting(user) if members is not None else None,
        "team": None if members is None else member_rows(members),
        "agreement": agreement_by_month(age=age) if members is not None else None,
        "health": list(health()) if user.may(ADMINS) else None,
        "morning": list(_meanings(main)) if _is_new(user) else None,
    }


@router.delete("/dashboard/morning", response={204: None}, auth=AnyQueueStaff())
def put_morning_away(request: StaffRequest) -> Any:
    """Stop explaining the outcomes to the caller. Idempotent."""
    put_outcomes_away(request.auth.user)
    return Status(204, None)


def _is_new(user: User) -> bool:
    return user.may(MODERATORS) and not user.may(HEADS) and not user.knows_outcomes


def _meanings(queue: str) -> Iterator[dict[str, Any]]:
    """The outcomes of a queue with their meaning, in the words of the first process whose items can be in it."""
    found = next(((flow, step) for flow in flows() for step in steps(flow) if step.queue == queue), None)
    if found is None:
        return
    flow, step = found
    for outcome in step.offered:
        meaning = {"name": outcome.name, "label": outcome.label, "hotkey": outcome.key}
        yield meaning | {"about": flow.about[outcome.name], "undo_seconds": settings.UNDO_TIME.total_seconds()}


def _by_stars(figures: Sequence[Ages] | Sequence[Decided]) -> Iterator[dict[str, Any]]:
    for each in figures:
        found = asdict(each)
        yield {"rating": found.pop("number"), **found}


def _menu_place(queue: Queue) -> tuple[bool, int]:
    return queue.page.place != "reviews", queue.page.position


def _day(day: Day, deciding: Collection[str]) -> dict[str, Any]:
    arrived, decided, batched = day.arrived(deciding), day.decided(deciding), day.batched(deciding)
    return {"day": day.day, "arrived": arrived, "decided": decided, "batched": batched}


def _staffing(members: Sequence[Member], past: Sequence[Day]) -> float:
    return staffing(sum(member.user.on_duty for member in members), [day.people for day in past])


def _expected(past: Sequence[Day], deciding: Collection[str], share: float) -> list[dict[str, Any]]:
    today = desk_today()
    arrived = Profile([day.arrived(deciding) for day in past], today)
    decided = Profile([day.decided(deciding) for day in past], today, share=share)
    ahead = [today + timedelta(days=number) for number in range(AHEAD + 1)] if arrived.is_known else []
    return [{"day": day, "arrived": arrived.expected(day), "decided": decided.expected(day)} for day in ahead]


def _queue(name: str, open_: int, every: Sequence[Day], past: Sequence[Day], share: float | None) -> dict[str, Any]:
    """`share` None: without a forecast."""
    own = {name}
    # backwards from now: open at the end of a day = open now, minus arrivals since, plus departures since
    counted = [open_]
    for day in reversed(every[-SHOWN + 1 :]):
        counted.append(max(0, counted[-1] - day.grown(own)))
    emptied = None if share is None else _emptied(name, open_, every[-1], past, share)
    return {"queue": name, "open": counted[::-1], "emptied": emptied}


def _emptied(name: str, open_: int, now: Day, past: Sequence[Day], share: float) -> Emptied | None:
    """None for a queue whose items move on by their clock, without people."""
    if name in queues_that_fire():
        return None
    if get_queue(name).parks:
        return Emptied(When.PARKED)
    own = {name}
    decisions = Profile([day.left(own) for day in past], now.day, share=share)
    arrivals = Profile([day.came(own) for day in past], now.day)
    return when_empty(open_, arrivals, decisions, now.day, (now.came(own), now.left(own)))


def _longest(deciding: Collection[str], of_heads: Collection[str], user: User) -> Iterator[list[dict[str, Any]]]:
    """The rows of the longest overdue items, and of those due first in the queues of head moderators."""
    lists = overdue_and_due_first(deciding, of_heads, user)
    rows = iter(rows_of([*lists[0], *lists[1]], user, with_notes=False))
    return ([next(rows) for _ in some] for some in lists)


def _waiting(user: User) -> list[dict[str, Any]]:
    """Batches that the user can confirm. Nobody confirms their own."""
    asked = BulkBatch.objects.filter(state=BatchState.CONFIRMING, expires_at__gt=Now()).exclude(by=user)
    batches = asked.aggregate(number=Count("pk"), since=Min("at"))
    return [{"what": "batches", **batches}] if batches["number"] else []
