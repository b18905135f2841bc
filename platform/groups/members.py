"""The companies of groups. Each change writes an audit entry."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Count

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from companies.lookup import require_company
from groups.changes import locked_group
from groups.models import Group, Membership


def numbers_of_members(groups: Collection[Group]) -> dict[int, int]:
    """The number of members by group id. Groups without members are left out."""
    rows = Membership.objects.filter(group__in=groups).values_list("group_id").annotate(Count("pk")).order_by()
    return dict(rows)


def add_member(group_id: int, company_id: int, *, by: User) -> None:
    """Idempotent. Raises NotFoundError."""
    with transaction.atomic():
        locked_group(group_id)
        require_company(company_id)
        _, is_new = Membership.objects.get_or_create(group_id=group_id, company_id=company_id)
        if is_new:
            record_audit(actions.GROUP_MEMBER_ADDED, group_id, user_id=by.pk, company=company_id)


def remove_member(group_id: int, company_id: int, *, by: User) -> None:
    """Idempotent. Raises NotFoundError for an unknown group."""
    with transaction.atomic():
        locked_group(group_id)
        removed, _ = Membership.objects.filter(group_id=group_id, company_id=company_id).delete()
        if removed:
            record_audit(actions.GROUP_MEMBER_REMOVED, group_id, user_id=by.pk, company=company_id)
