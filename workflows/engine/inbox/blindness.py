"""What is kept from somebody for as long as they have a blind step: what came of its subject elsewhere (0025)."""

from typing import Any

from django.db.models import QuerySet
from viewflow.workflow.status import PROCESS

from accounts.models import User
from kit.prepared import Marks, Prepared
from workflows.engine.core.conditions import mine
from workflows.engine.core.errors import BlindError
from workflows.engine.core.flows import flows, steps
from workflows.models import OPEN, Process, Task


def subjects_kept_from(user: User) -> frozenset[int]:
    """The subjects of the blind steps that somebody holds or is assigned; one statement."""
    return frozenset(subject_id for (subject_id,) in _HELD.rows({"me": user.pk}))


def require_sight_of_all(user: User) -> None:
    """For what tells of many subjects at once, and cannot leave one out. Raises BlindError."""
    if subjects_kept_from(user):
        raise BlindError("You have a second look: decide it, or give it back, before you fetch what came of reviews.")


def require_sight_of_subject(subject_id: int, user: User) -> None:
    """Raises BlindError for who has a blind step of a subject."""
    if subject_id in subjects_kept_from(user):
        raise BlindError


def require_sight(process: Process, user: User) -> None:
    """As above, for one process over the subject; asks the database nothing where there can be no blind step of it.

    What is looked at again has come to an end: what runs does not tell of it, unless it runs beside it or overrides it.
    """
    flow = process.flow_class
    is_new = process.status == PROCESS.NEW and process.override_of_id is None and flow.beside is None
    if not is_new and not any(step.blind for step in steps(flow)):
        require_sight_of_subject(process.subject_id, user)


def _held(marks: Marks) -> QuerySet[Task, Any]:
    blind = [step.queue for flow in flows() for step in steps(flow) if step.blind]
    me = User(pk=marks.number("me"))
    return Task.objects.filter(mine(me), status__in=OPEN, queue__in=blind).values_list("process__subject_id")


_HELD = Prepared(_held)
