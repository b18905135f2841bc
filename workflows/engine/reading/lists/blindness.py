"""Hides the result of a subject from people who have a blind step of it, or may still take one (decision 25).

The rule: a person who holds or is assigned a blind step sees the subject's result nowhere. A person who may still take
one does not see the result by chance: on the company's page, in lists, in searches, beside a related review or a
ticket. They can open the subject's own page, because they do so on purpose.

A replica would be late to hide something: the database itself says what is hidden.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Case, Q, QuerySet, Value, When
from viewflow.workflow.status import PROCESS

from accounts.models import User
from kit.prepared import Marks, Prepared, Values, fetch
from kit.replica import on_primary
from workflows.engine.core.conditions import barred, mine, not_barred
from workflows.engine.core.errors import BlindError
from workflows.engine.core.flows import flows, steps
from workflows.models import OPEN, Process, Task


@on_primary()
def subjects_hidden_from(user: User, thing: str) -> frozenset[int]:
    """The ids of subjects with a blind step that the person holds or is assigned; one statement."""
    return frozenset(subject_id for (subject_id,) in _HELD.rows({"me": user.pk}, thing))


@on_primary()
def subjects_withheld_from(user: User, thing: str, company_id: int) -> frozenset[int]:
    """The subjects of a company with a blind step that the person has or may still take.

    People open the company's page before they take such a step; it would show them the decision.
    """
    statement, values = withheld_statement(user, thing, company_id)
    return frozenset(subject_id for (subject_id,) in fetch(statement, values)) if statement else frozenset()


def withheld_statement(user: User, thing: str, company_id: int) -> tuple[str, Values]:
    """`subjects_withheld_from` as a subquery with its values; empty for people who may take no blind step."""
    blind = [step for flow in flows() if flow.subject.thing == thing for step in steps(flow) if step.blind]
    if not any(user.may(step.permission) for step in blind):
        return "", {}
    return _WITHHELD.statement(thing), {"me": user.pk, "company": company_id}


@on_primary()
def results_hidden_from(user: User, thing: str, *, among: Collection[int] | None = None) -> frozenset[int]:
    """The subjects with a blind step that the person has or may still take: lists show them without their result.

    `among`: the subjects that are asked about; None for all, which takes longer the more second looks wait. No
    statement for people who may take no blind step.
    """
    blind = [step for flow in flows() if flow.subject.thing == thing for step in steps(flow) if step.blind]
    if (among is not None and not among) or not any(user.may(step.permission) for step in blind):
        return frozenset()
    values = {"me": user.pk, "among": list(among or ())}
    return frozenset(subject_id for (subject_id,) in _OPEN_TO.rows(values, thing, among is None))


class Hidden(NamedTuple):
    """Ids of processes. `is_blind`: the person has a second look, and may be told that it is the reason."""

    processes: frozenset[int]
    is_blind: bool


@on_primary()
def processes_hidden_from(user: User) -> Hidden:
    """The processes about subjects of which the person has a blind step, and running second looks that they are barred
    from.

    A person must not learn that a second look at their own decision exists (decision 20). One statement for each thing,
    and one more for each with hidden subjects.
    """
    found: set[int] = set()
    is_blind = False
    for thing in {flow.subject.thing for flow in flows()}:
        rows = _HIDDEN.rows({"me": user.pk}, thing)
        found.update(process_id for process_id, _, is_held in rows if not is_held)
        if held := {subject_id for _, subject_id, is_held in rows if is_held}:
            is_blind = True
            kinds = [flow for flow in flows() if flow.subject.thing == thing]
            about = Process.objects.filter(flow_class__in=kinds, subject_id__in=held)
            found.update(about.values_list("pk", flat=True))
    return Hidden(frozenset(found), is_blind)


def require_sight_of_all(user: User, thing: str) -> None:
    """For answers about many subjects that cannot leave out a single one. Raises BlindError."""
    if subjects_hidden_from(user, thing):
        raise BlindError("You have a second look. Decide or release it before you read results of other items.")


def require_sight_of_subject(thing: str, subject_id: int, user: User) -> None:
    """Raises BlindError for a person who holds or is assigned a blind step of the subject."""
    if subject_id in subjects_hidden_from(user, thing):
        raise BlindError


def require_sight(process: Process, user: User) -> None:
    """Raises BlindError as `require_sight_of_subject`, for the subject of a process. No statement if it has no blind
    step.

    A second look is about an ended process. So a running process reveals nothing, unless it overrides that process or
    runs beside it.
    """
    flow = process.flow_class
    is_new = process.status == PROCESS.NEW and process.override_of_id is None and flow.beside is None
    if not is_new and not any(step.blind for step in steps(flow)):
        require_sight_of_subject(flow.subject.thing, process.subject_id, user)


def _held(marks: Marks, thing: str) -> QuerySet[Task, Any]:
    me = User(pk=marks.number("me"))
    return Task.objects.filter(mine(me), status__in=OPEN, queue__in=_blind(thing)).values_list("process__subject_id")


def _withheld(marks: Marks, thing: str) -> QuerySet[Task, Any]:
    tasks = Task.objects.filter(company_id=marks.number("company"), status__in=OPEN, queue__in=_blind(thing))
    return tasks.filter(not_barred(User(pk=marks.number("me")))).values_list("process__subject_id")


def _open_to(marks: Marks, thing: str, of_all: bool) -> QuerySet[Task, Any]:
    tasks = Task.objects.filter(not_barred(User(pk=marks.number("me"))), status__in=OPEN, queue__in=_blind(thing))
    # one read of the index of running processes, instead of one for each task
    blind = [flow for flow in flows() if flow.subject.thing == thing and any(step.blind for step in steps(flow))]
    running = tasks.filter(process__flow_class__in=blind, process__status=PROCESS.NEW)
    asked = running if of_all else running.filter(process__subject_id__in=marks.numbers("among"))
    return asked.values_list("process__subject_id")


def _hidden(marks: Marks, thing: str) -> QuerySet[Task, Any]:
    me = User(pk=marks.number("me"))
    held = mine(me) & Q(queue__in=_blind(thing))
    tasks = Task.objects.filter(held | barred(me), status__in=OPEN, queue__in=_beside_blind(thing))
    is_held = Case(When(held, then=Value(True)), default=Value(False))
    return tasks.values_list("process_id", "process__subject_id", is_held)


def _blind(thing: str) -> list[str]:
    return [step.queue for flow in flows() if flow.subject.thing == thing for step in steps(flow) if step.blind]


def _beside_blind(thing: str) -> list[str]:
    """The queues of all steps of flows that have a blind step."""
    about = (flow for flow in flows() if flow.subject.thing == thing)
    return [step.queue for flow in about if any(step.blind for step in steps(flow)) for step in steps(flow)]


_HELD, _HIDDEN, _WITHHELD, _OPEN_TO = Prepared(_held), Prepared(_hidden), Prepared(_withheld), Prepared(_open_to)
