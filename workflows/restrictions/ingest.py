"""Receives requests to restrict a review: request, process and confirmation, in one transaction."""

from typing import Any

from django.db import transaction

from accounts.models import ApiKey, User
from accounts.notifications import Notification
from restrictions.actions import Contact, ingest_request
from restrictions.models import Ground, RequestToRestrict
from workflows.engine.core.lifecycle import start_process
from workflows.engine.core.locks import lock_subject
from workflows.engine.reading.lists.blindness import require_sight_of_subject
from workflows.engine.verbs.notes import colleagues_of
from workflows.engine.verbs.notices import give_notice
from workflows.models import OPEN, Process, Task
from workflows.restriction_request import RestrictionRequest
from workflows.restrictions.letters import enqueue_receipt


def ask_to_restrict(
    review_id: int, ground: Ground, facts: str, contact: Contact, *, by: User | None = None, key: ApiKey | None = None
) -> tuple[RequestToRestrict, Process]:
    """Save a request from a member of staff or from a program, and start its process.

    Raises BlindError for a person with a second look at the review, because any other answer would reveal its result;
    NotFoundError, NotPublishedError, RequestOpenError, TooManyRequestsError.
    """
    if by is not None:
        require_sight_of_subject(RestrictionRequest.subject.thing, review_id, by)
    with transaction.atomic():
        lock_subject(RestrictionRequest.subject.thing, review_id)
        request = ingest_request(review_id, ground, facts, contact, by=by, key=key)
        start = RestrictionRequest.asked
        process = start_process(RestrictionRequest, start, actor_id=by.pk if by else None, request=request)
        enqueue_receipt(process, request)
        _give_notice(process)
        return request, process


def _give_notice(process: Process) -> None:
    """Notify everybody who may decide about the request."""
    task: Any = Task.objects.get(process=process, status__in=OPEN)
    give_notice(Notification.RESTRICTION_OPENED, task, colleagues_of(task).order_by())
