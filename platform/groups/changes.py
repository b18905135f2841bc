"""Company groups that people create, change and delete. Each change leaves an audit entry, without the names."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from groups.models import Group
from kit.errors import ConflictError, NotFoundError

CHANGEABLE = ("name", "slug", "internal", "country")


class SlugTakenError(ConflictError):
    code = "slug_taken"
    message = "Another group has this RPP slug."


def create_group(values: Mapping[str, Any], *, by: User) -> Group:
    """`values`: those of CHANGEABLE. Raises SlugTakenError."""
    try:
        with transaction.atomic():
            group = Group.objects.create(**values)
            record_audit(actions.GROUP_CREATED, group.pk, user_id=by.pk)
    except IntegrityError as error:
        raise SlugTakenError from error
    return group


def change_group(group_id: int, values: Mapping[str, Any], *, by: User) -> Group:
    """Set some of CHANGEABLE. Repeating it records nothing. Raises NotFoundError, SlugTakenError."""
    try:
        with transaction.atomic():
            group = locked_group(group_id)
            changed = [name for name in CHANGEABLE if name in values and getattr(group, name) != values[name]]
            for name in changed:
                setattr(group, name, values[name])
            if changed:
                group.save(update_fields=changed)
                record_audit(actions.GROUP_CHANGED, group.pk, user_id=by.pk, fields=changed)
    except IntegrityError as error:
        raise SlugTakenError from error
    return group


def delete_group(group_id: int, *, by: User) -> None:
    """Its companies stay. Raises NotFoundError."""
    with transaction.atomic():
        locked_group(group_id).delete()
        record_audit(actions.GROUP_DELETED, group_id, user_id=by.pk)


def get_group(group_id: int) -> Group:
    """Raises NotFoundError."""
    group = Group.objects.filter(pk=group_id).first()
    if group is None:
        raise NotFoundError("There is no group with this number.")
    return group


def locked_group(group_id: int) -> Group:
    group = Group.objects.select_for_update().filter(pk=group_id).first()
    if group is None:
        raise NotFoundError("There is no group with this number.")
    return group
