"""The companies that accounts belong to. The groups of an account are those of its companies."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower

from accounts.authority import locked_pair
from accounts.models import User
from audit import actions
from audit.entries import record_audit
from companies.lookup import require_company
from companies.models import Company
from groups.models import Association, Membership


def associate(account_id: int, company_id: int, *, by: User) -> None:
    """Idempotent. Raises NotFoundError, AboveOwnRightsError."""
    with transaction.atomic():
        locked_pair(account_id, by=by)
        require_company(company_id)
        _, is_new = Association.objects.get_or_create(user_id=account_id, company_id=company_id)
        if is_new:
            record_audit(actions.COMPANY_ASSOCIATED, account_id, user_id=by.pk, company=company_id)


def dissociate(account_id: int, company_id: int, *, by: User) -> None:
    """Idempotent. Raises NotFoundError for an unknown account, AboveOwnRightsError."""
    with transaction.atomic():
        locked_pair(account_id, by=by)
        removed, _ = Association.objects.filter(user_id=account_id, company_id=company_id).delete()
        if removed:
            record_audit(actions.COMPANY_DISSOCIATED, account_id, user_id=by.pk, company=company_id)


def groups_of(companies: Collection[Company]) -> dict[int, list[tuple[int, str]]]:
    """By company id: its groups as (id, name)."""
    found: dict[int, list[tuple[int, str]]] = {}
    rows = Membership.objects.filter(company__in=companies).order_by(Lower("group__name"), "group_id")
    for company_id, group_id, name in rows.values_list("company_id", "group_id", "group__name"):
        found.setdefault(company_id, []).append((group_id, name))
    return found


def accounts_of(company_id: int) -> QuerySet[Association, int]:
    """The ids of the accounts that belong to a company. Raises NotFoundError."""
    require_company(company_id)
    return Association.objects.filter(company_id=company_id).values_list("user_id", flat=True)
