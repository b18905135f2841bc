"""One task in the API: the whole item with its outcomes and their forms."""

from datetime import datetime
from typing import Any

from accounts.models import User
from accounts.rights import Permission
from api.http.schemas import Schema
from api.tasks.heads import Assignment, ProcessRef, TaskHead, assignment_of
from api.tasks.subjects import SubjectDetail
from banned_words.guidance import read_guidance
from workflows.engine.core.lifecycle import can_be_reinstated
from workflows.engine.core.outcomes import Tone
from workflows.engine.reading.lists.assignments import given_of
from workflows.engine.reading.lists.holding import lock_of
from workflows.engine.verbs.harm import passages_of
from workflows.engine.verbs.notes import drafts_of


class OutcomeChoice(Schema):
    """`form`: a JSON Schema, draft 2020-12, or null without a form. `undo`: whether the decider can undo it.

    `about`: what the outcome does, in a sentence or two. `blocked`: a code for why the outcome is not possible now,
    such as `not_verified`; null if it is possible.
    """

    name: str
    label: str
    about: str
    hotkey: str
    tone: Tone
    form: dict[str, Any] | None
    undo: bool
    blocked: str | None


class Draft(Schema):
    """The caller's draft of one form. `outcome`: the outcome whose form it is, or `revise` for an edit of the text."""

    outcome: str
    form: dict[str, Any]
    saved_at: datetime


class Harm(Schema):
    """A threat of harm: the `passages` that contain it, and the guidance that an admin has written."""

    passages: list[str]
    guidance: str


class TaskDetail(TaskHead):
    """`editable`: whether the text can be revised in this step; not while a decision is held. `drafts`: one per form.
    `harm`: of an open item with a threat of harm, which comes first. `can_be_reopened`: whether a head moderator can
    reopen it, after the end of its process."""

    queue_title: str
    permission: Permission
    open: bool
    editable: bool
    node: str
    process: ProcessRef
    subject: SubjectDetail
    outcomes: list[OutcomeChoice]
    snoozed_until: datetime | None
    drafts: list[Draft]
    assignment: Assignment | None
    harm: Harm | None
    can_be_reopened: bool


def detail_of(task: Any, user: User) -> dict[str, Any]:
    """The item with its forms. `task` must be loaded with its process, its people and the database's time."""
    node, process = task.flow_task, task.process
    lock = lock_of(task)
    return {
        "task_id": task.pk,
        "kind": process.kind,
        "queue": task.queue,
        **lock,
        "locked_since": task.assigned if lock["locked"] else None,
        "locked_until": task.lease_until if lock["locked"] else None,
        "lock_version": task.lock_version,
        "due_at": task.due_at,
        "created_at": task.created,
        "priority": task.priority,
        "queue_title": str(node.task_title),
        "permission": node.permission,
        "open": task.is_open,
        "editable": task.is_open and node.flow_class.revises and not node.undo,
        "node": node.name,
        "process": {"kind": process.kind, "id": process.pk},
        "subject": node.flow_class.subject.detail(task, user),
        "outcomes": [_choice(node, task, outcome) for outcome in node.offered] if task.is_open else [],
        "snoozed_until": task.snoozed_until,
        "drafts": drafts_of(task, user),
        "assignment": assignment_of(given_of([task]).get(task.pk)),
        "harm": _harm_of(task),
        "can_be_reopened": can_be_reinstated(process),
    }


def _harm_of(task: Any) -> dict[str, Any] | None:
    passages = passages_of(task)
    return None if passages is None else {"passages": passages, "guidance": read_guidance()}


def _choice(node: Any, task: Any, outcome: Any) -> dict[str, Any]:
    return {
        "name": outcome.name,
        "label": node.label_of(outcome.name, task),
        "about": node.flow_class.about[outcome.name],
        "hotkey": outcome.key,
        "tone": outcome.tone,
        "form": outcome.form.json_schema() if outcome.form else None,
        "undo": node.can_be_undone(outcome.name),
        "blocked": outcome.refusal(task.process),
    }
