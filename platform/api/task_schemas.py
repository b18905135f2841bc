"""Tasks as the API shows them: rows of lists, and the whole item with its outcomes."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Literal

from ninja import Schema

from accounts.models import User
from api.http.errors import Person
from api.restriction_schemas import GroundName, RestrictionOut
from workflows.engine.core.history import last_text
from workflows.engine.core.locked import is_leased
from workflows.engine.inbox.lists import Row
from workflows.engine.verbs.assignment import Given, given_of
from workflows.engine.verbs.notes import drafts_of
from workflows.engine.verbs.presence import People, lookers
from workflows.models import Task

# the specification's defaults (section 3)
UNKNOWN_USER = "Unknown user"
NO_USER = 0


class CompanyRef(Schema):
    id: int
    name: str


class Summary(Schema):
    id: int
    title: str
    excerpt: str
    company: CompanyRef | None
    author_name: str
    rating: int | None
    source: str
    flagged: int
    received_at: datetime


class TaskHead(Schema):
    """What lists, `next` and the item share.

    `lock_version` grows with each change of the lock: of two answers about one task, the higher version is newer.
    """

    task_id: int
    kind: str
    queue: str
    locked: bool
    locked_by: str
    locked_id: int
    locked_since: datetime | None
    locked_until: datetime | None
    lock_version: int
    assigned_to: Person | None
    due_at: datetime | None
    created_at: datetime
    priority: int
    # of a request to restrict: why it is asked
    ground: GroundName | None


class Assignment(Schema):
    """Who gave the item to whom it is assigned, when, and the note that came with it."""

    by: Person | None
    at: datetime
    note: str


class TaskRow(TaskHead):
    """`assignment`: in the views of what is assigned; null elsewhere. `open_with`: who else has it open."""

    summary: Summary
    assignment: Assignment | None
    open_with: list[Person]


class TaskPage(Schema):
    """`searched`: how many items were looked through for words, where that ended the page: it is short then, or empty.

    The next one looks on from there. Null where the page is full, or the list came to its end.
    """

    items: list[TaskRow]
    next_cursor: str | None
    searched: int | None


class FlaggedWord(Schema):
    word: str
    entry_id: int
    field: str
    start: int
    end: int
    action: str


class CompanyContext(CompanyRef):
    rating: float | None
    reviews: int
    recent: int
    rejected: int


class Subject(Schema):
    """The specification's editor fields (section 3), and what the desk shows beside them."""

    id: int
    type: str
    data: dict[str, Any]
    locked: bool
    locked_by: str
    locked_id: int
    assigned_to: Person | None
    escalation_notes: str
    title: str
    authorName: str
    anonymous: bool
    businessName: str | None
    jobTitle: str | None
    text: str
    constructive: str
    status: str
    flagged_words: list[FlaggedWord]
    company: CompanyContext | None
    rating: int | None
    source: str
    verified: bool
    received_at: datetime
    posted_at: datetime | None
    revision: int


class OutcomeChoice(Schema):
    """`form`: a JSON Schema, draft 2020-12, or null when nothing is asked. `undo`: whether it can be taken back.

    `blocked`: the code of what stands against it at the moment, for one `not_verified`.
    """

    name: str
    label: str
    hotkey: str
    tone: Literal["primary", "neutral", "danger"]
    form: dict[str, Any] | None
    undo: bool
    blocked: str | None


class ProcessRef(Schema):
    kind: str
    id: int


class Draft(Schema):
    """What the caller has typed into one form and not sent. `outcome` names it: an outcome, or `revise` for an edit."""

    outcome: str
    form: dict[str, Any]
    saved_at: datetime


class TaskDetail(TaskHead):
    """`editable`: the text can be revised in this step; what is decided and held cannot. `drafts`: one a form."""

    queue_title: str
    permission: str
    open: bool
    editable: bool
    node: str
    process: ProcessRef
    subject: Subject
    outcomes: list[OutcomeChoice]
    snoozed_until: datetime | None
    screening: dict[str, Any] | None
    request: RestrictionOut | None = None
    drafts: list[Draft]
    assignment: Assignment | None


def rows_of(items: Collection[tuple[Row, Mapping[str, Any]]], user: User, *, with_notes: bool) -> list[dict[str, Any]]:
    """A page of a list, with who else has each row open; `with_notes`, how the rows came to be somebody's work."""
    tasks = [task for task, _ in items]
    given = given_of(tasks) if with_notes else {}
    looking = lookers("task", [task.pk for task in tasks], besides=user)
    return [_row(task, summary, given.get(task.pk), looking.get(task.pk, [])) for task, summary in items]


