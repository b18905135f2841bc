"""The team's work, figures and duty; the caller's own figures and escalations."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

from ninja import Path, Query, Status

from accounts.duty import switch_duty
from accounts.models import User
from accounts.schemas import Person
from api.http.ages import accepted_age
from api.http.auth import MAX_ID, AnyQueueStaff, Staff, StaffRequest
from api.http.errors import Problem
from api.http.lists import PageQuery
from api.http.parsing import Payload
from api.http.repeats import repeated_by
from api.http.routing import Router
from api.http.schemas import Schema
from api.tasks.assignment import BulkAssignmentAnswer, answer_of, packed, unpacked
from api.tasks.rows import TaskRow, rows_of
from api.tasks.subjects import SubjectRow
from workflows.engine.reading.figures.ages import overdue_page, waiting_by_queue
from workflows.engine.reading.figures.team import Member, figures_of, team
from workflows.engine.reading.lists.desk import listed_queues, queues_that_fire
from workflows.engine.verbs.assignment import assign_evenly, even_shares
from workflows.engine.verbs.escalations import Escalation, escalations_of

router = Router(tags=["Team"])

UserId = Annotated[int, Path(ge=1, le=MAX_ID)]


class DutyRequest(Payload):
    on_duty: bool


class QueueLoad(Schema):
    queue: str
    items: int
    overdue: int


class Figures(Schema):
    """`held`: items that the person holds. `assigned`: their other assigned items. Ages and times are in seconds.

    A day begins at midnight in the desk's time zone (`DOCKET_TIME_ZONE`).
    `decided_lately`, `rejected_share` and `median_seconds`, from claim to decision, are of the last seven days.
    `batched_today`, `batched_lately`: how many were decided without a claim, as in batches; share and median leave
    these out.
    """

    held: int
    assigned: int
    overdue: int
    oldest_at: datetime | None
    average_age_seconds: float | None
    queues: list[QueueLoad]
    decided_today: int
    decided_lately: int
    batched_today: int
    batched_lately: int
    rejected_share: float | None
    median_seconds: float | None
    skipped_today: int


class MemberOut(Figures):
    """`by_day`: decisions of each of the last 14 days, today last, without those of batches."""

    person: Person
    on_duty: bool
    by_day: list[int]


class QueueWaitOut(Schema):
    """How long the `open` items of a queue have waited, in seconds; 80 % are between `low` and `high`. `clock`: the
    median time after which they are due; null if none is ever due.
    """

    queue: str
    open: int
    low: float
    median: float
    high: float
    clock: float | None


class TeamOut(Schema):
    """`waiting`: the queues with waiting items in which people decide, in the order of the menu."""

    members: list[MemberOut]
    waiting: list[QueueWaitOut]


class ShareOut(Schema):
    """`has`: how many items the person has. `gets`: how many free ones they would get."""

    person: Person
    has: int
    gets: int


class AnswerOut(Schema):
    """The decision about an escalation. `text`: the advice or the facts from its form."""

    label: str
    by: Person
    at: datetime
    text: str


class EscalationOut(Schema):
    """`answer`: null until it is decided."""

    task_id: int
    at: datetime
    subject: SubjectRow
    answer: AnswerOut | None


@router.get("/team", response=TeamOut, auth=Staff("head_moderator", counts_as_activity=False), operation_id="getTeam")
def read_team(request: StaffRequest) -> Any:
    """The team, which is all staff accounts except admins, with its work. With `Cache-Control: max-age=5` the answer
    may be five seconds old."""
    age = accepted_age(request)
    return {"waiting": waiting_by_queue(_deciding(request), age=age), "members": member_rows(team(age=age))}


class OverdueItems(Schema):
    items: list[TaskRow]
    next_cursor: str | None


@router.get("/team/overdue", response=OverdueItems, auth=Staff("head_moderator"), operation_id="listOverdue")
def list_overdue(request: StaffRequest, query: Query[PageQuery]) -> Any:
    """A page of the overdue items of all queues in which the caller decides, the longest overdue first."""
    user = request.auth.user
    items, next_cursor = overdue_page(_deciding(request), by=user, cursor=query.cursor, limit=query.limit)
    return {"items": rows_of(items, user, with_notes=False), "next_cursor": next_cursor}


@router.get("/team/evenly", response=list[ShareOut], auth=Staff("head_moderator"), operation_id="previewEvenly")
def preview_evenly(request: StaffRequest) -> Any:
    """What `POST` would do now: the people on duty, with how many of the free items each would get."""
    shares = even_shares(_deciding(request), _loads(), by=request.auth.user)
    return [
        {"person": _person(share.person.pk, share.person.full_name), "has": share.has, "gets": len(share.task_ids)}
        for share in shares
    ]


@router.post(
    "/team/evenly",
    response={200: BulkAssignmentAnswer, 409: Problem},
    auth=Staff("head_moderator"),
    operation_id="assignEvenly",
)
@repeated_by(unpacked, keep=packed)
def hand_out_evenly(request: StaffRequest) -> Any:
    """Assign at most 200 free items of the caller's queues, so that the people on duty have equally many items."""
    return answer_of(assign_evenly(_deciding(request), _loads(), by=request.auth.user))


