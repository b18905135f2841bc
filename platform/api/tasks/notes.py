"""Drafts, notes, the colleagues whom a note can mention, and mentions."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from ninja import Field, Path, Status

from accounts.models import User
from accounts.rights import Permission
from accounts.schemas import Person
from api.http.auth import MAX_ID, SignedIn, StaffRequest, TaskStaff
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import JsonForm, Note, Storable
from api.tasks.details import Draft
from api.tasks.subjects import SubjectRow
from api.tasks.tasks import TaskId
from workflows.engine.core.flows import outcome_label
from workflows.engine.core.subject_registry import subject_rows
from workflows.engine.core.subjects import About
from workflows.engine.reading.figures.team import team_and_admins
from workflows.engine.verbs.notes import colleagues_of, leave_note, save_draft, see_mention, unseen_mentions
from workflows.models import Mention

router = Router(tags=["Desk"])


class DraftRequest(Payload):
    """`outcome`: the outcome whose form it is, or `revise` for an edit of the text."""

    outcome: Annotated[str, Field(max_length=32), Storable]
    form: JsonForm


class NoteRequest(Payload):
    """`to`: the id of a colleague to mention."""

    text: Note
    to: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None


class Load(Schema):
    """The same numbers as in `Figures`."""

    held: int
    assigned: int
    overdue: int


class Colleague(Person):
    """`load`: null unless the caller is a head moderator."""

    on_duty: bool
    load: Load | None


class MentionOut(Schema):
    """A notification of the caller, and the item that it is about.

    `action`: `note`: it mentions the caller. `assign`, `unassign`, `take_over`: of the caller's work. `decide`: of an
    item that the caller escalated; `label` is the outcome's title. `screen`: the author has changed the text of an item
    that the caller held or decided, and it waits again; `by` is null. `consent`: the author of a testimonial that the
    caller decided has withdrawn the consent, and it is no longer published. `page`: the subject's page in the console,
    for callers who may not open the queue.
    """

    id: int
    task_id: int
    queue: str
    subject: SubjectRow
    page: str
    action: str
    label: str
    to: Person | None
    by: Person | None
    at: datetime
    text: str


@router.put(
    "/tasks/{task_id}/draft",
    response={200: Draft, 409: Problem},
    auth=TaskStaff(keeps_task=False),
    operation_id="saveDraft",
)
def keep_draft(request: StaffRequest, task_id: TaskId, body: DraftRequest) -> Any:
    """Store what the caller types, one draft per form. It is private, lasts seven days, and does not need the lock."""
    return save_draft(request.task, body.outcome, body.form, by=request.auth.user)


@router.post("/tasks/{task_id}/notes", response={201: None, 409: Problem}, auth=TaskStaff(), operation_id="leaveNote")
def note(request: StaffRequest, task_id: TaskId, body: NoteRequest) -> Any:
    """Leave a note without deciding. A mentioned colleague finds it among their mentions."""
    leave_note(task_id, body.text, by=request.auth.user, to_id=body.to)
    return Status(201, None)


@router.get("/tasks/{task_id}/colleagues", response=list[Colleague], auth=TaskStaff())
def list_colleagues(request: StaffRequest, task_id: TaskId) -> Any:
    """The people who may work on the item."""
    is_head = request.auth.user.may(Permission.HEAD_MODERATOR)
    loads = {member.user.pk: member for member in team_and_admins()} if is_head else {}
    return [
        {"id": person.pk, "name": person.full_name, "on_duty": person.on_duty, "load": loads.get(person.pk)}
        for person in colleagues_of(request.task)
    ]


@router.get("/mentions", response=list[MentionOut], auth=SignedIn(counts_as_activity=False))
def list_mentions(request: StaffRequest) -> Any:
    """The caller's unseen mentions, newest first."""
    mentions = unseen_mentions(request.auth.user)
    names = User.objects.names_of(pk for mention in mentions for pk in (mention.event.actor_id, _to(mention)))
    subjects = subject_rows(_about(mention) for mention in mentions)
    return [
        {
            "id": mention.pk,
            "task_id": mention.task_id,
            "queue": mention.task.queue,
            "subject": subjects[mention.task.process_id],
            "page": _page(mention),
            "action": mention.event.action,
            "label": _label(mention),
            "to": _person(_to(mention), names),
            "by": _person(mention.event.actor_id, names),
            "at": mention.event.at,
            "text": mention.event.text.body if hasattr(mention.event, "text") else "",
        }
        for mention in mentions
    ]


@router.delete("/mentions/{mention_id}", response={204: None}, auth=SignedIn(), operation_id="seeMention")
def mark_seen(request: StaffRequest, mention_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Any:
    """Mark a mention of the caller as seen."""
    see_mention(mention_id, by=request.auth.user)
    return Status(204, None)


def _about(mention: Mention) -> tuple[str, About]:
    process: Any = mention.task.process
    return process.flow_class.kind, About(process.pk, process.subject_id)


def _to(mention: Mention) -> int | None:
    to: int | None = mention.event.data.get("to")
    return to


def _page(mention: Mention) -> str:
    process: Any = mention.task.process
    page: str = process.flow_class.subject.page.format(process.subject_id)
    return page


def _label(mention: Mention) -> str:
    event = mention.event
    return outcome_label(mention.task.flow_task, event.outcome, event.to_node) if event.outcome else ""


def _person(pk: int | None, names: Mapping[int, str]) -> dict[str, Any] | None:
    return {"id": pk, "name": names[pk]} if pk is not None else None
