"""Create, change and delete tags. Each change writes an audit entry, without names."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from audit import actions
from audit.changes import changes_of
from audit.entries import record_audit
from kit.errors import ConflictError, NotFoundError
from tags.models import Tag, TagType
from tags.rules import Rule

CHANGEABLE = ("name", "category", "description")


class TagNotEditableError(ConflictError):
    code = "tag_not_editable"
    message = "System and smart tags cannot be edited: their companies follow from their rule."


class SystemTagError(ConflictError):
    code = "system_tag"
    message = "System tags belong to the product and cannot be deleted."


def create_tag(values: Mapping[str, Any], rule: Rule | None, *, by: User) -> Tag:
    """`values`: fields of CHANGEABLE. A tag with a rule is a smart tag."""
    with transaction.atomic():
        smart = {} if rule is None else {"rule": rule.stored()}
        tag = Tag.objects.create(type=TagType.SMART if smart else TagType.USER, **smart, **values)
        record_audit(actions.TAG_CREATED, tag.pk, user_id=by.pk)
    return tag


def change_tag(tag_id: int, values: Mapping[str, Any], *, by: User) -> Tag:
    """Set fields of CHANGEABLE. Repeating a change records nothing. Raises NotFoundError, TagNotEditableError."""
    with transaction.atomic():
        tag = editable_tag(tag_id)
        changed = [name for name in CHANGEABLE if name in values and getattr(tag, name) != values[name]]
        details = changes_of(tag, {name: values[name] for name in changed})
        for name in changed:
            setattr(tag, name, values[name])
        if changed:
            tag.save(update_fields=changed)
            record_audit(actions.TAG_CHANGED, tag.pk, user_id=by.pk, **details)
    return tag


def delete_tag(tag_id: int, *, by: User) -> None:
    """Delete a user-defined or smart tag; its companies stay. Raises NotFoundError, SystemTagError."""
    with transaction.atomic():
        tag = locked_tag(tag_id)
        if tag.type == TagType.SYSTEM:
            raise SystemTagError
        tag.delete()
        record_audit(actions.TAG_DELETED, tag_id, user_id=by.pk)


def get_tag(tag_id: int) -> Tag:
    """Raises NotFoundError."""
    return _found(Tag.objects.filter(pk=tag_id).first())


def locked_tag(tag_id: int) -> Tag:
    """Raises NotFoundError."""
    return _found(Tag.objects.select_for_update().filter(pk=tag_id).first())


def editable_tag(tag_id: int) -> Tag:
    """A user-defined tag, locked. Raises NotFoundError, TagNotEditableError."""
    tag = locked_tag(tag_id)
    if tag.type != TagType.USER:
        raise TagNotEditableError
    return tag


def _found(tag: Tag | None) -> Tag:
    if tag is None:
        raise NotFoundError("There is no tag with this number.")
    return tag
