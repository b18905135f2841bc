"""Hides the result of a subject from people who have a blind step of it (decision 0025)."""

from typing import Any

from django.db.models import QuerySet
from viewflow.workflow.status import PROCESS

from accounts.models import User
from kit.prepared import Marks, Prepared
from workflows.engine.core.conditions import mine
from workflows.engine.core.errors import BlindError
from workflows.engine.core.flows import flows, steps
from workflows.models import OPEN, Process, Task


def subjects_hidden_from(user: User, thing: str) -> frozenset[int]:
    """The ids of subjects of which a person holds or is assigned a blind step; one statement."""
    return frozenset(subject_id for (subject_id,) in _HELD.rows({"me": user.pk}, thing))


def processes_hidden_from(user: User) -> frozenset[int]:
    """The ids of the processes about these subjects; one statement a thing, and one more if there are any."""
    found: set[int] = set()
    for thing in {flow.subject.thing for flow in flows()}:
        if hidden := subjects_hidden_from(user, thing):
            kinds = [flow for flow in flows() if flow.subject.thing == thing]
            about = Process.objects.filter(flow_class__in=kinds, subject_id__in=hidden)
            found.update(about.values_list("pk", flat=True))
    return frozenset(found)


def require_sight_of_all(user: User, thing: str) -> None:
    """For answers about many subjects, from which a single one cannot be left out. Raises BlindError."""
    if subjects_hidden_from(user, thing):
        raise BlindError("You have a second look. Decide or release it before you read results of other items.")


def require_sight_of_subject(thing: str, subject_id: int, user: User) -> None:
    """Raises BlindError for a person who holds or is assigned a blind step of the subject."""
    if subject_id in subjects_hidden_from(user, thing):
        raise BlindError


def require_sight(process: Process, user: User) -> None:
    """The same for one process; runs no query if the subject cannot have a blind step.

    Second looks are about ended processes: a running process reveals nothing, unless it runs beside it or overrides it.
    """
    flow = process.flow_class
    is_new = process.status == PROCESS.NEW and process.override_of_id is None and flow.beside is None
    if not is_new and not any(step.blind for step in steps(flow)):
        require_sight_of_subject(flow.subject.thing, process.subject_id, user)


def _held(marks: Marks, thing: str) -> QuerySet[Task, Any]:
    blind = [step.queue for flow in flows() if flow.subject.thing == thing for step in steps(flow) if step.blind]
    me = User(pk=marks.number("me"))
    return Task.objects.filter(mine(me), status__in=OPEN, queue__in=blind).values_list("process__subject_id")


_HELD = Prepared(_held)
