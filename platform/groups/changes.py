"""Create, change and delete company groups. Each change writes an audit entry, without names."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from audit import actions
from audit.changes import changes_of
from audit.entries import record_audit
from groups.models import Group
from kit.errors import ConflictError, InvalidError, NotFoundError
from kit.slugs import NO_SLUG, is_slug

CHANGEABLE = ("name", "slug", "internal", "country")


class SlugTakenError(ConflictError):
    code = "slug_taken"
    message = "Another group has this RPP slug."


def create_group(values: Mapping[str, Any], *, by: User, rpp_page: bool | None = None) -> Group:
    """`values`: fields of CHANGEABLE. `rpp_page`: whether the group has an RPP page; None: yes if it has a slug.

    Raises SlugTakenError; InvalidError for a page without a slug, a slug without a page, or an invalid slug.
    """
    try:
        with transaction.atomic():
            group = Group.objects.create(**_with_slug(values, "", rpp_page))
            record_audit(actions.GROUP_CREATED, group.pk, user_id=by.pk)
    except IntegrityError as error:
        raise SlugTakenError from error
    return group


def change_group(group_id: int, values: Mapping[str, Any], *, by: User, rpp_page: bool | None = None) -> Group:
    """Set fields of CHANGEABLE. Without an RPP page the group loses its slug. Repeating a change records nothing.

    Raises NotFoundError, and the errors of `create_group`.
    """
    try:
        with transaction.atomic():
            group = locked_group(group_id)
            values = _with_slug(values, group.slug, rpp_page)
            changed = [name for name in CHANGEABLE if name in values and getattr(group, name) != values[name]]
            details = changes_of(group, {name: values[name] for name in changed})
            for name in changed:
                setattr(group, name, values[name])
            if changed:
                group.save(update_fields=changed)
                record_audit(actions.GROUP_CHANGED, group.pk, user_id=by.pk, **details)
    except IntegrityError as error:
        raise SlugTakenError from error
    return group


def delete_group(group_id: int, *, by: User) -> None:
    """Delete a group; its companies stay. Raises NotFoundError."""
    with transaction.atomic():
        locked_group(group_id).delete()
        record_audit(actions.GROUP_DELETED, group_id, user_id=by.pk)


def get_group(group_id: int) -> Group:
    """Raises NotFoundError."""
    group = Group.objects.filter(pk=group_id).first()
    if group is None:
        raise NotFoundError("There is no group with this number.")
    return group


def _with_slug(values: Mapping[str, Any], current: str, rpp_page: bool | None) -> Mapping[str, Any]:
    """The values with the slug, which depends on whether the group has an RPP page (spec, section 5).

    An unchanged slug is not checked, because it may be older than the check.
    """
    slug = values.get("slug", current)
    if slug and slug != current and not is_slug(slug):
        raise InvalidError({"slug": [NO_SLUG]})
    if rpp_page is None:
        return values
    if rpp_page and not slug:
        raise InvalidError({"slug": ["Enter an RPP slug: it is the address of the RPP page."]})
    if not rpp_page and values.get("slug"):
        raise InvalidError({"slug": ["Only a group with an RPP page has an RPP slug."]})
    return values if rpp_page else {**values, "slug": ""}


def locked_group(group_id: int) -> Group:
    group = Group.objects.select_for_update().filter(pk=group_id).first()
    if group is None:
        raise NotFoundError("There is no group with this number.")
    return group
