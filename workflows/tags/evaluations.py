"""Evaluates tags: one after each of its changes, and all of them each night (organisation.md, Groups, tags)."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from tags.changes import create_tag
from tags.evaluation import evaluate_tag
from tags.members import add_tag_member, remove_tag_member
from tags.models import Tag
from tags.rules import Rule
from workflows.engine.outbox.outbox import enqueue, enqueue_merged

EVALUATE_TAG = "evaluate_tag"
WHILE_ANOTHER_RUNS = timedelta(seconds=5)  # the delay of the next attempt


def create_evaluated_tag(values: Mapping[str, Any], rule: Rule | None, *, by: User) -> Tag:
    with transaction.atomic():
        tag = create_tag(values, rule, by=by)
        _enqueue(tag.pk)
    return tag


def add_counted_member(tag_id: int, company_id: int, *, by: User) -> None:
    """Add a company to a tag and evaluate the tag. Idempotent. Raises NotFoundError, TagNotEditableError."""
    with transaction.atomic():
        if add_tag_member(tag_id, company_id, by=by):
            _enqueue(tag_id)


def remove_counted_member(tag_id: int, company_id: int, *, by: User) -> None:
    """Remove a company from a tag and evaluate the tag. Idempotent.

    Raises NotFoundError for an unknown tag, TagNotEditableError.
    """
    with transaction.atomic():
        if remove_tag_member(tag_id, company_id, by=by):
            _enqueue(tag_id)


def evaluate_all_tags() -> None:
    """Enqueue one job for each tag, so that a failing one does not stop the others."""
    for tag_id in Tag.objects.order_by("pk").values_list("pk", flat=True):
        _enqueue(tag_id)


def evaluate_in_turn(tag_id: int) -> None:
    """Evaluate a tag. If another process is evaluating it, try again later: that process may miss the newest change."""
    if not evaluate_tag(tag_id):
        enqueue(EVALUATE_TAG, {"tag": tag_id}, after=WHILE_ANOTHER_RUNS)


def _enqueue(tag_id: int) -> None:
    enqueue_merged(EVALUATE_TAG, {"tag": tag_id})
