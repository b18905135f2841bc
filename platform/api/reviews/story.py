"""The complete story of a review, and related reviews."""

from collections.abc import Set
from datetime import datetime
from typing import Any

from api.http.auth import Staff, StaffRequest
from api.http.errors import Problem
from api.http.schemas import Schema
from api.processes.processes import HistoryEntry, entry_of
from api.reviews.revisions import ReviewId, router
from api.reviews.statements import StatementOut, statement_row
from api.tasks.heads import ProcessRef
from restrictions.schemas import RestrictionOut
from reviews.reading import UNKNOWN_STATUS
from reviews.schemas import ReviewFields, ReviewInList, RevisionOut
from workflows.engine.core.errors import BlindError
from workflows.engine.core.history import last_text
from workflows.engine.reading.lists.blindness import results_hidden_from, subjects_hidden_from
from workflows.engine.reading.lists.holding import lock_of
from workflows.reviews.decided import held_until, is_held
from workflows.reviews.story import Chapter, story_of
from workflows.reviews.subject import REVIEW

__all__ = ["router"]


class Waiting(Schema):
    """The step in which the review waits. `fires_at`: when a held decision takes effect."""

    task_id: int
    queue: str
    queue_title: str
    permission: str
    created_at: datetime
    due_at: datetime | None
    fires_at: datetime | None


class StoryProcess(ProcessRef):
    """`title`: of the process. `outcome_title`: of its ending; empty while it runs."""

    title: str
    status: str
    outcome: str
    outcome_title: str
    created: datetime
    finished: datetime | None
    override_of: int | None
    request: int | None
    node: str
    events: list[HistoryEntry]


class NeighbourReview(ReviewInList):
    status: str


class Beside(Schema):
    """`known` is false if the review lacks the value to search by, such as an email address."""

    known: bool
    total: int
    items: list[NeighbourReview]


class ReviewStory(Schema):
    """Everything about a review, in order of time. `held_until`: as in a row of `GET /reviews`."""

    review: ReviewFields
    held_until: datetime | None
    external_id: str
    waiting: Waiting | None
    revisions: list[RevisionOut]
    requests: list[RestrictionOut]
    statements: list[StatementOut]
    processes: list[StoryProcess]
    copies: Beside
    by_author: Beside


@router.get(
    "/review/{review_id}", response={200: ReviewStory, 409: Problem}, auth=Staff("moderation"), operation_id="getReview"
)
def read_story(request: StaffRequest, review_id: ReviewId) -> Any:
    """Text, revisions, processes with histories, requests to restrict, copies, and other reviews by the author.

    409 `blind_second_look` for the person with the second look at the review.
    """
    hidden = subjects_hidden_from(request.auth.user, REVIEW)
    if review_id in hidden:
        raise BlindError
    story = story_of(review_id, request.auth.user)
    related = [row["id"] for found in (story.copies, story.by_author) for row in found.newest]
    without_result = results_hidden_from(request.auth.user, REVIEW, among=related)
    task = story.task
    return {
        "review": {
            **story.editor,
            **lock_of(task),
            "escalation_notes": last_text(task.process, "escalate") if task else "",
        },
        "held_until": held_until([review_id]).get(review_id) if is_held(story.editor["status"]) else None,
        "external_id": story.external_id,
        "waiting": task
        and {
            "task_id": task.pk,
            "queue": task.queue,
            "queue_title": str(task.flow_task.task_title),
            "permission": task.flow_task.permission,
            "created_at": task.created,
            "due_at": task.due_at,
            "fires_at": task.fires_at,
        },
        "revisions": story.revisions,
        "requests": story.requests,
        "statements": [statement_row(row, letter, story.names) for row, letter in story.statements],
        "processes": [_process(chapter) for chapter in story.chapters],
        "copies": _beside(story.copies, without_result),
        "by_author": _beside(story.by_author, without_result),
    }


def _process(chapter: Chapter) -> dict[str, Any]:
    process = chapter.process
    moves = [entry.to_node for entry in chapter.entries if entry.to_node]
    return {
        "kind": process.kind,
        "id": process.pk,
        "title": chapter.title,
        "status": process.status,
        "outcome": process.outcome,
        "outcome_title": chapter.end_title,
        "created": process.created,
        "finished": process.finished,
        "override_of": process.override_of_id,
        "request": process.data.get("request"),
        "node": moves[-1] if moves else "",
        "events": [entry_of(entry) for entry in chapter.entries],
    }


def _beside(found: Any, without_result: Set[int]) -> dict[str, Any]:
    """Related reviews. The status is UNKNOWN if the caller has, or may take, the second look at a review."""
    items = [{**row, "status": UNKNOWN_STATUS} if row["id"] in without_result else row for row in found.newest]
    return {"known": found.known, "total": found.total, "items": items}