def _row(row: Row, summary: Mapping[str, Any], given: Given | None, looking: People) -> dict[str, Any]:
    """A task of a list, as TaskRow has it."""
    leased = is_leased(row, row.db_now)
    return {
        "task_id": row.pk,
        "kind": row.kind,
        "queue": row.queue,
        "locked": leased,
        "locked_by": _name(row.owner_first_name, row.owner_last_name) if leased else UNKNOWN_USER,
        "locked_id": row.owner_id if leased else NO_USER,
        "locked_since": row.assigned if leased else None,
        "locked_until": row.lease_until if leased else None,
        "lock_version": row.lock_version,
        "assigned_to": _assignee(row),
        "due_at": row.due_at,
        "created_at": row.created,
        "priority": row.priority,
        "ground": row.ground,
        # what the schema names and no more: a list is not put through it
        "summary": {name: summary[name] for name in Summary.model_fields},
        "assignment": _assignment(given),
        "open_with": [{"id": pk, "name": name} for pk, name in looking],
    }


def _assignee(row: Row) -> dict[str, Any] | None:
    if row.assignee_id is None:
        return None
    return {"id": row.assignee_id, "name": _name(row.assignee_first_name, row.assignee_last_name)}


def _name(first: str | None, last: str | None) -> str:
    return f"{first} {last}".strip()


def names_of(ids: Collection[int | None]) -> dict[int | None, dict[str, Any]]:
    """People by their numbers; an account that was erased has no name any more."""
    known = User.objects.filter(pk__in=[pk for pk in ids if pk is not None]) if any(ids) else []
    return {person.pk: {"id": person.pk, "name": person.full_name} for person in known}


def detail_of(task: Any, user: User) -> dict[str, Any]:
    """The item with its forms. `task` comes with its process, its people and the database's time."""
    node, process = task.flow_task, task.process
    head = _head(task)
    return {
        **head,
        "queue_title": str(node.task_title),
        "permission": node.permission,
        "open": task.is_open,
        "editable": task.is_open and node.flow_class.revises and not node.undo,
        "node": node.name,
        "process": {"kind": process.kind, "id": process.pk},
        "subject": {
            **node.flow_class.editor(process),
            **lock_of(task),
            "escalation_notes": last_text(process, "escalate"),
        },
        "outcomes": [_choice(node, process, outcome) for outcome in node.outcomes.values()] if task.is_open else [],
        "snoozed_until": task.snoozed_until,
        "screening": process.data.get("screening"),
        "drafts": drafts_of(task, user),
        **node.flow_class.item_extras(process),
        "assignment": _assignment(given_of([task]).get(task.pk)),
    }


def lock_of(task: Any | None) -> dict[str, Any]:
    """The editor's fields of a lock; the specification's defaults for what waits in no step."""
    if task is None:
        return {"locked": False, "locked_by": UNKNOWN_USER, "locked_id": NO_USER, "assigned_to": None}
    head = _head(task)
    return {key: head[key] for key in ("locked", "locked_by", "locked_id", "assigned_to")}


def _head(task: Any) -> dict[str, Any]:
    leased = is_leased(task, task.db_now)
    return {
        "task_id": task.pk,
        "kind": task.process.kind,
        "queue": task.queue,
        "locked": leased,
        "locked_by": task.owner.full_name if leased else UNKNOWN_USER,
        "locked_id": task.owner_id if leased else NO_USER,
        "locked_since": task.assigned if leased else None,
        "locked_until": task.lease_until if leased else None,
        "lock_version": task.lock_version,
        "assigned_to": _person(task, "assignee"),
        "due_at": task.due_at,
        "created_at": task.created,
        "priority": task.priority,
        "ground": task.process.data.get("ground"),
    }


def _person(task: Task, role: str) -> dict[str, Any] | None:
    person = getattr(task, role)
    return {"id": person.pk, "name": person.full_name} if person else None


def _assignment(given: Given | None) -> dict[str, Any] | None:
    if given is None:
        return None
    by = {"id": given.by[0], "name": given.by[1]} if given.by else None
    return {"by": by, "at": given.at, "note": given.note}


def _choice(node: Any, process: Any, outcome: Any) -> dict[str, Any]:
    return {
        "name": outcome.name,
        "label": outcome.label,
        "hotkey": outcome.key,
        "tone": outcome.tone,
        "form": outcome.form.json_schema() if outcome.form else None,
        "undo": node.can_be_undone(outcome.name),
        "blocked": outcome.refusal(process),
    }
