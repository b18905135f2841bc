"""Drafts and notes: what people write about a task without deciding it."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from kit.errors import InvalidError, NotFoundError
from kit.prepared import Marks, Prepared
from kit.rows import column_names, hydrate
from workflows.engine.core.flows import flows, steps
from workflows.engine.core.history import record_event
from workflows.engine.core.locked import locked_task
from workflows.models import OPEN, Mention, Task, TaskDraft, TaskEvent

DRAFT_KEPT = timedelta(days=7)  # product.md, Drafts
REVISION = "revise"  # the form that edits the text, beside those of the outcomes


def save_draft(task: Task, form_name: str, form: Mapping[str, Any], *, by: User) -> TaskDraft:
    """Store a person's draft of one form, whether they hold the task or not. Private; leaves no history entry.

    Raises InvalidError for a form that the step does not have: people keep as many drafts of it as it has forms.
    """
    if form_name not in _forms_of(task):
        raise InvalidError({"outcome": [f"This step has no such form; it has: {', '.join(_forms_of(task))}."]})
    draft = TaskDraft(task=task, user=by, outcome=form_name, form=dict(form), saved_at=timezone.now())
    TaskDraft.objects.bulk_create(
        [draft],
        update_conflicts=True,
        unique_fields=["task", "user", "outcome"],
        update_fields=["form", "saved_at"],
    )
    return draft


def drafts_of(task: Task, user: User) -> list[TaskDraft]:
    """The person's own drafts, newest last. Empty for a step that is over."""
    if not task.is_open:
        return []
    return [hydrate(TaskDraft, row) for row in _DRAFTS.rows({"task": task.pk, "user": user.pk})]


def _drafts(marks: Marks) -> QuerySet[TaskDraft, Any]:
    kept = TaskDraft.objects.filter(task=Task(pk=marks.number("task")), user=User(pk=marks.number("user")))
    return kept.filter(saved_at__gt=Now() - DRAFT_KEPT).order_by("saved_at").values_list(*column_names(TaskDraft))


_DRAFTS = Prepared(_drafts)


def _forms_of(task: Any) -> list[str]:
    node = task.flow_task
    return [*node.outcomes, *([REVISION] if node.flow_class.revises else [])]


def prune_drafts() -> int:
    """Delete drafts older than DRAFT_KEPT, and drafts of decided tasks; the number deleted."""
    over = Q(saved_at__lt=Now() - DRAFT_KEPT) | ~Q(task__status__in=OPEN)
    return TaskDraft.objects.filter(over).delete()[0]


def leave_note(task_id: int, text: str, *, by: User, to_id: int | None = None) -> None:
    """Leave a note, and optionally mention a colleague who may see the item. Raises InvalidError, ForbiddenError."""
    with locked_task(task_id, by=by) as locked:
        colleague = _colleague(locked.task, to_id) if to_id is not None else None
        data = {"to": colleague.pk} if colleague else None
        event = record_event(locked.task.process, "note", task=locked.task, actor_id=by.pk, text=text, data=data)
        tell(event, locked.task, [colleague.pk] if colleague else [])


def tell(event: TaskEvent, task: Task, people: Collection[int]) -> None:
    """Notify people of an entry until they have seen it. The actor is not notified of their own action."""
    notified = sorted({*people} - {event.actor_id})
    Mention.objects.bulk_create([Mention(event=event, task=task, user_id=person) for person in notified])


def colleagues_of(task: Task) -> QuerySet[User]:
    """The people who may work on a task, by name."""
    permission = task.flow_task.permission
    people = User.objects.filter(is_active=True, cms_access__contains=[permission])
    if barred := [pk for pk in (task.barred_id, task.barred_too_id) if pk is not None]:
        people = people.exclude(pk__in=barred)
    return people.order_by("first_name", "last_name", "pk")


def unseen_mentions(user: User) -> QuerySet[Mention]:
    """The person's unseen mentions, newest first: notes that mention them, work assigned or taken over.

    Of processes alone that they may still work on in some step: the words are about what others may not read.
    """
    allowed = [flow for flow in flows() if any(user.may(step.permission) for step in steps(flow))]
    mentions = Mention.objects.filter(user=user, seen_at=None, task__process__flow_class__in=allowed)
    return mentions.select_related("event__text", "task__process").order_by("-pk")


def see_mention(mention_id: int, *, by: User) -> None:
    """Mark a person's mention as seen; repeatable. Raises NotFoundError for a mention of another person."""
    with transaction.atomic():
        own = Mention.objects.filter(pk=mention_id, user=by)
        if not own.filter(seen_at=None).update(seen_at=Now()) and not own.exists():
            raise NotFoundError("You have no mention with this number.")


def _colleague(task: Any, user_id: int) -> User:
    colleague = colleagues_of(task).filter(pk=user_id).first()
    if colleague is None:
        raise InvalidError({"to": ["Nobody with this number may see the item."]})
    return colleague
