"""Moves drafts about a ticket to the task with which it continues."""

from collections.abc import Mapping
from typing import Any

from workflows.models import TaskDraft


def move_drafts(task: Any, other: Any) -> None:
    """Move the drafts of `other` to `task`. A person's two drafts of one form are joined, that of `task` first."""
    begun = {(draft.user_id, draft.outcome): draft for draft in TaskDraft.objects.filter(task=task)}
    for draft in TaskDraft.objects.filter(task=other).order_by("pk"):
        first = begun.get((draft.user_id, draft.outcome))
        if first is None:
            TaskDraft.objects.filter(pk=draft.pk).update(task=task)
        else:
            first.form = _joined(first.form, draft.form)
            first.saved_at = max(first.saved_at, draft.saved_at)
            first.save(update_fields=["form", "saved_at"])


def _joined(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    joined = {**second, **first}
    for name in first.keys() & second.keys():
        match first[name], second[name]:
            case str(one), str(other):
                joined[name] = "\n\n".join(text for text in (one, other) if text.strip())
            case list(one), list(other):
                joined[name] = [*one, *(each for each in other if each not in one)]
    return joined
