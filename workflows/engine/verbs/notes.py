"""Drafts and notes of tasks, and mentions of people."""

import json
from collections.abc import Collection, Mapping
from datetime import timedelta
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from viewflow.workflow.status import PROCESS, STATUS

from accounts.models import User
from kit.errors import InvalidError, NotFoundError
from kit.prepared import Marks, Prepared, change
from kit.rows import column_names, hydrate
from workflows.engine.core.access import flows_open_to
from workflows.engine.core.conditions import mine
from workflows.engine.core.flows import ProductFlow, flows, steps
from workflows.engine.core.locked import lock_task
from workflows.engine.core.transition.writer import record_event
from workflows.models import OPEN, Mention, Process, Task, TaskDraft, TaskEvent

DRAFT_LIFETIME = timedelta(days=7)  # product.md, Drafts
MAX_MENTIONS = 50
REVISION = "revise"  # name of the draft of an edited text; drafts of outcomes have the outcome's name

_SAVE = """INSERT INTO workflows_taskdraft (task_id, user_id, outcome, form, saved_at)
    VALUES (%(task)s, %(user)s, %(outcome)s, %(form)s, %(at)s)
    ON CONFLICT (task_id, user_id, outcome) DO UPDATE SET form = excluded.form, saved_at = excluded.saved_at"""


def save_draft(task: Task, form_name: str, form: Mapping[str, Any], *, by: User) -> TaskDraft:
    """Store the draft of one form, whether or not the person holds the task. Private, and not recorded in history.

    Raises InvalidError for a form that the step does not have. So a person has at most one draft for each form.
    """
    if form_name not in _forms_of(task):
        raise InvalidError(
            {"outcome": [f"This step does not have this form. Its forms are: {', '.join(_forms_of(task))}."]}
        )
    draft = TaskDraft(task=task, user=by, outcome=form_name, form=dict(form), saved_at=timezone.now())
    values = {"task": task.pk, "user": by.pk, "outcome": form_name, "form": json.dumps(draft.form)}
    change(_SAVE, {**values, "at": draft.saved_at})
    return draft


def delete_draft(task: Any, form_name: str, *, by: User) -> None:
    """Delete a person's drafts of a form that they have sent, also those of earlier visits. Call it in that
    transaction.
    """
    TaskDraft.objects.filter(task__process=task.process_id, user=by, outcome=form_name).delete()


def drafts_of(task: Any, user: User) -> list[TaskDraft]:
    """The person's drafts of an open task, oldest first, also those from earlier visits to this step.

    Without drafts of a form that they have sent since, unless they undid that.
    """
    if not task.is_open:
        return []
    step = _STEP.get_prep_value(task.flow_task)
    rows = _DRAFTS.rows({"process": task.process_id, "step": step, "user": user.pk})
    return sorted((hydrate(TaskDraft, row) for row in rows), key=attrgetter("saved_at"))


def begun_by(task: Any, form_name: str, field: str, *, besides: User) -> User | None:
    """Who else has words in a draft of this form, also of an earlier visit; of several the last. Not what they are."""
    step, since = _STEP.get_prep_value(task.flow_task), Now() - DRAFT_LIFETIME
    at_step = TaskDraft.objects.filter(task__process=task.process_id, task__flow_task=step, outcome=form_name)
    written = at_step.filter(saved_at__gt=since, **{f"form__{field}__regex": r"\S"}).exclude(user=besides)
    draft = written.select_related("user").order_by("-saved_at").first()
    return draft.user if draft else None


def _drafts(marks: Marks) -> QuerySet[TaskDraft, Any]:
    process, step, user = Process(pk=marks.number("process")), marks.text("step"), User(pk=marks.number("user"))
    at_step = Task.objects.filter(process=process, flow_task=step)
    sent = at_step.filter(pk__gte=OuterRef("task"), outcome=OuterRef("outcome"), owner=user, status=STATUS.DONE)
    drafts = TaskDraft.objects.filter(~Exists(sent), task__process=process, task__flow_task=step, user=user)
    newest = drafts.filter(saved_at__gt=Now() - DRAFT_LIFETIME).order_by("outcome", "-saved_at").distinct("outcome")
    return newest.values_list(*column_names(TaskDraft))


_STEP: Any = Task._meta.get_field("flow_task")
_DRAFTS = Prepared(_drafts)


def _forms_of(task: Any) -> list[str]:
    node = task.flow_task
    return [*(outcome.name for outcome in node.offered), *([REVISION] if node.flow_class.revises else [])]