@router.get(
    "/user/me/figures", response=Figures, auth=AnyQueueStaff(counts_as_activity=False), operation_id="getMyFigures"
)
def read_my_figures(request: StaffRequest) -> Any:
    """The caller's own figures only."""
    return _figures(figures_of(request.auth.user))


@router.get("/user/me/escalations", response=list[EscalationOut], auth=AnyQueueStaff(counts_as_activity=False))
def list_my_escalations(request: StaffRequest) -> Any:
    """The caller's escalations, newest first, with their decisions."""
    return [_escalation(escalation) for escalation in escalations_of(request.auth.user)]


@router.put("/user/me/duty", response={204: None, 404: Problem}, auth=AnyQueueStaff())
def switch_my_duty(request: StaffRequest, body: DutyRequest) -> Any:
    """Put the caller on or off duty: work can be assigned only to people on duty."""
    switch_duty(request.auth.user_id, on_duty=body.on_duty, by=request.auth.user)
    return Status(204, None)


@router.put("/team/{user_id}/duty", response={204: None}, auth=Staff("head_moderator"), operation_id="switchDuty")
def switch_anothers_duty(request: StaffRequest, user_id: UserId, body: DutyRequest) -> Any:
    """For head moderators: put a colleague on or off duty."""
    switch_duty(user_id, on_duty=body.on_duty, by=request.auth.user)
    return Status(204, None)


def _deciding(request: StaffRequest) -> list[str]:
    """The caller's queues in which people decide."""
    firing = queues_that_fire()
    listed = [each.queue for each in listed_queues() if not each.is_view and each.queue.name not in firing]
    return [queue.name for queue in listed if request.auth.user.may(queue.permission)]


def _loads() -> dict[User, int]:
    return {member.user: member.items for member in team()}


def member_rows(members: Iterable[Member]) -> list[dict[str, Any]]:
    return [
        {**_figures(member), "person": _person(member.user.pk, member.user.full_name), "on_duty": member.user.on_duty}
        for member in members
    ]


def _figures(member: Member) -> dict[str, Any]:
    return {
        "held": member.held,
        "assigned": member.assigned,
        "overdue": member.overdue,
        "oldest_at": member.oldest_at,
        "average_age_seconds": member.average_age_seconds,
        "queues": [
            {"queue": queue, "items": load.items, "overdue": load.overdue} for queue, load in member.queues.items()
        ],
        "decided_today": member.decided_today,
        "decided_lately": member.decided_lately,
        "batched_today": member.decided_today - member.taken_today,
        "batched_lately": member.decided_lately - member.taken_lately,
        "rejected_share": member.rejected_share,
        "median_seconds": member.median_seconds,
        "by_day": member.by_day,
        "skipped_today": member.skipped_today,
    }


def _escalation(escalation: Escalation) -> dict[str, Any]:
    answer = escalation.answer
    decision = (
        {"label": answer.label, "by": _person(*answer.by), "at": answer.at, "text": answer.text} if answer else None
    )
    return {
        "task_id": escalation.task_id,
        "at": escalation.at,
        "subject": escalation.subject,
        "answer": decision,
    }


def _person(person_id: int, name: str) -> dict[str, Any]:
    return {"id": person_id, "name": name}
