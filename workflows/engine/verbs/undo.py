"""Undo: the person who decided takes the decision back, as long as nothing has followed from it (decision 36)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Now
from viewflow.workflow.status import PROCESS, STATUS

from accounts.models import User
from kit.errors import DomainError
from workflows.engine.core.counted_days import forget_day_of
from workflows.engine.core.errors import (
    AlreadyUndoneError,
    MovedOnError,
    NotYourDecisionError,
    TaskTakenError,
    UndoEndedError,
    UndoImpossibleError,
    UndoOverError,
)
from workflows.engine.core.flows import ProductFlow, outcome_label
from workflows.engine.core.locked import is_leased, lock_task
from workflows.engine.core.subject_registry import subject_rows
from workflows.engine.core.subjects import About
from workflows.engine.core.transition.plan import Plan
from workflows.engine.core.transition.planning import reopen
from workflows.engine.core.transition.writer import write
from workflows.engine.verbs.notes import save_draft
from workflows.models import OPEN, Mention, Task, TaskEvent

SHOWN = 100


@dataclass(frozen=True, slots=True)
class RecentDecision:
    """A decision of a person. `undo_until`: until when they can undo it; `refusal`: why they cannot undo it now."""

    task: Any
    label: str
    subject: Mapping[str, Any]
    undo_until: datetime | None
    refusal: DomainError | None


@dataclass(frozen=True, slots=True)
class _Decided:
    """A decided task. `next_task`: the task that the decision led to, if it is open or is an end that can be undone."""

    task: Any
    next_task: Any | None
    # whether another person, the source or the clock has changed the process since
    is_touched: bool

    @property
    def is_ended(self) -> bool:
        return self.next_task is not None and self.next_task.status == STATUS.DONE


def undo_decision(task_id: int, *, by: User, late: int | None = None) -> Any:
    """Reopen a task that the person has decided, and cancel the task that the decision led to. Returns the open task.

    It keeps its age, due time and assignee; what the person sent becomes their draft again.

    `late`: for a rollback of a batch (decision 51), the lock version that the decision gave the task; another version
    is refused. A decision that only moved the item can then be undone after the time for undo, as long as nothing has
    followed. No draft is restored, because the form was that of many items.

    Raises NotYourDecisionError, AlreadyUndoneError, UndoImpossibleError, UndoEndedError, UndoOverError, MovedOnError;
    TaskTakenError if somebody else has the next task.
    """
    with lock_task(task_id, by=by) as locked:
        task = locked.task
        found = _read([task], by)[0]
        refusal = _refusal(found, by, locked.now, late=late)
        if refusal:
            raise refusal
        if _is_verified_since(task):
            raise MovedOnError
        outcome, next_task = task.outcome, found.next_task
        forget_day_of(task.finished)
        task.process.flow_class.undoing(task, next_task, by=by)
        plan = Plan(task.process)
        reopen(plan, task, next_task, locked.now)
        plan.record("undo", task=next_task, actor_id=by.pk, outcome=outcome, to_node=task.flow_task.name)
        write([plan])
        Mention.objects.filter(task=task, event__action="decide", seen_at=None).delete()
        if late is None:
            _restore_draft(task, outcome, by=by)
        return task


def _restore_draft(task: Any, outcome: str, *, by: User) -> None:
    """Restore the input of the decision as a draft. Replies are not in history: `undoing` restores their draft."""
    form = task.flow_task.outcomes[outcome].form
    if form is None:
        return
    decisions = TaskEvent.objects.filter(process=task.process_id, task_id=task.pk, action="decide")
    entry: Any = decisions.select_related("text").latest("seq")
    text = entry.text.body if entry.text_digest else ""
    if sent := {name: value for name, value in form.sent(task.process, text, entry.data).items() if value}:
        save_draft(task, outcome, sent, by=by)


def late_refusals(decisions: Mapping[int, int], *, by: User) -> dict[int, DomainError | None]:
    """By task id: why the decision cannot be undone with `late`, or None. A constant number of statements.

    `decisions`: by task id, the lock version that the decision gave the task.
    """
    decided = Task.objects.filter(pk__in=decisions).select_related("process")
    tasks: list[Any] = list(decided.annotate(db_now=Now()))
    return {
        found.task.pk: _refusal(found, by, found.task.db_now, late=decisions[found.task.pk])
        for found in _read(tasks, by)
    }


def undo_until(task: Any, next_task: Any | None) -> datetime | None:
    """Until when a decision can be undone: the end of its hold if it has one. None if it cannot be undone."""
    step = task.flow_task
    if not step.can_be_undone(task.outcome):
        return None
    if _sends(task):
        sent_at: datetime = task.finished + settings.SENDING_HOLD
        return sent_at if settings.SENDING_HOLD else None
    if next_task is None:
        return task.finished + settings.UNDO_TIME if step.ends_quietly(task.outcome) else None
    is_held = next_task.flow_task.holds_decision_of(task)
    end: datetime = next_task.fires_at if is_held else task.finished + settings.UNDO_TIME
    return end


def undoable_subjects(flow: type[ProductFlow], subject_ids: Collection[int], outcome: str) -> QuerySet[Any, int]:
    """The ids of those of these subjects that have a decision for this outcome within the time for undo.

    Only for outcomes that lead to no hold.
    """
    decided = Task.objects.filter(status=STATUS.DONE, outcome=outcome, finished__gt=Now() - settings.UNDO_TIME)
    about = decided.filter(process__flow_class=flow, process__subject_id__in=subject_ids)
    return about.values_list("process__subject_id", flat=True)


def recent_decisions(user: User) -> list[RecentDecision]:
    """The decisions of a person that may still be undone, newest first; a constant number of statements."""
    since = Now() - max(settings.PUBLICATION_HOLD, settings.UNDO_TIME)
    decided = Task.objects.filter(owner=user, status=STATUS.DONE, finished__gt=since).select_related("process")
    tasks: list[Any] = list(decided.annotate(db_now=Now()).order_by("-finished", "-pk")[:SHOWN])
    tasks = [task for task in tasks if hasattr(task.flow_task, "outcomes") and user.may(task.flow_task.permission)]
    rows = subject_rows((task.process.kind, About(task.process_id, task.process.subject_id)) for task in tasks)
    return [
        RecentDecision(
            found.task,
            outcome_label(found.task.flow_task, found.task.outcome, _led_to(found)),
            rows[found.task.process_id],
            undo_until(found.task, found.next_task),
            _refusal(found, user, found.task.db_now),
        )
        for found in _read(tasks, user)
    ]


def _led_to(decided: _Decided) -> str:
    return decided.next_task.flow_task.name if decided.next_task else ""


def _refusal(decided: _Decided, by: User, at: datetime, *, late: int | None = None) -> DomainError | None:
    """Why the decision cannot be undone now, or None."""
    task, next_task = decided.task, decided.next_task
    if final := _final_refusal(task, by):
        return final
    if _was_verified_while_held(task) or late not in (None, task.lock_version):
        return MovedOnError()
    end = undo_until(task, next_task)
    if next_task is None or end is None:
        return MovedOnError()
    if end <= at and (_is_held(decided) or late is None):
        return UndoOverError()
    return _taken(next_task, by, at) or _moved_on(decided)


def _final_refusal(task: Any, by: User) -> DomainError | None:
    if task.is_open:
        return AlreadyUndoneError()
    if task.status != STATUS.DONE or task.owner_id != by.pk:
        return NotYourDecisionError()
    if not task.flow_task.can_be_undone(task.outcome) or (_sends(task) and not settings.SENDING_HOLD):
        return UndoImpossibleError()
    if _sends(task) or task.flow_task.ends_quietly(task.outcome):
        return None  # even if the process has ended
    return UndoEndedError() if task.process.status != PROCESS.NEW else None


def _taken(next_task: Any, by: User, at: datetime) -> TaskTakenError | None:
    if is_leased(next_task, at) and next_task.owner_id != by.pk:
        owner = next_task.owner
        return TaskTakenError((owner.pk, owner.full_name), next_task.assigned, next_task.lease_until)
    if next_task.assignee_id not in (None, by.pk):
        return TaskTakenError((next_task.assignee_id, next_task.assignee.full_name))
    return None


def _moved_on(decided: _Decided) -> MovedOnError | None:
    """A decision that is held can be undone after a colleague's note. One that only moved the item must be the last
    change.

    An end cannot be undone when another process has started after it.
    """
    if decided.is_ended and decided.task.process.flow_class.is_followed(decided.task.process):
        return MovedOnError()
    return MovedOnError() if decided.is_touched and not _is_held(decided) else None


def _sends(task: Any) -> bool:
    return bool(task.flow_task.outcomes[task.outcome].sends)


def _is_held(decided: _Decided) -> bool:
    task, next_task = decided.task, decided.next_task
    return next_task is not None and (_sends(task) or next_task.flow_task.holds_decision_of(task))


def _is_verified_since(task: Any) -> bool:
    """Whether the subject has been verified since, in another way than by this decision: then nothing returns to the
    step.
    """
    step = task.flow_task
    is_verified = step.verified is not None and getattr(task.process, step.verified.holds)
    return is_verified and task.outcome != step.on_verification


def _was_verified_while_held(task: Any) -> bool:
    """Whether a verification by the source was waiting for the end of the lease when the person decided."""
    return bool(task.flow_task.on_verification) and task.fires_at is not None


def _read(tasks: Sequence[Any], by: User) -> list[_Decided]:
    """The decided tasks with the tasks that they led to; a constant number of statements."""
    is_there = Q(from_task__status__in=OPEN) | Q(from_task__status=STATUS.DONE, from_task__outcome="")
    led = Task.previous.through.objects.filter(is_there, to_task__in=[task.pk for task in tasks])
    links: Any = led.select_related("from_task__owner", "from_task__assignee")
    next_tasks = {link.to_task_id: link.from_task for link in links}
    touched = _touched([task for task in tasks if task.pk in next_tasks], by)
    return [_Decided(task, next_tasks.get(task.pk), task.pk in touched) for task in tasks]


def _touched(tasks: Sequence[Any], by: User) -> set[int]:
    """The ids of those decided tasks whose process somebody else has changed since the decision."""
    entries = TaskEvent.objects.filter(process__in=[task.process_id for task in tasks])
    decisions = entries.filter(action="decide", task_id__in=[task.pk for task in tasks])
    decided = dict(decisions.values_list("task_id").annotate(Max("seq")))
    others = entries.filter(Q(actor_id=None) | ~Q(actor_id=by.pk))
    changed = dict(others.values_list("process_id").annotate(Max("seq")))
    return {task.pk for task in tasks if changed.get(task.process_id, 0) > decided.get(task.pk, 0)}
