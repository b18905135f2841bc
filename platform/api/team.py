"""The team: who has how much, who is on duty, how it goes; one's own figures, and what became of one's escalations."""

from datetime import datetime
from typing import Annotated, Any

from ninja import Path, Router, Schema, Status

from accounts.duty import switch_duty
from accounts.schemas import Person
from api.http.auth import AnyQueueStaff, Staff, StaffRequest
from api.http.errors import refusals
from api.http.parsing import Payload
from api.subjects import SubjectRow
from workflows.engine.inbox.team import Member, figures_of, team
from workflows.engine.verbs.escalations import Escalation, escalations_of

router = Router(tags=["Team"])

UserId = Annotated[int, Path(ge=1, le=2**63 - 1)]


class DutyRequest(Payload):
    on_duty: bool


class QueueLoad(Schema):
    queue: str
    items: int
    overdue: int


class Figures(Schema):
    """`assigned` counts what waits for the person; what they hold of it counts as `held`. Ages and times in seconds.

    A day begins at midnight in the desk's time zone (`DOCKET_TIME_ZONE`).
    `decided_lately`, `rejected_share` and `median_seconds`, from claim to decision, are of the last seven days.
    """

    held: int
    assigned: int
    overdue: int
    oldest_at: datetime | None
    average_age_seconds: float | None
    queues: list[QueueLoad]
    decided_today: int
    decided_lately: int
    rejected_share: float | None
    median_seconds: float | None
    skipped_today: int


class MemberOut(Figures):
    person: Person
    on_duty: bool


class AnswerOut(Schema):
    """What was decided about an escalation. `text`: the advice, or what was found."""

    label: str
    by: Person
    at: datetime
    text: str


class EscalationOut(Schema):
    """`answer` null: it waits."""

    task_id: int
    at: datetime
    subject: SubjectRow
    answer: AnswerOut | None


@router.get(
    "/team",
    response={200: list[MemberOut], **refusals(401, 403)},
    auth=Staff("head_moderator", counts_as_activity=False),
    operation_id="getTeam",
)
def read_team(request: StaffRequest) -> Any:
    """Everybody who may work in some queue, and their work."""
    return [
        {**_figures(member), "person": _person(member.user.pk, member.user.full_name), "on_duty": member.user.on_duty}
        for member in team()
    ]


@router.get(
    "/user/me/figures",
    response={200: Figures, **refusals(401, 403)},
    auth=AnyQueueStaff(counts_as_activity=False),
    operation_id="getMyFigures",
)
def read_my_figures(request: StaffRequest) -> Any:
    """One's own figures, and nobody else's."""
    return _figures(figures_of(request.auth.user))


@router.get(
    "/user/me/escalations",
    response={200: list[EscalationOut], **refusals(401, 403)},
    auth=AnyQueueStaff(counts_as_activity=False),
    operation_id="listMyEscalations",
)
def list_my_escalations(request: StaffRequest) -> Any:
    """What the caller has escalated, the newest first, and what became of it."""
    return [_escalation(escalation) for escalation in escalations_of(request.auth.user)]


@router.put(
    "/user/me/duty",
    response={204: None, **refusals(401, 403, 404, 413, 415)},
    auth=AnyQueueStaff(),
    operation_id="switchMyDuty",
)
def switch_my_duty(request: StaffRequest, body: DutyRequest) -> Any:
    """Whether colleagues may assign work to the caller."""
    switch_duty(request.auth.user_id, on_duty=body.on_duty, by=request.auth.user)
    return Status(204, None)


@router.put(
    "/team/{user_id}/duty",
    response={204: None, **refusals(401, 403, 404, 413, 415)},
    auth=Staff("head_moderator"),
    operation_id="switchDuty",
)
def switch_anothers_duty(request: StaffRequest, user_id: UserId, body: DutyRequest) -> Any:
    """As a head moderator, put a colleague on or off duty."""
    switch_duty(user_id, on_duty=body.on_duty, by=request.auth.user)
    return Status(204, None)


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
        "rejected_share": member.rejected_share,
        "median_seconds": member.median_seconds,
        "skipped_today": member.skipped_today,
    }


def _escalation(escalation: Escalation) -> dict[str, Any]:
    answer = escalation.answer
    told = {"label": answer.label, "by": _person(*answer.by), "at": answer.at, "text": answer.text} if answer else None
    return {
        "task_id": escalation.task_id,
        "at": escalation.at,
        "subject": escalation.subject,
        "answer": told,
    }


def _person(person_id: int, name: str) -> dict[str, Any]:
    return {"id": person_id, "name": name}