def prune_drafts() -> int:
    """Delete expired drafts, and drafts of ended processes; returns the number of rows."""
    over = Q(saved_at__lt=Now() - DRAFT_LIFETIME) | ~Q(task__process__status=PROCESS.NEW)
    return TaskDraft.objects.filter(over).delete()[0]


def leave_note(task_id: int, text: str, *, by: User, to_id: int | None = None) -> None:
    """Add a note, optionally for a colleague who may see the item. Raises InvalidError, ForbiddenError."""
    with lock_task(task_id, by=by) as locked:
        colleague = _colleague(locked.task, to_id) if to_id is not None else None
        data = {"to": colleague.pk} if colleague else None
        process = locked.task.process
        event = record_event(process, "note", task=locked.task, actor_id=by.pk, text=text, data=data)
        process.flow_class.noted(process, event)
        notify(event, locked.task, [colleague.pk] if colleague else [])


def notify(event: TaskEvent, task: Task, people: Collection[int]) -> None:
    """Notify people of an entry until they mark it as seen. Its actor is left out."""
    notified = sorted({*people} - {event.actor_id})
    Mention.objects.bulk_create([Mention(event=event, task=task, user_id=person) for person in notified])


def withdraw_assignments(task: Task, people: Collection[int]) -> set[int]:
    """Mark the mention of an assignment that has ended as seen. Returns the people who had not seen it."""
    unseen = Mention.objects.filter(task=task, user__in=people, seen_at=None, event__action="assign")
    told = {
        each.pk: each.user_id for each in unseen.select_related("event") if each.event.data.get("to") == each.user_id
    }
    if told:
        Mention.objects.filter(pk__in=told).update(seen_at=Now())
    return set(told.values())


def colleagues_of(task: Task) -> QuerySet[User]:
    """The people who may work on a task, ordered by name."""
    permission = task.flow_task.permission
    people = User.objects.filter(is_active=True, cms_access__contains=[permission])
    if barred := [pk for pk in (task.barred_id, task.barred_too_id) if pk is not None]:
        people = people.exclude(pk__in=barred)
    return people.order_by("first_name", "last_name", "pk")


def unseen_mentions(user: User) -> list[Mention]:
    """The newest unseen mentions of a person: notes for them, and tasks assigned to or taken from them. Newest first.

    Only of processes with a step in which the person may still work: the texts are confidential. While the person has a
    blind step of a subject, other mentions about this subject wait until they have decided (decision 25).
    """
    newest = [pk for (pk,) in _UNSEEN.rows({"me": user.pk}, *flows_open_to(user))]
    found = Mention.objects.select_related("event__text", "task__process").in_bulk(newest) if newest else {}
    return [found[pk] for pk in newest if pk in found]


def _unseen(marks: Marks, *open_to_me: type[ProductFlow]) -> QuerySet[Mention, Any]:
    user = User(pk=marks.number("me"))
    mentions = Mention.objects.filter(user=user, seen_at=None, task__process__flow_class__in=open_to_me)
    # a mention of an assignment is outdated when the task is decided
    decided = ~Q(task__status__in=OPEN)
    mentions = mentions.exclude(decided, event__action="assign", task__assignee=F("user"))
    for flow in flows():
        if blind := [step.queue for step in steps(flow) if step.blind]:
            of_subject = Task.objects.filter(process__subject_id=OuterRef("task__process__subject_id"))
            looked_at = of_subject.filter(mine(user), status__in=OPEN, queue__in=blind)
            others = [each for each in flows() if each.subject.thing == flow.subject.thing and each is not flow]
            mentions = mentions.exclude(Exists(looked_at), task__process__flow_class__in=others)
    return mentions.order_by("-pk").values_list("pk")[:MAX_MENTIONS]


# prepared, because every console polls it, and it nearly always finds nothing
_UNSEEN = Prepared(_unseen)


def see_mention(mention_id: int, *, by: User) -> None:
    """Mark a mention as seen. Idempotent. Raises NotFoundError for another person's mention."""
    with transaction.atomic():
        own = Mention.objects.filter(pk=mention_id, user=by)
        if not own.filter(seen_at=None).update(seen_at=Now()) and not own.exists():
            raise NotFoundError("You have no mention with this number.")


def _colleague(task: Any, user_id: int) -> User:
    colleague = colleagues_of(task).filter(pk=user_id).first()
    if colleague is None:
        raise InvalidError({"to": ["No person with this number may see the item."]})
    return colleague
