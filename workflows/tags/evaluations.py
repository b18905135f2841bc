"""Tags are evaluated after each change, and each night all of them (organisation.md, Groups, tags)."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from tags.changes import create_tag
from tags.members import add_tag_member, remove_tag_member
from tags.models import Tag
from tags.rules import Rule
from workflows.engine.outbox.outbox import enqueue

EVALUATE_TAG = "evaluate_tag"


def create_evaluated_tag(values: Mapping[str, Any], rule: Rule | None, *, by: User) -> Tag:
    with transaction.atomic():
        tag = create_tag(values, rule, by=by)
        _enqueue(tag.pk)
    return tag


def add_counted_member(tag_id: int, company_id: int, *, by: User) -> None:
    """Idempotent. Raises NotFoundError, TagNotEditableError."""
    with transaction.atomic():
        if add_tag_member(tag_id, company_id, by=by):
            _enqueue(tag_id)


def remove_counted_member(tag_id: int, company_id: int, *, by: User) -> None:
    """Idempotent. Raises NotFoundError for an unknown tag, TagNotEditableError."""
    with transaction.atomic():
        if remove_tag_member(tag_id, company_id, by=by):
            _enqueue(tag_id)


def evaluate_all_tags() -> None:
    """Enqueue one job a tag, so that one that fails does not stop the others."""
    for tag_id in Tag.objects.order_by("pk").values_list("pk", flat=True):
        _enqueue(tag_id)


def _enqueue(tag_id: int) -> None:
    enqueue(EVALUATE_TAG, {"tag": tag_id})
